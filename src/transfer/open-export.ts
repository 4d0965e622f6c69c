import { createHash } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { isDeepStrictEqual } from 'node:util';
import { ZipFile } from 'yazl';
import { isExportable, isHeldBack } from '../identity/access/credential-policy.ts';
import { LecternError } from '../base/errors.ts';
import { holdersOf, isRefused } from '../resources/holder.ts';
import { resourceName, type Library } from '../resources/library.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import { DEFAULT_VERSION, type ServedContent, type SnippetIndex } from '../store/snippet-index.ts';
import { importBodyJson, libraryJson, type ExportedLibrary } from './export-library.ts';
import { hashed } from './hashed.ts';
import { maxVersions } from '../indexing/sources/import/transferred-library.ts';

/** The stores that an export reads. */
export interface ExportPorts {
  registry: Pick<Registry, 'list'>;
  index: Pick<SnippetIndex, 'read' | 'versions'>;
  catalog: Pick<Catalog, 'get'>;
  /** Returns whether the caller can see a library. */
  sees: (library: Library) => boolean;
}

/** Maximum milliseconds of an export, even for a slow client, because an export keeps the index open. */
const timeoutMs = 30 * 60_000;

/**
 * A library to export: its id, with or without the leading slash, and its versions besides the default one. Absent `versions` mean
 * all served ones. An export always contains the default version.
 */
export type WantedLibrary = string | { library: string; versions?: string[] };

/**
 * Streams one public library as the body of an import. Throws LecternError: library_not_found; access_denied if the library is
 * private; no_snippets_found if it is not indexed; tag_not_found if a version is not served; validation_error if there are more
 * versions than an import accepts.
 */
export async function exportBody(
  ports: ExportPorts,
  wanted: WantedLibrary,
  signal: AbortSignal,
): Promise<Readable> {
  const [exported] = await exportedOf(ports, [wanted]);
  if (!exported) throw unknown(idOf(wanted));
  return streamOf((ended) => importBodyJson(exported, ended), signal);
}

/** Streams several public libraries as a zip. Throws the same errors as exportBody, before the stream starts. */
export async function exportBundle(
  ports: ExportPorts,
  wanted: WantedLibrary[],
  signal: AbortSignal,
): Promise<Readable> {
  const libraries = await exportedOf(ports, wanted);
  const zip = new ZipFile();
  const output = new PassThrough();
  const gone = new AbortController();
  output.once('close', () => gone.abort());
  const fail = (error: Error): void => void output.destroy(error);
  zip.once('error', fail);
  zip.outputStream.once('error', fail);
  zip.outputStream.pipe(output);
  const ended = AbortSignal.any([signal, gone.signal]);
  addAll(zip, libraries, ended).catch(fail);
  return output;
}

/** The entry of a library in the manifest of a bundle. */
interface BundledLibrary {
  project: string;
  file: string;
  sha256: string;
  /** Number of snippets of all versions. */
  snippets: number;
  /** Versions besides the default one. Absent if there are none. */
  versions?: readonly string[];
}

/** Adds one library after another, so that only one is open. The manifest comes last, because it contains their hashes. */
async function addAll(
  zip: ZipFile,
  libraries: ExportedLibrary[],
  signal: AbortSignal,
): Promise<void> {
  const bundled: BundledLibrary[] = [];
  for (const { library, versions, open } of libraries) {
    signal.throwIfAborted();
    const { id } = library.spec;
    let snippets = 0;
    const counted = async (version: string): Promise<ServedContent> => {
      const content = await open(version);
      snippets += content.active.snippets;
      return content;
    };
    const hash = createHash('sha256');
    const json = streamOf(
      (ended) => hashed(libraryJson({ library, versions, open: counted }, ended), hash),
      signal,
    );
    const file = `libraries/${resourceName(id)}.json`;
    const closed = Promise.withResolvers<void>();
    json.once('close', () =>
      json.readableEnded ? closed.resolve() : closed.reject(signal.reason),
    );
    json.once('error', closed.reject);
    zip.addReadStream(json, file);
    await closed.promise;
    const sha256 = hash.digest('hex');
    bundled.push({ project: id, file, sha256, snippets, ...(versions.length > 0 && { versions }) });
  }
  const manifest = { format: 1, createdAt: new Date().toISOString(), libraries: bundled };
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json');
  zip.end();
}

/** Returns a stream that joins texts to larger pieces. Its time limit also ends the texts if nobody reads the stream. */
function streamOf(
  textsOf: (signal: AbortSignal) => AsyncIterable<string>,
  signal: AbortSignal,
): Readable {
  const ended = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  return Readable.from(inPieces(textsOf(ended)), { objectMode: false, signal: ended });
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

/** Returns the libraries to export, each once. Checks that all of them are served. */
async function exportedOf(ports: ExportPorts, wanted: WantedLibrary[]): Promise<ExportedLibrary[]> {
  const { registry, index, sees, catalog } = ports;
  /** The content has the readers of its search record until the controller has handled the Library. */
  const isShownAsPrivate = async (id: string): Promise<boolean> => {
    const record = await catalog.get(id);
    return record?.id === id && record.visibility === 'private';
  };
  const all = holdersOf(await registry.list());
  const exported: ExportedLibrary[] = [];
  for (const [id, names] of choicesOf(wanted)) {
    const library = all.get(id);
    if (!library || !mayHaveContent(library) || !sees(library)) throw unknown(id);
    if (!isExportable(library) || (await isShownAsPrivate(id))) throw notPublic(library);
    exported.push({
      library,
      versions: await versionsOf(index, id, names),
      async open(version) {
        const content = await index.read(id, version);
        if (!content) throw nothingServed(id);
        return content;
      },
    });
  }
  return exported;
}

/** Returns whether content under the id of a Library is its own: it exists, and was not refused for an older one. */
function mayHaveContent(library: Library): boolean {
  return library.metadata.deletionTimestamp === undefined && !isRefused(library);
}

/** Returns the requested versions by library id; undefined means all. */
function choicesOf(wanted: WantedLibrary[]): Map<string, string[] | undefined> {
  const choices = new Map<string, string[] | undefined>();
  for (const one of wanted) {
    const id = idOf(one);
    const names = typeof one === 'string' ? undefined : one.versions;
    if (choices.has(id) && !isDeepStrictEqual(choices.get(id), names)) {
      const message = `Field "libraries" names ${id} twice with different versions; name it once with all versions.`;
      throw new LecternError('validation_error', message);
    }
    choices.set(id, names);
  }
  return choices;
}

/** Returns the versions to export besides the default one, in the order of the index. */
async function versionsOf(
  index: ExportPorts['index'],
  id: string,
  names: string[] | undefined,
): Promise<string[]> {
  const served = (await index.versions(id)).map(({ version }) => version);
  if (!served.includes(DEFAULT_VERSION)) throw nothingServed(id);
  const others = served.filter((version) => version !== DEFAULT_VERSION);
  const missing = names?.find((name) => !others.includes(name));
  if (missing !== undefined) throw notServed(id, missing, others);
  const chosen = names ? others.filter((version) => names.includes(version)) : others;
  if (chosen.length > maxVersions) throw tooMany(id, chosen.length);
  return chosen;
}

function idOf(wanted: WantedLibrary): string {
  return withSlash(typeof wanted === 'string' ? wanted : wanted.library);
}

function withSlash(id: string): string {
  return id.startsWith('/') ? id : `/${id}`;
}

function unknown(id: string): LecternError {
  const message = `Library ${JSON.stringify(id)} not found. GET /api/v1/libraries lists the libraries.`;
  return new LecternError('library_not_found', message);
}

function notPublic(library: Library): LecternError {
  const { id } = library.spec;
  const why = isHeldBack(library)
    ? 'was read with a credential; it is private until an admin sets publishCredentialed'
    : 'is private';
  const message = `Library ${id} ${why}; only public libraries can be exported.`;
  return new LecternError('access_denied', message);
}

function notServed(id: string, version: string, others: string[]): LecternError {
  const there = others.length > 0 ? `It serves ${others.join(', ')}` : 'It serves no other';
  const message = `Version ${JSON.stringify(version)} of library ${id} is not served. ${there} besides the default version, which every export includes.`;
  return new LecternError('tag_not_found', message);
}

function tooMany(id: string, count: number): LecternError {
  const message = `Library ${id} serves ${count} versions besides the default one, but an import may have ${maxVersions}; choose some with "versions".`;
  return new LecternError('validation_error', message);
}

function nothingServed(id: string): LecternError {
  const message = `Library ${id} is not indexed yet; export it when it is.`;
  return new LecternError('no_snippets_found', message);
}
