import { createHash } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { RunError } from '../../../base/errors.ts';
import type { SourceDocument } from '../../documents/document.ts';
import { mayInclude } from '../../documents/includes/expand-includes.ts';
import { anyFolder, endsWithPath } from '../../documents/includes/include-path.ts';
import { includeLimits } from '../../documents/includes/expansion.ts';
import { isBuildConfiguration } from '../../documents/includes/asciidoc/build-attributes.ts';
import { isSiteConfiguration } from '../../documents/includes/site-variables.ts';
import { isThemeFile } from '../../documents/includes/markdown/mdx-imports.ts';
import { isJamfile } from '../../documents/includes/quickbook-definitions.ts';
import { isSnootyConfiguration } from '../../documents/includes/rst/snooty-constants.ts';
import { isSphinxConfiguration } from '../../documents/includes/rst/sphinx-substitutions.ts';
import { hasOwnIncludes } from '../../documents/includes/markdown/markdown-includes.ts';
import { formatOfComments, formatOfName } from '../../documents/includes/included-format.ts';
import type { Parser } from '../../parser.ts';
import { isIncludable } from '../filter.ts';
import { decodeFile, type SelectedFile } from './read-file.ts';
import type { Repository, TreeEntry } from './repository.ts';

/** The files that a document includes. */
interface DocumentIncludes {
  files: TreeEntry[];
  /** Paths that its includes looked for, those without a file too. */
  watched: string[];
}

/** The includes of documents, by the documents' paths. */
export type IncludesByPath = ReadonlyMap<string, DocumentIncludes>;

/** Rounds of included files that include others. Files of API descriptions refer to each other over more steps than pages. */
const mostRounds = 10;
/** Other documents that one page includes. One with more is a list of chapters, which are documents by themselves. */
const mostDocuments = 2;
/** An import of a part of a page of MDX. Such a page places each of its parts. */
const partImport =
  /^import\s{1,9}[A-Za-z_$][\w$]{0,100}\s{1,9}from\s{1,9}["'][^"'\n]{1,300}\.mdx?["']/m;
/** Lines that are no text of a page: markup of blocks, options of directives, comments, code and entries of lists of pages. */
const noText =
  /^(?: {3}|\t|[ ]{0,2}(?:\.\.(?: |$)|:[\w!-]|[`~]{3}|:::|include::|-{1,2}8<-|\{[!%{]|<!--|\/\/|\[))/;
/** Metadata at the start of a page. */
const frontMatter = /^---\r?\n[\s\S]{0,20000}?\n---\r?\n/;
/** Characters of the compressed paths that are stored with a document. A page can look for a thousand similar ones. */
const mostWatched = 16_000;
/** Bytes of these paths when they are read. */
const mostPathBytes = 2_000_000;

/** The files of one commit that documents can include, by their paths. */
export class IncludableFiles {
  private readonly byPath: ReadonlyMap<string, TreeEntry>;
  private names: ReadonlyMap<string, TreeEntry[]> | undefined;

  constructor(entries: readonly TreeEntry[]) {
    const files = entries.filter(({ path, kind }) => kind === 'file' && isIncludable(path));
    this.byPath = new Map(files.map((entry) => [entry.path, entry]));
  }

  /** Returns the file at a path. A path in any folder means the only file that it fits, or the first of its copies. */
  get(path: string): TreeEntry | undefined {
    if (!path.startsWith(anyFolder)) return this.byPath.get(path);
    const named = this.byName().get(nameOf(path)) ?? [];
    const fitting = named.filter((entry) => endsWithPath(entry.path, path));
    const [first, ...others] = fitting;
    return others.every(({ oid }) => oid === first?.oid) ? first : undefined;
  }

  private byName(): ReadonlyMap<string, TreeEntry[]> {
    this.names ??= Map.groupBy(this.byPath.values(), ({ path }) => nameOf(path));
    return this.names;
  }

  /**
   * Returns the hash of a document: its blob id, or, if it has watched paths, a hash of these paths and their
   * blobs too. So it changes with every file that the document includes or would include, and with every document whose title it
   * shows. It also changes with the variant and the title that its source gives the document.
   */
  hashOf(
    { oid, variant = '', title }: Pick<SelectedFile, 'oid' | 'variant' | 'title'>,
    { included, titled }: WatchedPaths,
  ): string {
    const watched = [...included, ...titled];
    if (watched.length === 0 && variant === '' && title === undefined) return oid;
    const blobs = watched.map((path) => [path, this.get(path)?.oid ?? '']);
    return createHash('sha256')
      .update(JSON.stringify([oid, blobs, variant, title]))
      .digest('hex');
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Paths whose files determine what a document shows. */
export interface WatchedPaths {
  /** Paths that its includes looked for. */
  included: readonly string[];
  /** Documents that have the titles of its references. */
  titled: readonly string[];
}

/** Returns watched paths as they are stored with a document; undefined if there are none, or too many. */
export function storedPaths({ included, titled }: WatchedPaths): string | undefined {
  if (included.length + titled.length === 0) return undefined;
  const stored = deflateRawSync(JSON.stringify([included, titled])).toString('base64');
  return stored.length > mostWatched ? undefined : stored;
}

/** Reads what `storedPaths` returned. */
export function readStoredPaths(stored: string | undefined): WatchedPaths {
  const [included, titled] = readLists(stored);
  return { included: textsIn(included), titled: textsIn(titled) };
}

function readLists(stored: string | undefined): unknown[] {
  if (stored === undefined) return [];
  try {
    const bytes = Buffer.from(stored, 'base64');
    const list = inflateRawSync(bytes, { maxOutputLength: mostPathBytes });
    const lists: unknown = JSON.parse(list.toString());
    return Array.isArray(lists) ? lists : [];
  } catch {
    return [];
  }
}

function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.filter((path) => typeof path === 'string') : [];
}

interface FindOptions {
  repository: Repository;
  includable: IncludableFiles;
  /** Returns whether a path is that of another document, and not only of a part of documents. */
  isDocument: (path: string) => boolean;
  parser: Parser;
  /** Maximum bytes to read of all documents and files together, in each round. */
  maxTotalBytes: number;
  signal: AbortSignal;
}

/**
 * Finds the files that documents include, and fetches them. Reads documents in rounds, because an included file can
 * include others: the files of all documents of a round are fetched together.
 */
export async function findIncludes(
  documents: readonly SelectedFile[],
  options: FindOptions,
): Promise<IncludesByPath> {
  const found = new Map<string, DocumentIncludes>();
  let pending = documents.filter(canInclude);
  for (let round = 0; round <= mostRounds && pending.length > 0; round += 1) {
    pending = await findOnce(pending, found, options);
  }
  return found;
}

function canInclude({ path, format }: SelectedFile): boolean {
  const formats = ['openapi', 'text', 'quarto', 'rst', 'docbook', 'html'];
  return (
    formats.includes(format) ||
    formatOfName(path) !== undefined ||
    (format === 'code' && formatOfComments(path) !== undefined) ||
    hasOwnIncludes(path)
  );
}

/** Adds the files that documents include by what is known of them. Returns the documents whose new files can include more. */
async function findOnce(
  documents: readonly SelectedFile[],
  found: Map<string, DocumentIncludes>,
  { repository, includable, isDocument, parser, maxTotalBytes, signal }: FindOptions,
): Promise<SelectedFile[]> {
  const added = new Map<SelectedFile, TreeEntry[]>();
  let bytes = 0;
  for await (const { file, content, included } of readWithIncludes(documents, found, {
    repository,
    signal,
  })) {
    bytes += Object.values(included).reduce((sum, { length }) => sum + length, content.length);
    if (bytes > maxTotalBytes) break;
    const document = { ...documentOf(file, content), included };
    if (!mayInclude(document)) continue;
    const missing = await missingIncludes(document, parser, signal);
    const entry = found.get(file.path) ?? { files: [], watched: [] };
    const { files: most } = limitsOf(document);
    const mostOthers = mostOthersOf(document);
    const files = addIncludes(entry, missing, { includable, isDocument, most, mostOthers });
    if (entry.watched.length > 0) found.set(file.path, entry);
    if (files.length > 0) added.set(file, files);
  }
  const oids = new Set([...added.values()].flat().map(({ oid }) => oid));
  if (oids.size === 0) return [];
  const sizes = await repository.obtain([...oids], signal);
  // A blob is read as a whole, and a few megabytes of a pack can hold gigabytes. So a large file is not read at all.
  const isReadable = (size = Infinity): boolean => size <= includeLimits.fileCharacters;
  for (const entry of found.values()) {
    entry.files = entry.files.filter(({ oid }) => !oids.has(oid) || isReadable(sizes.get(oid)));
  }
  const nested = [...added].filter(([document, files]) =>
    files.some(({ path }) => mayNest(path, document)),
  );
  return nested.map(([file]) => file);
}

/** Returns the limits on the files that one document includes. An API description can have a file for each operation, schema and example. */
function limitsOf({ format }: Pick<SourceDocument, 'format'>): { files: number; bytes: number } {
  return format === 'openapi'
    ? { files: 4_000, bytes: 10_000_000 }
    : { files: 200, bytes: 4_000_000 };
}

/** Returns the maximum number of other documents that a document includes. */
function mostOthersOf({ format, content }: SourceDocument): number {
  // DocBook includes only parts of other documents, and doc comments only what they are about.
  if (format === 'openapi' || format === 'docbook' || format === 'code') return Infinity;
  if (!hasText(content)) return 0;
  return partImport.test(content) ? Infinity : mostDocuments;
}

/** Returns whether a file by its name can contain includes, or name another file. A pom, a Jamfile, a configuration of MkDocs, a module of Python and a theme do so. */
function mayNest(path: string, { format }: SelectedFile): boolean {
  if (format === 'openapi' || format === 'docbook' || isBuildConfiguration(path)) return true;
  return (
    formatOfName(path) !== undefined ||
    isThemeFile(path) ||
    isJamfile(path) ||
    hasOwnIncludes(path) ||
    /(?:^|\/)[^./]+$|\.(?:txt|inc|html?|py)$|(?:^|\/)mkdocs[^/]*\.ya?ml$/i.test(path)
  );
}

async function missingIncludes(
  document: SourceDocument,
  parser: Parser,
  signal: AbortSignal,
): Promise<string[][]> {
  try {
    return await parser.run('includes', document, { signal });
  } catch (error) {
    signal.throwIfAborted();
    // The document is parsed without its includes, or skipped with the reason.
    if (error instanceof RunError) return [];
    throw error;
  }
}

/** Returns whether a page has more text than its title. A page without text only shows the documents that it includes. */
function hasText(content: string): boolean {
  const lines = content.replace(frontMatter, '').split('\n');
  const isText = (line: string): boolean => /[\p{L}\d]/u.test(line) && !noText.test(line);
  const title = lines.findIndex(isText);
  return title !== -1 && lines.slice(title + 1).some(isText);
}

const configurations = [
  isSiteConfiguration,
  isBuildConfiguration,
  isSphinxConfiguration,
  isSnootyConfiguration,
  isThemeFile,
];

function isConfiguration(path: string): boolean {
  return configurations.some((is) => is(path));
}

interface AddOptions extends Pick<FindOptions, 'includable' | 'isDocument'> {
  /** Maximum number of files to include. */
  most: number;
  /** Maximum number of other documents among them. */
  mostOthers: number;
}

/** Adds the files that includes mean, and the paths that were looked at. Leaves out chapters. Returns the new files. */
function addIncludes(
  { files, watched }: DocumentIncludes,
  missing: readonly string[][],
  { includable, isDocument, most, mostOthers }: AddOptions,
): TreeEntry[] {
  const added: TreeEntry[] = [];
  const seen = new Set(watched);
  const indexOf = (candidates: string[]): number =>
    candidates.findIndex((path) => includable.get(path) !== undefined);
  const isOther = (candidates: string[]): boolean => {
    const { path = '' } = includable.get(candidates[indexOf(candidates)] ?? '') ?? {};
    return isDocument(path) && !isConfiguration(path);
  };
  // Many documents use the braces of variables for something else. A site rarely gets its configuration later.
  const relevant = missing.filter(
    (candidates) => indexOf(candidates) !== -1 || !candidates.some(isConfiguration),
  );
  const isList = relevant.filter(isOther).length > mostOthers;
  for (const candidates of isList ? relevant.filter((one) => !isOther(one)) : relevant) {
    const at = indexOf(candidates);
    for (const path of candidates.slice(0, at === -1 ? candidates.length : at + 1)) {
      if (!seen.has(path)) watched.push(path);
      seen.add(path);
    }
    const file = includable.get(candidates[at] ?? '');
    if (!file || files.includes(file) || files.length >= most) continue;
    files.push(file);
    added.push(file);
  }
  return added;
}

/** A document's bytes, and the text of the files that it includes. */
export interface ReadFile {
  file: SelectedFile;
  content: Buffer;
  included: Record<string, string>;
}

/** Yields documents in order, each with the files that it includes, out of one stream of blobs. */
export async function* readWithIncludes(
  documents: readonly SelectedFile[],
  found: IncludesByPath,
  { repository, signal }: { repository: Repository; signal: AbortSignal },
): AsyncGenerator<ReadFile> {
  const filesOf = (file: SelectedFile): TreeEntry[] => found.get(file.path)?.files ?? [];
  const oids = documents.flatMap((file) => [file, ...filesOf(file)].map(({ oid }) => oid));
  const blobs = repository.read(oids, signal)[Symbol.asyncIterator]();
  try {
    for (const file of documents) {
      const content = await blobs.next();
      if (content.done) return;
      yield { file, content: content.value, included: await takeTexts(file, filesOf(file), blobs) };
    }
  } finally {
    await blobs.return?.(undefined);
  }
}

/** Takes the next blobs, and returns the text of those that are text and fit. */
async function takeTexts(
  document: SelectedFile,
  files: readonly TreeEntry[],
  blobs: AsyncIterator<Buffer>,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  const { bytes: mostBytes } = limitsOf(document);
  let bytes = 0;
  for (const { path } of files) {
    const blob = await blobs.next();
    if (blob.done) break;
    const { length } = blob.value;
    const fits = length <= includeLimits.fileCharacters && bytes + length <= mostBytes;
    if (!fits || blob.value.includes(0)) continue;
    bytes += length;
    texts[path] = decodeFile(blob.value, 'text');
  }
  return texts;
}

function documentOf({ path, format, oid }: SelectedFile, content: Buffer): SourceDocument {
  return { path, format, content: decodeFile(content, format), hash: oid };
}
