// Adds many libraries of one page at once to a `lectern up`, from a Git server and as llms.txt. Prints the seconds of
// each library until words find it and until it is embedded, against bare programs for the same pages in the same run.
// Options: the number of libraries, and one kind of source.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { marked } from 'marked';
import { createClient } from '../src/cli/client/client.ts';
import { fetchLibraries } from '../src/cli/commands/library-view.ts';
import type { LibrarySource } from '../src/resources/library.ts';
import { startGitServer } from '../test/support/git-server.ts';
import { startWebServer } from '../test/support/web-server.ts';
import { startLectern } from './support/lectern.ts';
import { openPlainEmbedder, plainChunks } from './support/plain-chunks.ts';
import { commitPages, makePages } from './support/repository.ts';

/** A kind of source: where Lectern reads page `n`, and how a bare program does. */
interface Kind {
  name: string;
  source: (n: number) => LibrarySource;
  fetch: (n: number) => Promise<string>;
}

/** Seconds until words find all pages, and until all are embedded. */
interface Times {
  byWords: number;
  embedded: number;
}

const [given = '60', only] = process.argv.slice(2);
const count = Number(given);
/** As many as Lectern reads at once by default. */
const atOnce = 2;
const pollMs = 100;
const shell = promisify(execFile);

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const pages = makePages(count);
for (const [n, page] of pages.entries()) {
  const repository = join(folder, 'served', `${n}.git`);
  commitPages(repository, [page]);
  // As the large hosts do.
  for (const what of ['allowFilter', 'allowAnySHA1InWant']) {
    await shell('git', ['-C', repository, 'config', `uploadpack.${what}`, 'true']);
  }
}
const git = await startGitServer({ root: join(folder, 'served') });
const plain = { 'content-type': 'text/plain' };
const web = await startWebServer(
  Object.fromEntries(
    pages.map(({ text }, n) => [`/${n}/llms.txt`, { headers: plain, body: text }]),
  ),
);
const kinds: Kind[] = [
  {
    name: 'git',
    source: (n) => ({ git: { url: `${git.origin}/${n}.git` } }),
    fetch: async (n) => {
      const clone = join(folder, `clone-${n}`);
      await shell('git', ['clone', '-q', '--bare', '--depth=1', `${git.origin}/${n}.git`, clone]);
      return (await shell('git', ['-C', clone, 'show', `HEAD:${pages[n]!.path}`])).stdout;
    },
  },
  {
    name: 'llms.txt',
    source: (n) => ({ llmstxt: { url: `${web.origin}/${n}/llms.txt` } }),
    fetch: async (n) => (await fetch(`${web.origin}/${n}/llms.txt`)).text(),
  },
];
try {
  for (const kind of kinds.filter(({ name }) => only === undefined || name === only)) {
    const reference = await bare(kind);
    const { cpu, ...times } = await indexed(kind);
    line(`${kind.name}, by words (under 0.2 s)`, times.byWords, reference.byWords);
    line(`${kind.name}, embedded`, times.embedded, reference.embedded);
    console.log(`  processor time of Lectern ${(cpu / count).toFixed(3)} s each`);
  }
} finally {
  await git.close();
  await web[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}

/** Fetches, parses and inserts the pages with the bare libraries, then embeds their plain chunks. */
async function bare({ name, fetch }: Kind): Promise<Times> {
  const model = await openPlainEmbedder();
  const db = new Database(join(folder, `${name}.db`));
  db.exec('create virtual table fts using fts5 (body)');
  const insert = db.prepare('insert into fts values (?)');
  const chunks: string[] = [];
  const began = performance.now();
  let next = 0;
  const work = async (): Promise<void> => {
    while (next < count) {
      const text = await fetch(next++);
      db.transaction(() => {
        for (const token of marked.lexer(text)) insert.run(token.raw);
      })();
      chunks.push(...plainChunks(text));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const byWords = secondsSince(began);
  await model.embed(chunks);
  const embedded = secondsSince(began);
  db.close();
  await model.close();
  return { byWords, embedded };
}

/** Adds all libraries to a new `lectern up`. */
async function indexed({ name, source }: Kind): Promise<Times & { cpu: number }> {
  const data = join(folder, `data-${name}`);
  const lectern = await startLectern(data, { LECTERN_ALLOWED_RANGES: '127.0.0.0/8' });
  try {
    const client = createClient({ url: lectern.url, data });
    const spent = lectern.cpuSeconds();
    const began = performance.now();
    const add = (_: unknown, n: number): Promise<unknown> =>
      client.json('/api/v1/libraries', {
        method: 'POST',
        body: { id: `/bench/page-${n}`, source: source(n) },
      });
    await Promise.all(Array.from({ length: count }, add));
    let byWords: number | undefined;
    for (;;) {
      const libraries = await fetchLibraries(client);
      const failed = libraries.find(({ state }) => state === 'error');
      if (failed) throw new Error(`${failed.id}: ${failed.message}`);
      const served = libraries.filter(({ totalSnippets }) => totalSnippets > 0);
      if (served.length === count) byWords ??= secondsSince(began);
      if (byWords !== undefined && libraries.every((one) => one.embeddedPercent === 100)) {
        return { byWords, embedded: secondsSince(began), cpu: lectern.cpuSeconds() - spent };
      }
      await sleep(pollMs);
    }
  } finally {
    await lectern.stop();
  }
}

function line(what: string, seconds: number, reference: number): void {
  const [own, other] = [seconds / count, reference / count].map((each) => each.toFixed(3));
  const ratio = (seconds / reference).toFixed(1);
  console.log(`${what.padEnd(30)} ${own} s each, bare ${other} s, ratio ${ratio}`);
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1000;
}
