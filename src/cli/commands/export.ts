import { createWriteStream, openSync, rmSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { messageOf } from '../../base/errors.ts';
import { maxImportBytes } from '../../transfer/max-import.ts';
import { beforeStop } from '../stop-signal.ts';
import { printJson, printLine, printNote } from './output.ts';

/**
 * `lectern export <libraries...>`: writes a bundle to a new file, and removes the file if the export fails or is stopped.
 * `versions` are exported besides the default version: all if absent, none if false.
 */
export async function exportLibraries(
  libraries: string[],
  {
    out,
    json,
    versions,
    ...options
  }: ClientOptions & { out: string; json?: boolean; versions?: string[] | false },
): Promise<void> {
  const chosen = versions === false ? [] : versions;
  const wanted = chosen && libraries.map((library) => ({ library, versions: chosen }));
  const body = { libraries: wanted ?? libraries };
  const file = createWriteStream(out, { fd: create(out) });
  const remove = (): void => rmSync(out, { force: true });
  beforeStop(remove);
  try {
    await pipeline(await createClient(options).download('/api/export-libraries', body), file);
  } catch (error) {
    remove();
    if (error instanceof CommandError) throw error;
    throw cannotWrite(out, { exitCode: exitCodes.failed, why: messageOf(error), cause: error });
  }
  if (file.bytesWritten > maxImportBytes) {
    printNote(
      `No install can import ${out}, because it is over ${maxImportBytes / 1_000_000} MB. Export fewer libraries at once, or leave out versions (--versions, --no-versions).`,
    );
  }
  if (json) printJson({ file: out, bytes: file.bytesWritten, libraries });
  else printLine(`Exported ${libraries.join(', ')} to ${out} (${file.bytesWritten} bytes)`);
}

/** Why a file cannot be created where the command names it. */
const wrongPlaces: Readonly<Record<string, string>> = {
  EEXIST: 'the file exists',
  ENOENT: 'its folder does not exist',
  EACCES: 'you may not write there',
};

/** Creates a file and returns its descriptor. Throws CommandError, before the server prepares a bundle for nothing. */
function create(out: string): number {
  try {
    return openSync(out, 'wx');
  } catch (cause) {
    const why = wrongPlaces[(cause as NodeJS.ErrnoException).code ?? ''];
    const exitCode = why === undefined ? exitCodes.failed : exitCodes.usage;
    throw cannotWrite(out, { exitCode, why: why ?? messageOf(cause), cause });
  }
}

function cannotWrite(
  out: string,
  { exitCode, why, cause }: { exitCode: number; why: string; cause: unknown },
): CommandError {
  return new CommandError(exitCode, `Cannot write ${out}: ${why}`, { cause });
}
