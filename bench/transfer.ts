import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { operator } from '../src/identity/access/caller.ts';
import { pseudoRandom } from '../src/cli/eval/pseudo-random.ts';
import { createFileUploads } from '../src/store/file-uploads.ts';
import { openSqliteDatabase } from '../src/store/metadata/database.ts';
import { SqlTeamspaces } from '../src/store/metadata/teamspaces/teamspaces.ts';
import { SqlRegistry } from '../src/store/metadata/registry.ts';
import { importLibraries, type ReadLibraries } from '../src/transfer/import-libraries.ts';
import { readBundle } from '../src/transfer/read-bundle.ts';
import { stageBody } from '../src/transfer/stage-body.ts';

// Measures memory and time of an import: a body of 95 MB, then a bundle of about that size. Goal: under 600 MB of
// memory.
const BODY_BYTES = 95_000_000;
/** Unpacked size. Generated words compress to less than half. */
const BUNDLE_BYTES = 215_000_000;
const SNIPPETS = 8_000;

const random = pseudoRandom(11);
const vocabulary = Array.from({ length: 5_000 }, () => random().toString(36).slice(2, 10));
const folder = mkdtempSync(join(tmpdir(), 'lectern-transfer-'));
try {
  await run();
} finally {
  rmSync(folder, { recursive: true });
}

async function run(): Promise<void> {
  const body = join(folder, 'body.json');
  await pipeline(Readable.from(bodyOf(BODY_BYTES)), createWriteStream(body));
  await measure('body', body, (options) => stageBody(createReadStream(body), 'body', options));

  const unpacked = join(folder, 'unpacked.json');
  await pipeline(Readable.from(bodyOf(BUNDLE_BYTES)), createWriteStream(unpacked));
  const bundle = join(folder, 'bundle.zip');
  const zip = new ZipFile();
  zip.addFile(unpacked, 'libraries.json');
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(bundle));
  await measure('bundle', bundle, (options) => readBundle(bundle, options));
}

async function measure(what: string, file: string, read: ReadLibraries): Promise<void> {
  const database = await openSqliteDatabase(join(folder, `${what}.db`));
  const registry = new SqlRegistry(database, 'libraries');
  const uploads = createFileUploads({ dataDir: join(folder, what) });
  const began = performance.now();
  const { queued } = await importLibraries(
    read,
    { force: false, caller: operator, signal: new AbortController().signal },
    { registry, uploads, teams: { teamspaces: new SqlTeamspaces(database) }, workDir: folder },
  );
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  const memory = Math.round(process.resourceUsage().maxRSS / 1_024);
  console.log(
    `${what} of ${megabytes} MB: ${queued.length} libraries in ${seconds} s, most memory so far ${memory} MB (to reach: under 600)`,
  );
  await database.destroy();
}

/** Yields an import body of about this many bytes. */
function* bodyOf(bytes: number): Generator<string> {
  let size = 0;
  yield '{"libraries":[';
  for (let library = 0; size < bytes; library++) {
    yield `${library > 0 ? ',' : ''}{"project":"/bench/made-${library}","infoSnippets":[],"codeSnippets":[`;
    for (let at = 0; at < SNIPPETS && size < bytes; at++) {
      const text = (at > 0 ? ',' : '') + JSON.stringify(snippet(library, at));
      size += text.length;
      yield text;
    }
    yield ']}';
  }
  yield ']}';
}

function snippet(library: number, at: number): object {
  return {
    id: `https://example.org/${library}/${Math.floor(at / 20)}#_snippet_${at}`,
    title: words(5),
    description: words(30),
    language: 'ts',
    codeList: [{ language: 'ts', code: `${words(60)}\n${words(30)}` }],
    tokens: 100,
  };
}

function words(count: number): string {
  const pick = (): string => vocabulary[Math.floor(random() * vocabulary.length)] ?? '';
  return Array.from({ length: count }, pick).join(' ');
}
