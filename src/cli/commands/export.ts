import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { messageOf } from '../../base/errors.ts';
import { maxImportBytes } from '../../transfer/max-import.ts';
import { printJson, printLine, printNote } from './output.ts';

/** Why a file cannot be created where the command names it. */
const wrongPlaces: Readonly<Record<string, string>> = {
  EEXIST: 'the file exists',
  ENOENT: 'its folder does not exist',
  EACCES: 'you may not write there',
};

/**
 * `lectern export <libraries...>`: writes a bundle to a new file, and removes the file if the export fails. `versions` are
 * exported besides the default version: all if absent, none if false.
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
  const bundle = await createClient(options).download('/api/export-libraries', body);
  const file = createWriteStream(out, { flags: 'wx' });
  try {
    await pipeline(bundle, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') await rm(out, { force: true });
    if (error instanceof CommandError) throw error;
    const exitCode = code in wrongPlaces ? exitCodes.usage : exitCodes.failed;
    const why = wrongPlaces[code] ?? messageOf(error);
    throw new CommandError(exitCode, `Cannot write ${out}: ${why}`, { cause: error });
  }
  if (file.bytesWritten > maxImportBytes) {
    printNote(
      `No install can import ${out}, because it is over ${maxImportBytes / 1_000_000} MB. Export fewer libraries at once, or leave out versions (--versions, --no-versions).`,
    );
  }
  if (json) printJson({ file: out, bytes: file.bytesWritten, libraries });
  else printLine(`Exported ${libraries.join(', ')} to ${out} (${file.bytesWritten} bytes)`);
}
