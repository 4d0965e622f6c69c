// Measures the seconds from the command that adds a repository of 2,000 documents to the first right answer, against a bare clone,
// parse and full-text table of the same documents. Option: the number of documents.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { marked } from 'marked';
import { createClient } from '../src/cli/client/client.ts';
import { CommandError } from '../src/cli/client/command-error.ts';
import { startLectern, type Lectern } from './support/lectern.ts';
import { commitPages, makePages } from './support/repository.ts';
import { line } from './support/measure.ts';

const [count = 2000] = process.argv.slice(2).map(Number);
const libraryId = '/bench/first-answer';
const longestMs = 10 * 60_000;
const pollMs = 50;

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const pages = makePages(count);
const repository = join(work, 'docs.git');
commitPages(repository, pages);
const bytes = pages.reduce((sum, { text }) => sum + text.length, 0);
const lectern = await startLectern(join(work, 'data'));
try {
  // The load of the machine changes, so the reference runs before and after.
  const before = bare('before');
  const first = await firstAnswer(lectern);
  await lectern.remove(libraryId);
  const after = bare('after');
  const reference = (before + after) / 2;
  line('documents', `${count}, ${(bytes / 1e6).toFixed(1)} MB`);
  line('first right answer after (under 15 s)', `${first.toFixed(1)} s`);
  line('bare clone, parser and table', `${before.toFixed(1)}, ${after.toFixed(1)} s`);
  line('first right answer / bare', (first / reference).toFixed(2));
} finally {
  await lectern.stop();
  await rm(work, { recursive: true, force: true });
}

/** Adds the repository. Returns the seconds until the first block of an answer is from the page that the question names. */
async function firstAnswer(lectern: Lectern): Promise<number> {
  const client = createClient({ url: lectern.url, data: join(work, 'data') });
  const { path, text } = pages.at(-1)!;
  const query = { libraryId, query: text.slice(2, text.indexOf('\n')), type: 'txt' };
  const began = performance.now();
  await lectern.add(libraryId, repository);
  while (performance.now() - began < longestMs) {
    const answer = await client.text('/api/v2/context', { query }).catch(notYet);
    const source = /^Source: (.*)$/m.exec(answer)?.[1];
    if (source?.includes(path)) return (performance.now() - began) / 1000;
    await sleep(pollMs);
  }
  throw new Error(`no right answer within ${longestMs / 1000} s`);
}

/** Returns no text for the error of a library that no run has indexed yet. */
function notYet(error: unknown): string {
  if (error instanceof CommandError) return '';
  throw error;
}

/** Clones the repository, parses its documents and inserts their blocks into one table. Returns the seconds. */
function bare(name: string): number {
  const began = performance.now();
  const clone = join(work, name);
  execFileSync('git', ['clone', '-q', '--depth=1', `file://${repository}`, clone]);
  const db = new Database(join(work, `${name}.db`));
  db.exec('create virtual table fts using fts5 (body)');
  const insert = db.prepare('insert into fts values (?)');
  db.transaction(() => {
    for (const file of globSync('**/*.md', { cwd: clone })) {
      for (const { raw } of marked.lexer(readFileSync(join(clone, file), 'utf8'))) insert.run(raw);
    }
  })();
  db.close();
  return (performance.now() - began) / 1000;
}
