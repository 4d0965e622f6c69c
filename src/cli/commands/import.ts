import { openAsBlob, statSync } from 'node:fs';
import { basename } from 'node:path';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import type { ImportAnswer } from '../../transfer/import-libraries.ts';
import { printJson, printLine } from './output.ts';

/** `lectern import <file>`: sends a bundle or a JSON export. Exits with a failure if no library is imported. */
export async function importFile(
  file: string,
  { force, json, ...options }: ClientOptions & { force?: boolean; json?: boolean },
): Promise<void> {
  const content = await open(file);
  const path = `/api/import-libraries${force ? '?force=true' : ''}`;
  const answer = await createClient(options).upload<ImportAnswer>(path, bodyOf(file, content));
  if (json) printJson(answer);
  else {
    printLine(answer.message);
    for (const id of answer.queued) printLine(`  ${id}`);
    for (const { project, reason } of answer.skipped) {
      const hint = reason === 'already exists' ? '; --force replaces it' : '';
      printLine(`  skipped ${project}: ${reason}${hint}`);
    }
    for (const { project, versions } of answer.dropped ?? []) {
      printLine(
        `  ${project} loses versions that the import does not have: ${versions.join(', ')}`,
      );
    }
  }
  if (answer.queued.length === 0) process.exitCode = exitCodes.failed;
}

async function open(file: string): Promise<Blob> {
  try {
    // The content of a folder would fail only when it is sent.
    if (statSync(file).isFile()) return await openAsBlob(file);
    throw new Error('it is not a file');
  } catch (cause) {
    const message = `Cannot read ${file}; expected the .zip or .json of an export`;
    throw new CommandError(exitCodes.usage, message, { cause });
  }
}

function bodyOf(file: string, content: Blob): FormData | Blob {
  if (!/\.zip$/i.test(file)) return content;
  const form = new FormData();
  form.append('bundleFile', content, basename(file));
  return form;
}
