import { librarySpecSchema } from '../resources/library.gen.ts';
import { isPlainName } from '../resources/plain-text.ts';
import { createSpecValidator } from '../resources/validator.ts';
import { isRefName } from '../indexing/sources/git/ref-name.ts';
import type { CodeSample } from '../store/snippet.ts';
import {
  libraryTypes,
  type LibraryFacts,
  type TransferredCode,
  type TransferredInfo,
} from '../indexing/sources/import/transferred-library.ts';

/** The mistake of a value. The message is a clause that follows the name of the value. */
export class Mistake extends Error {
  override readonly name = 'Mistake';
}

/** Maximum characters of a snippet's id, which is usually a URL. */
const maxId = 4_000;
const maxTokens = 10_000_000;

type Fields = Readonly<Record<string, unknown>>;

/** Returns the known fields of a code snippet. Throws Mistake. */
export function toCode(value: unknown): TransferredCode {
  const fields = fieldsOf(value);
  const description = optionalText(fields, 'description') ?? '';
  return {
    id: idOf(fields),
    title: textOf(fields, 'title'),
    description,
    language: optionalText(fields, 'language') ?? '',
    codeList: samplesOf(fields['codeList'], description.length),
    tokens: wholeNumber(fields['tokens'], maxTokens, 'tokens must be a whole number'),
  };
}

/** Returns the known fields of an info snippet. Throws Mistake. */
export function toInfo(value: unknown): TransferredInfo {
  const fields = fieldsOf(value);
  return {
    id: idOf(fields),
    content: textOf(fields, 'content'),
    breadcrumb: optionalText(fields, 'breadcrumb') ?? '',
    tokens: wholeNumber(fields['tokens'], maxTokens, 'tokens must be a whole number'),
  };
}

/** Maximum characters of a library's texts, as in the spec of a Library. Longer ones are cut. */
const maxText = { title: 200, description: 1_000, language: 100, branch: 250 } as const;
const textNames = ['title', 'description', 'language', 'branch'] as const;
const urlNames = ['docsRepoUrl', 'docsSiteUrl'] as const;
const listNames = ['codeSnippets', 'infoSnippets', 'versions'] as const;
const factNames: readonly string[] = ['project', 'type', ...textNames, ...urlNames, ...listNames];
/** Maximum characters of a field that are kept: more than any valid one has. */
const maxField = 4_000;

/** Returns whether `toFacts` reads a field of a library. */
export function isFact(name: string): boolean {
  return factNames.includes(name);
}

/** Returns as much of a field as its check needs. A field may have megabytes, and an import holds all its libraries until it ends. */
export function keptOf(value: unknown): unknown {
  if (typeof value === 'string') return startOf(value, maxField);
  return typeof value === 'object' && value !== null ? {} : value;
}

/** Returns the known fields of a library. Throws Mistake. */
export function toFacts(fields: Fields): LibraryFacts {
  const project = idIn(fields);
  for (const list of listNames) {
    if ((fields[list] ?? null) !== null) throw new Mistake(`${list} must be a list`);
  }
  const type = libraryTypes.find((known) => known === fields['type']);
  const texts: Partial<LibraryFacts> = {};
  for (const name of textNames) {
    const text = optionalText(fields, name);
    const shown = text?.replaceAll(/\p{Bidi_Control}|(?![\t\r\n])\p{Cc}/gu, '');
    if (shown) texts[name] = startOf(shown, maxText[name]);
  }
  for (const name of urlNames) {
    const text = optionalText(fields, name);
    if (text && text.length <= 2_000 && /^https?:\/\/[^/\s]/.test(text)) texts[name] = text;
  }
  return { project, ...texts, ...(type && { type }) };
}

/** Returns the first characters of a text, as a copy: `slice` keeps the whole text in memory. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return Array.from(text.slice(0, 2 * most))
    .slice(0, most)
    .join('');
}

/** Returns the name of a version besides the default one. Throws Mistake. */
export function toVersionName(fields: Fields): string {
  const name = textOf(fields, 'version');
  if (isRefName(name) && isPlainName(name)) return name;
  throw new Mistake('version must be the name of a tag or branch such as v1.2.0');
}

const idMistakes = createSpecValidator(librarySpecSchema.properties.id);

/** Returns the id of a library. Adds the leading slash if it is missing. */
function idIn(fields: Fields): string {
  const project = optionalText(fields, 'project');
  if (project === undefined) throw new Mistake('project is missing; it is the id of the library');
  const id = project.startsWith('/') ? project : `/${project}`;
  if (idMistakes(id).length === 0 && isPlainName(id)) return id;
  throw new Mistake('project must be a library id such as /owner/name');
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Mistake('must be an object');
  }
  return value as Fields;
}

function idOf(fields: Fields): string {
  const id = textOf(fields, 'id');
  if (id === '' || id.length > maxId) throw new Mistake(`id must have 1 to ${maxId} characters`);
  return id;
}

function textOf(fields: Fields, name: string): string {
  const text = fields[name];
  if (typeof text !== 'string') throw new Mistake(`${name} must be a text`);
  return text;
}

function optionalText(fields: Fields, name: string): string | undefined {
  return (fields[name] ?? undefined) === undefined ? undefined : textOf(fields, name);
}

function samplesOf(value: unknown, maxOffset: number): CodeSample[] {
  if (!Array.isArray(value) || value.length === 0) {
    throw new Mistake('codeList must be a list with at least one sample');
  }
  return value.map((one: unknown) => {
    const fields = fieldsOf(one);
    const { offset = null } = fields;
    const sample = {
      language: optionalText(fields, 'language') ?? '',
      code: textOf(fields, 'code'),
    };
    return offset === null
      ? sample
      : { ...sample, offset: wholeNumber(offset, maxOffset, wrongOffset) };
  });
}

const wrongOffset = 'offset must be a whole number from 0 to the length of the description';

function wholeNumber(value: unknown, max: number, mistake: string): number {
  const number = Number(value);
  if (Number.isInteger(value) && number >= 0 && number <= max) return number;
  throw new Mistake(mistake);
}
