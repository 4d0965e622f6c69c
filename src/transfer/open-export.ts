import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import { isExportable, isHeldBack } from '../access/credential-policy.ts';
import { LecternError } from '../errors.ts';
import type { Library } from '../resources/library.ts';
import type { Registry } from '../store/registry.ts';
import { DEFAULT_VERSION, type ServedContent, type SnippetIndex } from '../store/snippet-index.ts';
import { importBodyJson, libraryJson } from './export-library.ts';
import { hashed } from './hashed.ts';

/** What an export reads from. */
export interface ExportPorts {
  registry: Pick<Registry, 'list'>;
  index: Pick<SnippetIndex, 'read' | 'versions'>;
  /** Whether the caller may know of a library. */
  sees: (library: Library) => boolean;
}

/** An export takes no longer than this, however slowly it is read: what it reads from is held open. */
const timeoutMs = 30 * 60_000;

/**
 * One public library as the body of an import, streamed. Throws LecternError: library_not_found, access_denied for a private
 * one, no_snippets_found when nothing of it is served.
 */
export async function exportBody(
  ports: ExportPorts,
  id: string,
  signal: AbortSignal,
): Promise<Readable> {
  const [library] = await librariesOf(ports, [id]);
  if (!library) throw unknown(id);
  const content = await ports.index.read(library.spec.id, DEFAULT_VERSION);
  if (!content) throw nothingServed(library.spec.id);
  return streamOf((ended) => importBodyJson(library, content, ended), content, signal);
}

/** Several public libraries as a zip, streamed; throws as exportBody does, before anything is sent. */
export async function exportBundle(
  ports: ExportPorts,
  ids: string[],
  signal: AbortSignal,
): Promise<Readable> {
  const libraries = await librariesOf(ports, ids);
  for (const { spec } of libraries) {
    const served = await ports.index.versions(spec.id);
    if (!served.some(({ version }) => version === DEFAULT_VERSION)) throw nothingServed(spec.id);
  }
  const zip = new ZipFile();
  const output = new PassThrough();
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  const fail = (error: Error): void => void output.destroy(error);
  zip.once('error', fail);
  zip.outputStream.once('error', fail);
  zip.outputStream.pipe(output);
  const ended = AbortSignal.any([signal, gone.signal]);
  addAll({ zip, index: ports.index, libraries }, ended).catch(fail);
  return output;
}

/** What the manifest of a bundle says of one library. */
interface BundledLibrary {
  project: string;
  file: string;
  sha256: string;
  snippets: number;
}

/** One library after the other, so that one is open at a time; the manifest, which has their hashes, comes last. */
async function addAll(
  { zip, index, libraries }: { zip: ZipFile; index: ExportPorts['index']; libraries: Library[] },
  signal: AbortSignal,
): Promise<void> {
  const bundled: BundledLibrary[] = [];
  for (const library of libraries) {
    signal.throwIfAborted();
    const { id } = library.spec;
    const content = await index.read(id, DEFAULT_VERSION);
    if (!content) throw nothingServed(id);
    const hash = createHash('sha256');
    const json = streamOf(
      (ended) => hashed(libraryJson(library, content, ended), hash),
      content,
      signal,
    );
    const file = `libraries/${id.slice(1).replace('/', '__')}.json`;
    const closed = Promise.withResolvers<void>();
    json.once('close', () =>
      json.readableEnded ? closed.resolve() : closed.reject(signal.reason),
    );
    json.once('error', closed.reject);
    zip.addReadStream(json, file);
    await closed.promise;
    const { snippets } = content.active;
    bundled.push({ project: id, file, sha256: hash.digest('hex'), snippets });
  }
  const manifest = { format: 1, createdAt: new Date().toISOString(), libraries: bundled };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  zip.end();
}

/** A stream of texts in larger pieces that closes what it reads from, whether or not it was read. */
function streamOf(
  textsOf: (signal: AbortSignal) => AsyncIterable<string>,
  content: ServedContent,
  signal: AbortSignal,
): Readable {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const stream = Readable.from(inPieces(textsOf(ended)), { objectMode: false, signal: ended });
  stream.once('close', () => void content.close().catch(() => undefined));
  return stream;
}

async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let held = '';
  for await (const text of texts) {
    held += text;
    if (held.length < 65_536) continue;
    yield Buffer.from(held);
    held = '';
  }
  if (held !== '') yield Buffer.from(held);
}

/** The Libraries of ids, each once, with or without the slash at the beginning. */
async function librariesOf(
  { registry, sees }: Pick<ExportPorts, 'registry' | 'sees'>,
  ids: string[],
): Promise<Library[]> {
  const all = new Map((await registry.list()).map((library) => [library.spec.id, library]));
  return [...new Set(ids.map(withSlash))].map((id) => {
    const library = all.get(id);
    if (!library || library.metadata.deletionTimestamp || !sees(library)) throw unknown(id);
    if (!isExportable(library)) throw notPublic(library);
    return library;
  });
}

function withSlash(id: string): string {
  return id.startsWith('/') ? id : `/${id}`;
}

function unknown(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the ids there are.`;
  return new LecternError('library_not_found', 404, message);
}

function notPublic(library: Library): LecternError {
  const { id } = library.spec;
  const why = isHeldBack(library)
    ? 'was read with a credential, and is private until an admin sets publishCredentialed'
    : 'is private';
  const message = `Library ${id} ${why}; only public libraries can be exported.`;
  return new LecternError('access_denied', 403, message);
}

function nothingServed(id: string): LecternError {
  const message = `Nothing of library ${id} is served yet; export it when it is indexed.`;
  return new LecternError('no_snippets_found', 404, message);
}
