import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { MadeSnippet } from '../../documents/document.ts';
import { messageOf, RunError } from '../../../base/errors.ts';
import { isObject, parsedJson } from '../../../base/json.ts';
import type { ImportSource } from '../../../resources/library.ts';
import type {
  TransferredCode,
  TransferredInfo,
  UploadHead,
  UploadLine,
  VersionLine,
} from './transferred-library.ts';
import { placeOf } from './snippet-id.ts';
import { DEFAULT_VERSION } from '../../../store/snippet-index.ts';
import type { Snapshot, SourceItem, SourceOptions } from '../source.ts';

/** Maximum snippets of one document. */
const maxTogether = 200;
/** Maximum characters of a line: more than an import accepts. */
const maxLine = 8_000_000;

/**
 * Opens one version of an import's upload. The facts of the default version list the others. Yields the stored snippets,
 * with those of a page as one document. Throws RunError.
 */
export async function openImport(
  { upload }: ImportSource,
  { version = DEFAULT_VERSION, uploads, limits, signal }: SourceOptions,
): Promise<Snapshot> {
  const lines = linesOf(await contentOf(upload, uploads), limits.maxTotalBytes, signal);
  const first = await lines.next();
  if (first.done) throw broken(upload, 'it is empty');
  const { title, description, branch, versions = [] } = valueIn(first.value) as UploadHead;
  if (version !== DEFAULT_VERSION && !versions.includes(version)) {
    await lines.return(undefined);
    throw broken(upload, `it has no version ${JSON.stringify(version)}`);
  }
  return {
    revision: upload,
    facts: {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(branch !== undefined && { branch }),
      ...(versions.length > 0 && { versions }),
    },
    linkTemplate: '{path}',
    documents: () => documentsOf(ofVersion(version, lines)),
    async close() {
      await lines.return(undefined);
    },
  };
}

async function contentOf(
  upload: string,
  uploads: SourceOptions['uploads'],
): Promise<AsyncIterable<Uint8Array>> {
  const content = await uploads?.open(upload);
  if (content) return content;
  const message = `The upload ${upload} is not in the store of uploads; import the library again`;
  throw new RunError('NotFound', message);
}

type SnippetLine = Exclude<UploadLine, VersionLine>;

/** Yields the lines of one version. */
async function* ofVersion(wanted: string, lines: AsyncIterable<string>): AsyncGenerator<string> {
  let version = DEFAULT_VERSION;
  for await (const line of lines) {
    const begun = versionBegun(line);
    if (begun === undefined) {
      if (version === wanted) yield line;
    } else if (version === wanted) return;
    else version = begun;
  }
}

/** Returns the version that a line begins; undefined for a line with a snippet. */
function versionBegun(line: string): string | undefined {
  return line.startsWith('{"version":') ? (valueIn(line) as VersionLine).version : undefined;
}

/** Groups successive snippets of a page into documents with unique paths. */
async function* documentsOf(lines: AsyncIterable<string>): AsyncGenerator<SourceItem> {
  /** The last number of each path. A page may have the path that another one has with a number. */
  const used = new Map<string, number>();
  let page = '';
  let group = new Map<string, MadeSnippet>();
  const document = (): SourceItem => {
    let path = page;
    let number = used.get(page) ?? 1;
    while (used.has(path)) path = `${page} ${(number += 1)}`;
    used.set(path, 1).set(page, number);
    const hash = createHash('sha256');
    for (const line of group.keys()) hash.update(line).update('\n');
    const snippets = [...group.values()];
    const facts = { path, format: 'text', content: '', hash: hash.digest('hex') } as const;
    return { type: 'document', document: { ...facts, snippets } };
  };
  for await (const line of lines) {
    const snippet = toSnippet(valueIn(line) as SnippetLine);
    const place = `${snippet.kind} ${snippet.path}`;
    // An index keeps equal snippets of a document once, so a repeated snippet begins a new document.
    if (group.size > 0 && (place !== page || group.has(line) || group.size >= maxTogether)) {
      yield document();
      group = new Map();
    }
    page = place;
    group.set(line, snippet);
  }
  if (group.size > 0) yield document();
}

function toSnippet(line: SnippetLine): MadeSnippet {
  return 'code' in line ? toCode(line.code) : toInfo(line.info);
}

function toCode({
  id,
  title,
  description,
  language,
  codeList,
  tokens,
}: TransferredCode): MadeSnippet {
  return {
    kind: 'code',
    title,
    description,
    pageTitle: '',
    breadcrumb: [],
    language,
    codeList,
    content: '',
    ...placeOf(id),
    tokens,
  };
}

function toInfo({ id, content, breadcrumb: trail, tokens }: TransferredInfo): MadeSnippet {
  const breadcrumb = trail === '' ? [] : trail.split(' > ');
  return {
    kind: 'info',
    title: breadcrumb.at(-1) ?? '',
    description: '',
    pageTitle: breadcrumb[0] ?? '',
    breadcrumb,
    language: '',
    codeList: [],
    content,
    ...placeOf(id),
    tokens,
  };
}

/** Yields the lines of a gzip file. Limits the length of a line, and the bytes of each version. */
async function* linesOf(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  signal: AbortSignal,
): AsyncGenerator<string, undefined> {
  const packed = Readable.from(content, { objectMode: false });
  const text = packed.pipe(createGunzip()).setEncoding('utf8');
  packed.once('error', (error) => text.destroy(error));
  let [rest, read] = ['', 0];
  try {
    for await (const piece of text as AsyncIterable<string>) {
      signal.throwIfAborted();
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > maxLine) throw new Error('a line is too long');
      for (const line of lines) {
        read = versionBegun(line) === undefined ? read + line.length + 1 : 0;
        refuseLarge(read, maxBytes);
        yield line;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof RunError) throw error;
    throw broken('of this library', messageOf(error));
  } finally {
    packed.destroy();
    text.destroy();
  }
}

/** Returns the value of a line. Throws RunError if the line is damaged. */
function valueIn(line: string): object {
  const value = parsedJson(line);
  if (isObject(value)) return value;
  throw broken('of this library', 'a line is damaged');
}

function refuseLarge(bytes: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  throw new RunError('TooLarge', `A version of the import has more than ${maxBytes} bytes`);
}

function broken(upload: string, why: string): RunError {
  return new RunError('Malformed', `The upload ${upload} cannot be read: ${why}; import it again`);
}
