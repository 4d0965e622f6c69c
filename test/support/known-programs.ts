import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { modernVersion } from '../../src/api/mcp/definitions.ts';
import { installClients, runProgram } from './client-programs.ts';
import type { Person, SigningIn } from './oauth-person.ts';

const root = new URL('../..', import.meta.url).pathname;
const bin = join(root, 'bin/lectern.js');
/** A key with the prefix that the published clients expect. The SDK requires one. */
export const clientKey = `ctx7sk-0123456789abcdef_${'k'.repeat(43)}`;
/** The question that every program sends. */
const question = 'How do I rotate the API key of a service?';

/** A published program. Each method returns the text that a person sees, with or without a key. */
export interface UnderTest {
  search: (url: string, libraryName: string, key?: string) => Promise<string>;
  docs: (url: string, libraryId: string, key?: string) => Promise<string>;
}

/** The server that a program calls, and the key. */
interface Target {
  url: string;
  key: string | undefined;
}

type Tool = (name: string, args: Record<string, string>) => Promise<string>;

const clients = await installClients();
const installed = (path: string): string => join(clients, 'node_modules', path);

/** Returns a program that calls the two tools of a client. */
function byTools(tool: (target: Target) => Tool): UnderTest {
  return {
    search: (url, libraryName, key) =>
      tool({ url, key })('resolve-library-id', { libraryName, query: question }),
    docs: (url, libraryId, key) => tool({ url, key })('query-docs', { libraryId, query: question }),
  };
}

async function callOnce(
  client: Client,
  transport: Transport,
  call: { name: string; arguments: Record<string, string> },
): Promise<string> {
  try {
    await client.connect(transport);
    const { content } = await client.callTool(call);
    return (content as { text: string }[]).map(({ text }) => text).join('\n');
  } catch (error) {
    return String(error);
  } finally {
    await client.close();
  }
}

/** Returns the official MCP client, for the revisions with a handshake. */
function sdkClient(transport: (target: Target) => Transport): UnderTest {
  return byTools((target) => (name, args) => {
    const client = new Client({ name: 'test', version: '1' });
    return callOnce(client, transport(target), { name, arguments: args });
  });
}

const lecternMcp = ({
  url,
  key,
}: Target): { command: string; args: string[]; env: Record<string, string> } => ({
  command: process.execPath,
  args: [bin, 'mcp', '--url', url],
  env: variables('LECTERN_API_KEY', key),
});

function variables(name: string, key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { [name]: key };
}

const withKey = ({ key }: Target): { requestInit?: RequestInit } =>
  key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } };

/** The started context7-mcp servers, and their URLs by the URL that they call. */
const started: ChildProcess[] = [];
const context7Servers = new Map<string, Promise<string>>();

/** Returns the URL of a context7-mcp over HTTP that calls a server. */
function context7Server(url: string): Promise<string> {
  const known = context7Servers.get(url) ?? startContext7Server(url);
  context7Servers.set(url, known);
  return known;
}

async function startContext7Server(url: string): Promise<string> {
  // If another program has this port, it takes one of the next ones and prints it. The services of
  // the test stack have ports from 20000; they must stay free while a service is stopped.
  const wanted = 11_000 + Math.floor(Math.random() * 8_000);
  const script = installed('@upstash/context7-mcp/dist/index.js');
  const child = spawn(process.execPath, [script, '--transport', 'http', '--port', String(wanted)], {
    env: { ...process.env, CONTEXT7_API_URL: `${url}/api`, OTEL_SDK_DISABLED: 'true' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  started.push(child);
  let printed = '';
  for (;;) {
    const [chunk] = (await once(child.stderr, 'data')) as [Buffer];
    printed += chunk.toString();
    const [, port] = /running on HTTP at \S+:(\d+)\/mcp/.exec(printed) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
}

interface Context7 {
  httpClient: { baseUrl: string };
  searchLibrary(query: string, libraryName: string): Promise<unknown>;
  getContext(query: string, libraryId: string, options: { type: string }): Promise<unknown>;
}

async function context7Sdk(
  url: string,
  ask: (client: Context7) => Promise<unknown>,
  apiKey = clientKey,
): Promise<string> {
  const path = pathToFileURL(installed('@upstash/context7-sdk/dist/client.js')).href;
  const { Context7 } = (await import(path)) as { Context7: new (options: object) => Context7 };
  const client = new Context7({ apiKey });
  client.httpClient.baseUrl = `${url}/api`;
  return await ask(client).then(
    (answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)),
    (error: unknown) => String(error),
  );
}

async function ctx7({ url, key }: Target, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await runProgram(
    installed('ctx7/dist/index.js'),
    [...args, '--base-url', url],
    { env: variables('CONTEXT7_API_KEY', key) },
  );
  return stdout + stderr;
}

/**
 * Returns the output of `ctx7 setup`. It sets up Claude Code for a project, which is also its home
 * folder.
 */
export async function setUpByCtx7(url: string, project: string): Promise<string> {
  const script = installed('ctx7/dist/index.js');
  const args = ['setup', '--mcp', '--claude', '-p', '-y', '--base-url', url];
  const { stdout, stderr } = await runProgram(script, args, {
    cwd: project,
    env: { HOME: project },
  });
  return stdout + stderr;
}

function inspector(server: (target: Target) => string[]): UnderTest {
  return byTools((target) => async (name, args) => {
    const pairs = Object.entries(args).map(([key, value]) => `${key}=${value}`);
    const call = ['--method', 'tools/call', '--tool-name', name, '--tool-arg', ...pairs];
    const script = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const { stdout, stderr } = await runProgram(script, ['--cli', ...server(target), ...call]);
    try {
      return (JSON.parse(stdout) as { content: { text: string }[] }).content[0]!.text;
    } catch {
      return stdout + stderr;
    }
  });
}
/** The parts of the official client for the stateless revision that the tests use. */
interface ModernModule {
  Client: new (info: object, options: object) => Client;
  StreamableHTTPClientTransport: new (
    url: URL,
    options: object,
  ) => Transport & { finishAuth(callback: URLSearchParams): Promise<void> };
}
interface ModernStdioModule {
  StdioClientTransport: new (options: object) => Transport;
}

const modernFolder = pathToFileURL(installed('@modelcontextprotocol/client/dist/')).href;

async function modernModule(): Promise<ModernModule & { newClient: () => Client }> {
  const over = (await import(`${modernFolder}index.mjs`)) as ModernModule;
  const options = { versionNegotiation: { mode: { pin: modernVersion } } };
  return { ...over, newClient: () => new over.Client({ name: 'test', version: '1' }, options) };
}

/** Returns the official MCP client, restricted to the stateless revision. */
function modernClient(kind: 'http' | 'stdio'): UnderTest {
  return byTools((target) => async (name, args) => {
    const { newClient, StreamableHTTPClientTransport: Http } = await modernModule();
    const stdio = (await import(`${modernFolder}stdio.mjs`)) as ModernStdioModule;
    return await callOnce(
      newClient(),
      kind === 'http'
        ? new Http(new URL(`${target.url}/mcp`), withKey(target))
        : new stdio.StdioClientTransport(lecternMcp(target)),
      { name, arguments: args },
    );
  });
}

/** Returns that client for a person who signs in. */
export async function modernSigningIn(resource: string): Promise<(person: Person) => SigningIn> {
  const { newClient, StreamableHTTPClientTransport: Http } = await modernModule();
  return (person) => {
    const transport = new Http(new URL(resource), { authProvider: person });
    const finish = (callback: URLSearchParams): Promise<void> => transport.finishAuth(callback);
    return { client: newClient(), transport, finish };
  };
}

/** Every program by the name that tests show. */
export const programs: Record<string, UnderTest> = {
  'the MCP SDK over HTTP': sdkClient(
    (target) => new StreamableHTTPClientTransport(new URL(`${target.url}/mcp`), withKey(target)),
  ),
  'the MCP SDK over stdio': sdkClient((target) => new StdioClientTransport(lecternMcp(target))),
  'the stateless MCP client over HTTP': modernClient('http'),
  'the stateless MCP client over stdio': modernClient('stdio'),
  "the inspector's command line over HTTP": inspector(({ url, key }) => [
    `${url}/mcp`,
    '--transport',
    'http',
    ...(key === undefined ? [] : ['--header', `Authorization: Bearer ${key}`]),
  ]),
  "the inspector's command line over stdio": inspector((target) => {
    const { command, args, env } = lecternMcp(target);
    const given = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    return [...given, command, ...args];
  }),
  'context7-mcp over stdio': sdkClient(
    ({ url, key }) =>
      new StdioClientTransport({
        command: process.execPath,
        args: [installed('@upstash/context7-mcp/dist/index.js')],
        env: {
          CONTEXT7_API_URL: `${url}/api`,
          PATH: process.env['PATH'] ?? '',
          ...variables('CONTEXT7_API_KEY', key),
        },
        stderr: 'ignore',
      }),
  ),
  'context7-mcp over HTTP': {
    search: async (url, name, key) =>
      programs['the MCP SDK over HTTP']!.search(await context7Server(url), name, key),
    docs: async (url, id, key) =>
      programs['the MCP SDK over HTTP']!.docs(await context7Server(url), id, key),
  },
  'context7-sdk': {
    search: (url, name, key) =>
      context7Sdk(url, (client) => client.searchLibrary(question, name), key),
    docs: (url, id, key) =>
      context7Sdk(url, (client) => client.getContext(question, id, { type: 'txt' }), key),
  },
  'context7-sdk with JSON': {
    search: (url, name, key) =>
      context7Sdk(url, (client) => client.searchLibrary(question, name), key),
    docs: (url, id, key) =>
      context7Sdk(url, (client) => client.getContext(question, id, { type: 'json' }), key),
  },
  ctx7: {
    search: (url, name, key) => ctx7({ url, key }, 'library', name),
    docs: (url, id, key) => ctx7({ url, key }, 'docs', id, question),
  },
};

/** Ends the servers that the programs started. */
export function stopPrograms(): void {
  for (const child of started) child.kill();
}
