import { existsSync, openAsBlob, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { LibrarySource, LibrarySpec } from '../../resources/library.ts';
import { descriptionEnding } from '../../indexing/documents/openapi/description-ending.ts';
import { recognize, type Recognized, type SourceType } from '../../indexing/sources/recognize.ts';
import { createClient, type Client, type ClientOptions } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { followRun } from './follow.ts';
import { localAddress } from './local-address.ts';
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
  force?: boolean;
}

interface Added {
  libraryName: string;
  message: string;
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
/** Options that an uploaded file cannot have. */
const notOfFiles = [...sourceOptions, 'id', 'alias', 'formerId', 'versions', 'ownerRules'] as const;

/** `lectern add <url|path>`: adds a library. Sends the file of an API description. The server checks the fields. */
export async function add(
  source: string,
  options: AddOptions & Record<string, unknown>,
): Promise<void> {
  const client = createClient(options);
  const answer = isDescription(source, options)
    ? await sendDescription(client, source, options)
    : await client.json<Added>('/api/v1/libraries', {
        method: 'POST',
        body: specOf(source, options),
      });
  if (options.json) printJson(answer);
  else printLine(`${answer.libraryName}  ${answer.message}`);
  if (options.wait) await followRun(client, answer.libraryName, options);
}

/** Returns whether a source is a file in JSON or YAML, and no other kind of source is wanted. */
function isDescription(source: string, { type = 'openapi' }: AddOptions): boolean {
  if (type !== 'openapi' || !descriptionEnding.test(source)) return false;
  return statSync(source, { throwIfNoEntry: false })?.isFile() ?? false;
}

async function sendDescription(
  client: Client,
  file: string,
  options: AddOptions & Record<string, unknown>,
): Promise<Added> {
  const unfit = notOfFiles.find((name) => options[name] !== undefined);
  if (unfit !== undefined) {
    const flag = unfit.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const message = `--${flag} does not apply to a file; expected --title, --description or --force`;
    throw new CommandError(exitCodes.usage, message);
  }
  const { title, description, force } = options;
  const form = new FormData();
  if (title !== undefined) form.append('libraryTitle', title);
  if (description !== undefined) form.append('description', description);
  if (force) form.append('force', 'true');
  form.append('openapiFile', await openAsBlob(file), basename(file));
  return client.upload<Added>('/api/v2/add/openapi-upload', form);
}

function specOf(
  text: string,
  options: AddOptions & Record<string, unknown>,
): Omit<LibrarySpec, 'id'> & { id?: string } {
  if (options.force) {
    const message =
      '--force replaces the file of an API description; expected a .json or .yaml file';
    throw new CommandError(exitCodes.usage, message);
  }
  const found = recognizeOrRefuse(placed(text), options.type);
  const fields = sourceOptions
    .filter((name) => options[name] !== undefined)
    .map((name) => [name, numbers.has(name) ? numberOf(options[name]) : options[name]]);
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

/** A relative path counts from where the command runs; the server may have another working directory. */
function placed(text: string): string {
  const path = resolve(text);
  // Without a text, it would be the folder where the command runs.
  if (text !== '' && existsSync(path)) {
    if (!statSync(path).isFile() || /\.jar$/i.test(path)) return localAddress(path);
    const message = `${text} is a file; expected a folder, a repository, a .jar file, or the .json or .yaml file of an API description`;
    throw new CommandError(exitCodes.usage, message);
  }
  if (/^\.{1,2}([/\\]|$)/.test(text)) {
    throw new CommandError(exitCodes.usage, `${text} does not exist: there is no ${path}`);
  }
  return text;
}

/** Other text stays text, so that the server names it. JSON has no NaN. */
function numberOf(text: unknown): unknown {
  const number = Number(text);
  return Number.isNaN(number) ? text : number;
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
