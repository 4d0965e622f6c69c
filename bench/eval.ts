// Retrieval quality: indexes the documents of five npm packages and asks the questions of test/eval/, as `lectern eval` does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { up } from '../src/commands/up.ts';
import { evaluate } from '../src/commands/eval.ts';
import { createClient } from '../src/client/client.ts';
import { followRun } from '../src/commands/follow.ts';
import { fetchCorpora } from './support/corpora.ts';

const questions =
  process.argv[2] ?? new URL('../test/eval/npm-docs.questions.json', import.meta.url).pathname;
const corpora = await fetchCorpora(questions);
const data = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
const port = 7799;
const server = { url: `http://127.0.0.1:${port}`, data };
const running = up({ flags: { data, port, logLevel: 'warn', manifest: '' }, env: {} });
const client = createClient(server);
for (let ready = false; !ready;) {
  ready = await client.text('/api/ready').then(
    () => true,
    () => false,
  );
}
for (const { name, folder } of corpora) {
  await client.json('/api/v1/libraries', {
    method: 'POST',
    body: {
      id: `/npm/${name}`,
      source: { git: { url: folder, excludeFolders: ['.none'], excludeFiles: ['.none'] } },
    },
  });
}
for (const { name } of corpora) await followRun(client, `/npm/${name}`);
await evaluate(questions, { ...server, fast: true });
process.kill(process.pid, 'SIGTERM');
await running;
await rm(data, { recursive: true, force: true });
