import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { index } from '../../../src/cli/processes/index-job.ts';
import type { IndexingJob } from '../../../src/indexing/job.ts';
import { loopback, startWebServer, type Page } from '../../support/web-server.ts';

test('a run whose Pod is stopped before it begins does not read its source', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-stopped-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const answer = (body: string): Page => ({ body });
  await using gateway = await startWebServer({
    '/v1/versions': answer('[]'),
    '/v1/report': answer('{}'),
  });
  await using web = await startWebServer({ '/anvils': '<h1>Anvils</h1><p>They are heavy.</p>' });
  const job: IndexingJob = {
    id: 'run-1',
    library: 'docs/anvils',
    uid: 'uid-1',
    spec: { id: '/acme/anvils', source: { website: { url: `${web.origin}/anvils` } } },
    allowLocal: false,
  };
  const at = (name: string): string => join(folder, name);
  await writeFile(at('job.json'), JSON.stringify(job));
  await writeFile(at('token'), 'token');
  const files = { job: at('job.json'), token: at('token'), outcome: at('outcome') };
  const env = { LECTERN_GATEWAY_URL: gateway.origin, LECTERN_ALLOWED_RANGES: loopback.join(',') };

  const ended = index(files, { env });
  process.emit('SIGTERM');
  await ended;

  expect(JSON.parse(await readFile(at('outcome'), 'utf8'))).toMatchObject({
    state: 'failed',
    failure: { message: 'The run was cancelled' },
  });
  expect(web.requests).toEqual([]);
});
