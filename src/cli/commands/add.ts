import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { LibrarySource, LibrarySpec } from '../../resources/library.ts';
import { recognize, type Recognized, type SourceType } from '../../indexing/sources/recognize.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { followRun } from './follow.ts';
import { printJson, printLine } from './output.ts';

interface AddOptions extends ClientOptions {
  json?: boolean;
  wait?: boolean;
  type?: SourceType;
  id?: string;
  title?: string;
  description?: string;
  alias?: string[];
  formerId?: string[];
  versions?: string[];
  ownerRules?: NonNullable<LibrarySpec['ownerRules']>;
}

/** Options that become fields of the source. */
const sourceOptions = [
  'branch',
  'folders',
  'excludeFolders',
  'excludeFiles',
  'locales',
  'indexSourceCode',
  'maxPages',
  'maxDepth',
  'excludePatterns',
] as const;
const numbers = new Set<string>(['maxPages', 'maxDepth']);

/** `lectern add <url|path>`: adds a library. The server checks the fields. */
export async function add(
  source: string,
  options: AddOptions & Record<string, unknown>,
): Promise<void> {
  const spec = specOf(source, options);
  const client = createClient(options);
  const answer = await client.json<{ libraryName: string; message: string }>('/api/v1/libraries', {
    method: 'POST',
    body: spec,
  });
  if (options.json) printJson(answer);
  else printLine(`${answer.libraryName}  ${answer.message}`);
  if (options.wait) await followRun(client, answer.libraryName);
}

function specOf(
  text: string,
  options: AddOptions & Record<string, unknown>,
): Omit<LibrarySpec, 'id'> & { id?: string } {
  // A relative path counts from where the command runs; the server may have another working directory.
  const found = recognizeOrRefuse(existsSync(text) ? resolve(text) : text, options.type);
  const fields = sourceOptions
    .filter((name) => options[name] !== undefined)
    .map((name) => [name, numbers.has(name) ? Number(options[name]) : options[name]]);
  const { title, description, alias, formerId, versions, ownerRules } = options;
  return {
    // If there is none, the server chooses an ID that is free.
    ...(options.id !== undefined && { id: options.id }),
    source: withFields(found.source, Object.fromEntries(fields)),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(alias && { aliases: alias }),
    ...(formerId && { formerIds: formerId }),
    ...(versions && { versions }),
    ...(ownerRules && { ownerRules }),
  };
}

function recognizeOrRefuse(text: string, type: SourceType | undefined): Recognized {
  try {
    return recognize(text, type);
  } catch (error) {
    throw new CommandError(exitCodes.usage, messageOf(error), { cause: error });
  }
}

/** Fields that do not belong to the source's type are the server's to name. */
function withFields(source: LibrarySource, fields: object): LibrarySource {
  return Object.fromEntries(
    Object.entries(source).map(([type, settings]) => [type, { ...settings, ...fields }]),
  );
}
