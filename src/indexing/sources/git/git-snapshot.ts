import type { SourceDocument } from '../../documents/document.ts';
import { descriptorOf, isPartial } from '../../documents/includes/asciidoc/antora.ts';
import type { Places } from '../../documents/references/places.ts';
import { sniffOpenapi } from '../../documents/openapi/sniff-openapi.ts';
import { cratePartFilter } from '../documentation.ts';
import { separateCopies } from '../repeats/copies.ts';
import { leftOutAs } from '../repeats/left-out.ts';
import type { SourceFacts } from '../source-facts.ts';
import type { SkippedItem } from '../skipped-item.ts';
import {
  maxBytesOf,
  type Known,
  type Snapshot,
  type SourceItem,
  type SourceLimits,
} from '../source.ts';
import type { Parser } from '../../parser.ts';
import {
  findIncludes,
  IncludableFiles,
  readStoredPaths,
  readWithIncludes,
  storedPaths,
  type IncludesByPath,
  type ReadFile,
  type WatchedPaths,
} from './included-files.ts';
import { isDocument, isDraft, repeatFilter } from './decide-by-content.ts';
import { decodeFile, type SelectedFile } from './read-file.ts';
import { collectPlaces, referencedTitles } from './referenced-titles.ts';
import type { TreeEntry, Repository } from './repository.ts';

interface GitSnapshotOptions {
  repository: Repository;
  /** All files of the commit. Documents can include them. */
  entries: TreeEntry[];
  files: SelectedFile[];
  /** Files that are skipped already. */
  skipped: SkippedItem[];
  facts: SourceFacts;
  linkTemplate: string;
  limits: SourceLimits;
  parser: Parser;
  describe: NonNullable<Snapshot['describe']>;
  /** Ids of blobs that `describe` reads. They come with the documents, so that the server is asked once. */
  describing: string[];
}

/**
 * Returns a snapshot of the chosen files of one commit. Does not fetch or read files whose blob id, with the blob ids of
 * the files that they include, is known.
 */
export function createGitSnapshot(options: GitSnapshotOptions): Snapshot {
  const { repository, facts, linkTemplate, describe } = options;
  const { maxDocuments } = options.limits;
  const { originals, copies } = separateCopies(options.files);
  const files = originals.slice(0, maxDocuments);
  const skipped = [...options.skipped, ...beyondCount(originals.slice(maxDocuments), maxDocuments)];
  return {
    revision: repository.revision,
    facts,
    linkTemplate,
    total: files.length,
    leftOut: skipped,
    documents: (known, signal) => {
      const includable = new IncludableFiles(options.entries);
      const reading = {
        ...options,
        files,
        skipped,
        copies,
        includable,
        including: new Set<string>(),
        included: new Set<string>(),
        shown: new Set<string>(),
        isCratePart: cratePartFilter(options.entries.map(({ path }) => path)),
      };
      return readFiles(reading, known, signal);
    },
    describe,
    close: () => repository.close(),
  };
}

/** Returns one item for all files over the limit, because there can be very many. */
function beyondCount(left: SelectedFile[], maxDocuments: number): SkippedItem[] {
  const [first] = left;
  if (!first) return [];
  const others = left.length > 1 ? ` and so are ${left.length - 1} files after it` : '';
  const reason = `is beyond the ${maxDocuments} documents that are read of one source${others}`;
  return [{ type: 'skipped', path: first.path, reason, limit: 'count' }];
}

/** The documents of a snapshot, and the files that they can include. */
interface Reading extends GitSnapshotOptions {
  includable: IncludableFiles;
  copies: ReadonlyMap<SelectedFile, SelectedFile[]>;
  /** Paths of the documents, read so far, with includes. */
  including: Set<string>;
  /** Paths that they look for. */
  included: Set<string>;
  /** Paths that doc comments of Rust look for. */
  shown: Set<string>;
  isCratePart: (path: string) => boolean;
}

async function* readFiles(
  reading: Reading,
  known: Known,
  signal: AbortSignal,
): AsyncGenerator<SourceItem> {
  const { files, skipped, copies, including } = reading;
  yield* skipped;
  yield* readSome(files, { reading, known, signal });
  // Relative to another folder, the same include can mean another file.
  const others = files.filter(({ path }) => including.has(path));
  yield* readSome(
    others.flatMap((file) => copies.get(file) ?? []),
    { reading, known, signal },
  );
  const left = files.filter(({ path }) => !including.has(path));
  yield* asCopies(left.flatMap((file) => copies.get(file) ?? []));
}

function asCopies(
  files: SelectedFile[],
  hint = 'other documents have the same text',
): SkippedItem[] {
  return leftOutFiles(files, 'copies', hint);
}

function leftOutFiles(files: SelectedFile[], kind: string, hint: string): SkippedItem[] {
  const paths = new Set(files.map(({ path }) => path));
  const leftOut = leftOutAs(paths, { kind, names: paths, hint });
  return leftOut ? [{ type: 'skipped', ...leftOut }] : [];
}

async function* readSome(
  files: readonly SelectedFile[],
  { reading, known, signal }: { reading: Reading; known: Known; signal: AbortSignal },
): AsyncGenerator<SourceItem> {
  const { includable, including } = reading;
  const wanted: SelectedFile[] = [];
  const unchanged: { path: string; hash: string }[] = [];
  for (const file of files) {
    const { path } = file;
    const watched = readStoredPaths(known(path)?.validator);
    const hash = includable.hashOf(file, watched);
    const { included } = watched;
    if (known(path, hash)?.hash !== hash) wanted.push(file);
    else {
      if (included.length > 0) including.add(path);
      addParts(file, included, reading);
      unchanged.push({ path, hash });
    }
  }
  const { readable, skipped } = await obtainWanted(reading, wanted, signal);
  yield* skipped;
  const documents = new Set(reading.files.map(({ path }) => path));
  const isDocument = (path: string): boolean => documents.has(path) && !partName.test(path);
  const found = await findIncludes(readable, { ...reading, ...reading.limits, isDocument, signal });
  for (const [path, { watched }] of found) {
    including.add(path);
    addParts({ path }, watched, reading);
  }
  const isWhole = ({ path }: { path: string }): boolean => !isPart(path, reading);
  yield* asParts(files.filter((file) => !isWhole(file)));
  for (const { path, hash } of unchanged.filter(isWhole)) yield { type: 'unchanged', path, hash };
  const whole = readable.filter(isWhole);
  const places = await collectPlaces(whole, { ...reading, found, signal });
  const contents = readWithIncludes(whole, found, { ...reading, signal });
  yield* decodeAll(contents, { ...reading, found, places });
}

/** Adds the paths that a document looks for. A path in any folder stands for the file that it means. */
function addParts(
  { path: document }: { path: string },
  watched: readonly string[],
  { included, shown, includable }: Reading,
): void {
  for (const path of watched) included.add(includable.get(path)?.path ?? path);
  if (document.endsWith('.rs')) for (const path of watched) shown.add(path);
}

/**
 * Returns whether a file is no document by itself: its name says so and other documents include it, or it is a partial of
 * Antora. Neither are examples and documents of a crate that a doc comment shows.
 */
function isPart(path: string, { included, shown, isCratePart, includable }: Reading): boolean {
  if (partName.test(path) && included.has(path)) return true;
  if (shown.has(path) && (isCratePart(path) || exampleFolder.test(path))) return true;
  return isPartial(path) && includable.get(descriptorOf(path) ?? '') !== undefined;
}

const exampleFolder = /(?:^|\/)examples\//;

/** Sites of Docusaurus and Astro have no pages in `static` or in these folders of `src`. */
const partName =
  /\.txt$|\.inc\.[a-z]+$|(?:^|\/)(?:(?:static|src\/components|src\/mdx)\/|(?:_(?!index\.md$)[^/]*|includes?|partials?|snippets?|fragments?|embeds?|boilerplates?|meta|reusables|shared|common)(?:\/|$))/i;

function asParts(files: SelectedFile[]): SkippedItem[] {
  return leftOutFiles(files, 'parts of others', 'the documents that include them show their text');
}

/** Fetches documents. Returns those that may be read, and the others with the reason. */
async function obtainWanted(
  { repository, limits, describing }: Reading,
  wanted: SelectedFile[],
  signal: AbortSignal,
): Promise<{ readable: SelectedFile[]; skipped: SkippedItem[] }> {
  const readable: SelectedFile[] = [];
  const skipped: SkippedItem[] = [];
  if (wanted.length === 0) return { readable, skipped };
  const sizes = await repository.obtain([...oidsOf(wanted), ...describing], signal);
  let total = 0;
  for (const file of wanted) {
    const size = sizes.get(file.oid);
    const reason = reasonToSkip(file, { size, total, limits });
    if (reason) skipped.push({ type: 'skipped', path: file.path, reason, limit: 'size' });
    else {
      total += size ?? 0;
      readable.push(file);
    }
  }
  return { readable, skipped };
}

function oidsOf(files: SelectedFile[]): string[] {
  return files.map(({ oid }) => oid);
}

function reasonToSkip(
  { format }: SelectedFile,
  { size, total, limits }: { size: number | undefined; total: number; limits: SourceLimits },
): string | undefined {
  const { maxTotalBytes } = limits;
  const maxBytes = maxBytesOf(format, limits);
  if (size === undefined) return `is not available, or is larger than ${maxBytes} bytes`;
  if (size > maxBytes) return `is ${size} bytes large; at most ${maxBytes} are read`;
  if (total + size > maxTotalBytes) {
    return `is beyond the ${maxTotalBytes} bytes that are read of one source`;
  }
  return undefined;
}

/** What decoded documents come with. */
interface Decoding extends Reading {
  found: IncludesByPath;
  places: Places;
}

async function* decodeAll(
  contents: AsyncIterable<ReadFile>,
  { limits, includable, included: parts, files, found, places }: Decoding,
): AsyncGenerator<SourceItem> {
  const described: SelectedFile[] = [];
  const left: LeftFiles = { repeated: [], drafts: [] };
  let total = 0;
  for await (const read of ownDocuments(contents, files, left)) {
    const { file, content, included } = read;
    // Without the git program, sizes are known only after the read.
    const reason = reasonToSkip(file, { size: content.length, total, limits });
    total += reason ? 0 : content.length;
    const item: SourceItem = reason
      ? { type: 'skipped', path: file.path, reason, limit: 'size' }
      : decode(file, content);
    if (item.type === 'skipped' && file.format === 'openapi' && parts.has(file.path)) {
      described.push(file);
      continue;
    }
    if (item.type !== 'document') {
      yield item;
      continue;
    }
    const { titled, ...titles } = referencedTitles(read, places);
    const watched = { included: found.get(file.path)?.watched ?? [], titled };
    const hash = includable.hashOf(file, watched);
    const document = { ...item.document, hash, ...titles, ...asIncluded(included, watched) };
    yield { type: 'document', document };
  }
  yield* asParts(described);
  yield* leftOutFiles(left.drafts, 'drafts', 'their front matter says so');
  yield* asCopies(left.repeated, 'the notebooks beside them, or the modules, have the same text');
}

/** Files that are left out because of their content. */
interface LeftFiles {
  /** They have the text of another one. */
  repeated: SelectedFile[];
  drafts: SelectedFile[];
}

/** Leaves out files whose content says that they are no documents. Adds those that repeat another one, and drafts, to `left`. */
async function* ownDocuments(
  contents: AsyncIterable<ReadFile>,
  files: readonly SelectedFile[],
  left: LeftFiles,
): AsyncGenerator<ReadFile> {
  const isRepeated = repeatFilter(files);
  for await (const read of contents) {
    const { file, content } = read;
    if (isRepeated(file, content)) left.repeated.push(file);
    else if (isDraft(file, content)) left.drafts.push(file);
    else if (isDocument(file, content)) yield read;
  }
}

/** Returns the texts that a document includes, and its watched paths. */
function asIncluded(
  included: Record<string, string>,
  watched: WatchedPaths,
): Pick<SourceDocument, 'included' | 'validator'> {
  const validator = storedPaths(watched);
  return {
    ...(validator !== undefined && { validator }),
    ...(Object.keys(included).length > 0 && { included }),
  };
}

/** Bytes at the beginning of a file that tell whether it is binary. */
const startBytes = 8_000;

function decode(
  { path, format, variant, title, oid: hash }: SelectedFile,
  bytes: Buffer,
): SourceItem {
  const isWide = bytes.length >= 2 && [0xfeff, 0xfffe].includes(bytes.readUInt16BE(0));
  // As in Git. A log in a long document can have such a byte.
  const isBinary = !isWide && bytes.subarray(0, startBytes).includes(0);
  if (isBinary) return { type: 'skipped', path, reason: 'is a binary file' };
  const content = decodeFile(bytes, format);
  if (content.startsWith('version https://git-lfs.github.com/spec/'))
    return { type: 'skipped', path, reason: 'is stored in Git LFS, which Lectern does not read' };
  if (content.startsWith('-----BEGIN PGP'))
    return { type: 'skipped', path, reason: 'is a signature or a key' };
  if (format === 'openapi' && !sniffOpenapi(path, content)) {
    return { type: 'skipped', path, reason: 'is not an API description' };
  }
  const document = {
    path,
    format,
    content,
    hash,
    ...(variant !== undefined && { variant }),
    ...(title !== undefined && { title }),
  };
  return { type: 'document', document };
}
