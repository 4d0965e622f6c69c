import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../support/client-programs.ts';
import { clientKey, programs, setUpByCtx7, stopPrograms } from '../support/known-programs.ts';
import { RunningLectern } from '../support/lectern.ts';
import { loopback, startWebServer, type WebServer } from '../support/web-server.ts';

const handbook = join(import.meta.dirname, '../fixtures/handbook');

/** What the person in front of a program sees, case by case. */
interface Shown {
  found: RegExp;
  nobody: RegExp;
  unknownLibrary: RegExp;
  unknownVersion: RegExp;
  moved: RegExp;
  unfinished: RegExp;
  down: RegExp;
}

const inWords: Shown = {
  found: /Title: Handbook\n.*library ID: \/acme\/handbook\n/,
  nobody: /No libraries found for "qqqqzzzz"\. Try a different search term\./,
  unknownLibrary: /Library "\/no\/body" not found\. Check the id/,
  unknownVersion: /Tag "v9" not found for library "\/acme\/handbook"\. It has no tags/,
  moved: /redirected to this library: \/acme\/handbook\./,
  unfinished: /^Library \/acme\/slow not finalized yet\./,
  down: /fetch failed/,
};
const throughLecternMcp: Shown = {
  ...inWords,
  down: /^The Lectern server at http:\/\/127\.0\.0\.1:\d+ cannot be used: nothing listens there\./,
};
// A 202 is a success to fetch: these programs show its body as it is, or read it as an answer.
const showsBodies: Shown = {
  ...inWords,
  unfinished:
    /^\{"error":"library_not_finalized","message":"Library \/acme\/slow not finalized yet/,
};
const showsCodes: Shown = {
  found: /^\[\{"id":"\/acme\/handbook","name":"Handbook"/,
  nobody: /^Context7Error: no_libraries_found$/,
  unknownLibrary: /^Context7Error: library_not_found$/,
  unknownVersion: /^Context7Error: tag_not_found$/,
  moved: /^Context7Error: library_redirected$/,
  unfinished: /^TypeError: Cannot read properties of undefined/,
  down: /^TypeError: fetch failed$/,
};
const ctx7: Shown = { ...showsBodies, moved: /redirected\nNew ID: \/acme\/handbook\n/ };

const shown: Record<string, Shown> = {
  'the MCP SDK over HTTP': inWords,
  'the MCP SDK over stdio': throughLecternMcp,
  'the stateless MCP client over HTTP': inWords,
  'the stateless MCP client over stdio': throughLecternMcp,
  "the inspector's command line over HTTP": inWords,
  "the inspector's command line over stdio": throughLecternMcp,
  'context7-mcp over stdio': showsBodies,
  'context7-mcp over HTTP': showsBodies,
  'context7-sdk': showsCodes,
  'context7-sdk with JSON': showsCodes,
  ctx7,
};

describe('a program people already have', () => {
  let lectern: RunningLectern;
  let silent: WebServer;
  let down: string;

  beforeAll(async () => {
    // A page that never ends keeps its library from being indexed.
    silent = await startWebServer({
      '/': (_request, response) => void response.writeHead(200).write('<p>'),
    });
    lectern = await RunningLectern.make();
    await lectern.start(['--allowed-ranges', ...loopback], {
      LECTERN_ACCEPTED_KEY_PREFIXES: 'ctx7sk-',
      LECTERN_ADMIN_KEY: clientKey,
    });
    const names = ['--id', '/acme/handbook', '--former-id', '/old/handbook', '--title', 'Handbook'];
    await lectern.run('add', handbook, ...names, '--wait');
    await lectern.run('add', `${silent.origin}/`, '--id', '/acme/slow', '--type', 'website');
    down = `http://127.0.0.1:${await freePort()}`;
  });
  afterAll(async () => {
    stopPrograms();
    await lectern.remove();
    await silent[Symbol.asyncDispose]();
  });

  describe.each(Object.entries(programs))('%s', (name, { search, docs }) => {
    const expected = shown[name]!;

    it('finds a library by a misspelt name', async () => {
      expect(await search(lectern.url, 'handbok')).toMatch(expected.found);
    });
    it('answers a question with the code that does it', async () => {
      const answer = await docs(lectern.url, '/acme/handbook');
      expect(answer).toContain('Rotate an API key');
      expect(answer).toContain('acme keys rotate --service billing');
    });
    it('says that no library has a name', async () => {
      expect(await search(lectern.url, 'qqqqzzzz')).toMatch(expected.nobody);
    });
    it('says that a library is unknown', async () => {
      expect(await docs(lectern.url, '/no/body')).toMatch(expected.unknownLibrary);
    });
    it('says that a version is unknown, and answers from no other', async () => {
      expect(await docs(lectern.url, '/acme/handbook/v9')).toMatch(expected.unknownVersion);
    });
    it('says where a library moved', async () => {
      expect(await docs(lectern.url, '/old/handbook')).toMatch(expected.moved);
    });
    it('says that a library is not indexed yet, or at least shows no documentation', async () => {
      expect(await docs(lectern.url, '/acme/slow')).toMatch(expected.unfinished);
    });
    it('says that the server is down', async () => {
      expect(await search(down, 'handbook')).toMatch(expected.down);
      expect(await docs(down, '/acme/handbook')).toMatch(expected.down);
    });
  });

  it('ctx7 setup writes the address of the tool server into clients', async () => {
    const project = await mkdtemp(join(tmpdir(), 'lectern-ctx7-'));
    onTestFinished(() => rm(project, { recursive: true, force: true }));
    expect(await setUpByCtx7(lectern.url, project)).toContain('MCP server configured');
    const { mcpServers } = JSON.parse(await readFile(join(project, '.mcp.json'), 'utf8'));
    expect(mcpServers.context7).toEqual({ type: 'http', url: `${lectern.url}/mcp` });
  });
});
