import { createHash } from 'node:crypto';
import yauzl from 'yauzl';
import { LecternError, messageOf } from '../base/errors.ts';
import { entryMistake, entryName, unpacked, Unpacking } from '../base/zip-entries.ts';
import { stageBody, type StagedBody, type StageOptions } from './stage-body.ts';
import { hashed } from './hashed.ts';

/** Maximum files of a bundle: 50 libraries, the manifest, and files that archivers add. */
const maxFiles = 200;
/** Maximum unpacked bytes of one file, and of all files. */
const maxFile = 500_000_000;
const maxTotal = 1_000_000_000;
const maxManifest = 1_000_000;
const manifestName = 'manifest.json';

/** The entry of a file in the manifest. */
interface Listed {
  project: string;
  file: string;
  sha256: string;
}

interface File {
  entry: yauzl.Entry;
  name: string;
}

/**
 * Reads the libraries of a bundle: a zip with JSON files, each an import body or a library. Rejects invalid files by name and reads
 * the others. Throws LecternError if the zip itself is unreadable.
 */
export async function readBundle(path: string, options: StageOptions): Promise<StagedBody> {
  const zip = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false, decodeStrings: false })
    .catch(refuse);
  try {
    const result: StagedBody = { libraries: [], rejected: [] };
    const files = await listFiles(zip, result).catch(refuse);
    const listed = await readManifest(zip, files, options.signal);
    const named = new Map(listed.map((one) => [one.file, one]));
    for (const file of files) {
      if (file.name === manifestName) continue;
      await stageFile({ zip, file, listed: named.get(file.name), result }, options);
      named.delete(file.name);
    }
    for (const { project, file } of named.values()) {
      result.rejected.push({ project, reason: `${file} is not in the bundle` });
    }
    return result;
  } finally {
    zip.close();
  }
}

/** Returns the JSON files that are safe to read. Rejects the others. */
async function listFiles(zip: yauzl.ZipFile, result: StagedBody): Promise<File[]> {
  const files: File[] = [];
  const seen = new Set<string>();
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    if (zip.entriesRead > maxFiles) throw new Error(`it has more than ${maxFiles} files`);
    const name = entryName(entry);
    if (!/\.json$/i.test(name) || name.startsWith('__MACOSX/')) continue;
    const mistake =
      entryMistake(entry, name, maxFile) ??
      (seen.has(name) ? 'the zip contains its name twice' : undefined);
    seen.add(name);
    if (mistake !== undefined) {
      result.rejected.push({ project: name, reason: mistake });
      continue;
    }
    total += entry.uncompressedSize;
    if (total > maxTotal) throw new Error(`it has more than ${maxTotal} bytes unpacked`);
    files.push({ entry, name });
  }
  return files;
}

async function readManifest(
  zip: yauzl.ZipFile,
  files: File[],
  signal: AbortSignal,
): Promise<Listed[]> {
  const file = files.find(({ name }) => name === manifestName);
  if (!file) return [];
  if (file.entry.uncompressedSize > maxManifest) throw manifestWrong('it is too large');
  const pieces: Uint8Array[] = [];
  try {
    for await (const piece of unpacked(zip, file.entry, signal)) pieces.push(piece);
    const manifest: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'));
    return listedIn(manifest);
  } catch (error) {
    throw manifestWrong(messageOf(error));
  }
}

function listedIn(manifest: unknown): Listed[] {
  const { format, libraries } = (manifest ?? {}) as { format?: unknown; libraries?: unknown };
  if (format !== 1) throw new Error('format must be 1');
  if (!Array.isArray(libraries)) throw new Error('libraries must be a list');
  return libraries.map((one: Partial<Record<keyof Listed, unknown>> | null, at) => {
    const { project, file, sha256 } = one ?? {};
    if (typeof project === 'string' && typeof file === 'string' && typeof sha256 === 'string') {
      return { project, file, sha256: sha256.toLowerCase() };
    }
    throw new Error(`libraries[${at}] must have project, file and sha256`);
  });
}

interface FileToStage {
  zip: yauzl.ZipFile;
  file: File;
  listed: Listed | undefined;
  result: StagedBody;
}

async function stageFile(
  { zip, file, listed, result }: FileToStage,
  options: StageOptions,
): Promise<void> {
  const hash = createHash('sha256');
  const project = listed?.project ?? file.name;
  let staged: StagedBody;
  try {
    const content = hashed(unpacked(zip, file.entry, options.signal), hash);
    staged = await stageBody(content, project, options);
  } catch (error) {
    options.signal.throwIfAborted();
    if (error instanceof Unpacking) {
      result.rejected.push({ project, reason: `it cannot be unpacked: ${error.message}` });
      return;
    }
    throw error;
  }
  if (listed && !staged.broken && hash.digest('hex') !== listed.sha256) {
    const reason = 'its SHA-256 differs from the manifest';
    result.rejected.push({ project, reason });
    return;
  }
  if (staged.broken) {
    result.rejected.push({ project, reason: staged.broken.message });
    // Without the hash of the whole file, the libraries before the error are not verified.
    if (listed) return;
  }
  result.rejected.push(...staged.rejected);
  result.libraries.push(...staged.libraries);
}

function manifestWrong(why: string): LecternError {
  return new LecternError('validation_error', `manifest.json of the bundle is wrong: ${why}.`);
}

function refuse(error: unknown): never {
  if (error instanceof LecternError) throw error;
  const message = `The bundle is not a readable zip file: ${messageOf(error).replace(/\.$/, '')}.`;
  throw new LecternError('validation_error', message, { cause: error });
}
