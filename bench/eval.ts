// Retrieval quality: indexes the documents of five npm packages and asks the questions of test/eval/, as `lectern eval` does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate } from '../src/cli/commands/eval.ts';
import { createClient } from '../src/cli/client/client.ts';
import { followRun } from '../src/cli/commands/follow.ts';
import { fetchCorpora } from './support/corpora.ts';
import { startLectern } from './support/lectern.ts';

const questions =
  process.argv[2] ?? new URL('../test/eval/npm-docs.questions.json', import.meta.url).pathname;
const corpora = await fetchCorpora(questions);
const data = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
const lectern = await startLectern(data);
for (const { name, folder } of corpora) await lectern.add(`/npm/${name}`, folder);
const server = { url: lectern.url, data };
const client = createClient(server);
for (const { name } of corpora) await followRun(client, `/npm/${name}`);
await evaluate(questions, { ...server, fast: true });
await lectern.stop();
await rm(data, { recursive: true, force: true });
