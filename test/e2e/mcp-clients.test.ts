import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  describePrograms,
  describeProgramsAlone,
  keySettings,
  strictSettings,
  type Served,
  type ServedToPrograms,
} from '../contract/clients.ts';
import { describeConformance } from '../contract/conformance.ts';
import { setUpByCtx7 } from '../support/known-programs.ts';
import { RunningLectern } from '../support/lectern.ts';
import { loopback, startWebServer, type WebServer } from '../support/web-server.ts';

const handbook = join(import.meta.dirname, '../fixtures/handbook');

const servedBy = async ({ url, data }: RunningLectern): Promise<Served> => ({
  url,
  token: (await readFile(join(data, 'operator.token'), 'utf8')).trim(),
});

let silent: WebServer;
let main: RunningLectern;
let strict: RunningLectern;
let served: ServedToPrograms;
beforeAll(async () => {
  // A page that never ends, and a server that waits for it, keep the library from being indexed.
  silent = await startWebServer({
    '/': (_request, response) => void response.writeHead(200).write('<p>'),
  });
  main = await RunningLectern.make();
  const patient = ['--request-timeout-ms', '600000'];
  await main.start([...patient, '--allowed-ranges', ...loopback], keySettings);
  const names = ['--id', '/acme/handbook', '--former-id', '/old/handbook', '--title', 'Handbook'];
  await main.run('add', handbook, ...names, '--wait');
  await main.run('add', `${silent.origin}/`, '--id', '/acme/slow', '--type', 'website');
  strict = await RunningLectern.make();
  await strict.start([], strictSettings);
  served = { main: await servedBy(main), strict: await servedBy(strict) };
});
afterAll(async () => {
  await main.remove();
  await strict.remove();
  await silent[Symbol.asyncDispose]();
});

describePrograms('at `lectern up`', () => served);
describeProgramsAlone();
describeConformance('at `lectern up`', () => main.url);

test('ctx7 setup writes the address of the tool server into clients', async () => {
  const project = await mkdtemp(join(tmpdir(), 'lectern-ctx7-'));
  onTestFinished(() => rm(project, { recursive: true, force: true }));
  expect(await setUpByCtx7(main.url, project)).toContain('MCP server configured');
  const { mcpServers } = JSON.parse(await readFile(join(project, '.mcp.json'), 'utf8'));
  expect(mcpServers.context7).toEqual({ type: 'http', url: `${main.url}/mcp` });
});
