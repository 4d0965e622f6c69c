// Measures a tool call over both transports against the answer of the HTTP endpoint, the memory of 200 clients, and the
// start of lectern mcp.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { modernVersion } from '../src/api/mcp/definitions.ts';
import { createBuiltInEmbedder } from '../src/models/built-in-embedder.ts';
import { startLectern } from './support/lectern.ts';
import { loadLibrary } from './support/loaded-library.ts';
import { line, ms, percentile } from './support/measure.ts';

const library = '/bench/tools';
const snippets = 5_000;
const rounds = 150;
const clients = 200;
const starts = 15;
const bin = new URL('../bin/lectern.js', import.meta.url).pathname;

const work = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const data = join(work, 'data');
const embedder = await createBuiltInEmbedder();
const questions = await loadLibrary(data, { id: library, count: snippets, embedder });
await embedder.close();
const lectern = await startLectern(data);
try {
  await compareCalls();
  await measureMemory();
  await measureStart();
} finally {
  await lectern.stop();
  await rm(work, { recursive: true, force: true });
}

/** Returns a new question, because the server caches the vectors of questions. */
function next(): string {
  return questions.pop() ?? `question ${Math.random()}`;
}

async function connected(transport: Transport): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(transport);
  return client;
}

function overHttp(): Transport {
  return new StreamableHTTPClientTransport(new URL(`${lectern.url}/mcp`));
}

async function compareCalls(): Promise<void> {
  const http = await connected(overHttp());
  const args = [bin, 'mcp', '--url', lectern.url];
  const stdio = await connected(new StdioClientTransport({ command: process.execPath, args }));
  const endpoint = async (): Promise<void> => {
    const query = new URLSearchParams({ libraryId: library, query: next() });
    const response = await fetch(`${lectern.url}/api/v2/context?${query.toString()}`);
    if (!(await response.text()).includes('###')) throw new Error('the endpoint has no answer');
  };
  const tool = (client: Client) => async (): Promise<void> => {
    const call = { name: 'query-docs', arguments: { libraryId: library, query: next() } };
    const { content } = await client.callTool(call);
    if (!JSON.stringify(content).includes('###')) throw new Error('the tool has no answer');
  };
  const ways = { endpoint, http: tool(http), stdio: tool(stdio) };
  const times = { endpoint: [] as number[], http: [] as number[], stdio: [] as number[] };
  for (let round = -20; round < rounds; round += 1) {
    for (const [name, ask] of Object.entries(ways)) {
      const start = performance.now();
      await ask();
      if (round >= 0) times[name as keyof typeof times].push(performance.now() - start);
    }
  }
  const own = percentile(times.endpoint, 0.5);
  line('HTTP endpoint: p50', ms(own));
  for (const name of ['http', 'stdio'] as const) {
    const p50 = percentile(times[name], 0.5);
    line(`tool call over ${name}: p50`, ms(p50));
    line('  ratio (at most 1.2)', (p50 / own).toFixed(2));
  }
  await http.close();
  await stdio.close();
}

async function measureMemory(): Promise<void> {
  const before = lectern.memory();
  let most = 0;
  const all = await Promise.all(Array.from({ length: clients }, () => connected(overHttp())));
  for (let round = 0; round < 3; round += 1) {
    const asked = all.map(async (client) => {
      await client.listTools();
      const call = { name: 'query-docs', arguments: { libraryId: library, query: next() } };
      await client.callTool(call);
      most = Math.max(most, lectern.memory());
    });
    await Promise.all(asked);
  }
  line(
    `memory of ${clients} clients that ask at once`,
    `${(most - before).toFixed(0)} MB (below 300)`,
  );
  await Promise.all(all.map((client) => client.close()));
}

async function measureStart(): Promise<void> {
  const client = { name: 'bench', version: '1' };
  const handshake = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
  const meta = {
    'io.modelcontextprotocol/protocolVersion': modernVersion,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const firsts = {
    initialize: { method: 'initialize', params: handshake },
    'server/discover': { method: 'server/discover', params: { _meta: meta } },
  };
  const bare = await startTimes(
    ['--eval', 'process.stdin.once("data", (all) => console.log(1))'],
    '',
  );
  line('node alone: start to first answer, p50', ms(percentile(bare, 0.5)));
  for (const [name, first] of Object.entries(firsts)) {
    const message = JSON.stringify({ jsonrpc: '2.0', id: 1, ...first });
    const times = await startTimes([bin, 'mcp', '--url', lectern.url], message);
    line(
      `lectern mcp: start to answer of ${name}, p50`,
      `${ms(percentile(times, 0.5))} (below 400 ms)`,
    );
  }
}

async function startTimes(args: string[], message: string): Promise<number[]> {
  const times: number[] = [];
  for (let start = -1; start < starts; start += 1) {
    const began = performance.now();
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.write(`${message}\n`);
    await once(child.stdout, 'data');
    if (start >= 0) times.push(performance.now() - began);
    child.stdin.end();
    await once(child, 'close');
  }
  return times;
}
