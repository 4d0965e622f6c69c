import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientKey, programs, stopPrograms } from '../support/known-programs.ts';

/** The text that a program shows in each case. */
interface Shown {
  found: RegExp;
  nobody: RegExp;
  unknownLibrary: RegExp;
  unknownVersion: RegExp;
  moved: RegExp;
  unfinished: RegExp;
  down: RegExp;
  badKey: RegExp;
  tooOften: RegExp;
  spent: RegExp;
}

const invalid = 'Invalid API key: it is unknown, revoked or expired\\.';
const inWords: Shown = {
  found: /Title: Handbook\n.*library ID: \/acme\/handbook\n/,
  nobody: /No libraries found for "qqqqzzzz"\. Try a different search term\./,
  unknownLibrary: /Library "\/no\/body" not found\. Check the id/,
  unknownVersion: /Tag "v9" not found for library "\/acme\/handbook"\. It has no tags/,
  moved: /redirected to this library: \/acme\/handbook\./,
  unfinished: /^Library \/acme\/slow not finalized yet\./,
  down: /fetch failed/,
  badKey: new RegExp(`^(✖ )?${invalid}`),
  tooOften:
    /^(✖ )?Rate limit exceeded: an API key may make 1 request a minute\. Try again in \d\d? seconds?\./,
  spent: /^(✖ )?Monthly spending limit of \$0\.00 reached for this teamspace\..* resets on \d{4}-/,
};
const throughLecternMcp: Shown = {
  ...inWords,
  down: /^The Lectern server at http:\/\/127\.0\.0\.1:\d+ cannot be used: nothing listens there\./,
};
// For fetch, 202 is a success. So these programs show its body unchanged, or take it for an
// answer.
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
  badKey: /^Context7Error: invalid_api_key$/,
  tooOften: /^Context7Error: rate_limit_exceeded$/,
  spent: /^Context7Error: spending_limit_exceeded$/,
};

const shown: Record<string, Shown> = {
  'the MCP SDK over HTTP': {
    ...inWords,
    badKey: new RegExp(`^Error: Streamable HTTP error: .*"message":"${invalid}`),
  },
  'the MCP SDK over stdio': {
    ...throughLecternMcp,
    badKey: new RegExp(`^McpError: MCP error -32001: ${invalid}`),
  },
  // Before its first request, this client asks for the supported revisions. It takes a 401 for the
  // answer.
  'the stateless MCP client over HTTP': {
    ...inWords,
    badKey: /the server requires authorization \(HTTP 401\)$/,
  },
  'the stateless MCP client over stdio': {
    ...throughLecternMcp,
    badKey: new RegExp(`^ProtocolError: ${invalid}`),
  },
  // This program takes every 401 for a request to sign in, also with a key.
  "the inspector's command line over HTTP": { ...inWords, badKey: /"code":"auth_required"/ },
  "the inspector's command line over stdio": {
    ...throughLecternMcp,
    badKey: new RegExp(`"message":"${invalid}`),
  },
  'context7-mcp over stdio': showsBodies,
  'context7-mcp over HTTP': showsBodies,
  'context7-sdk': showsCodes,
  'context7-sdk with JSON': showsCodes,
  ctx7: { ...showsBodies, moved: /redirected\nNew ID: \/acme\/handbook\n/ },
};

/** A running server and the token of its operator. */
export interface Served {
  url: string;
  token: string;
}

/** The servers that the programs call. */
export interface ServedToPrograms {
  /**
   * Has two libraries: /acme/handbook, formerly /old/handbook, and /acme/slow, which is not
   * indexed.
   */
  main: Served;
  /** Allows one request a minute for each key. */
  strict: Served;
}

/**
 * Environment of the servers. Published programs warn of keys with another prefix, and one program
 * requires a key.
 */
export const keySettings = { LECTERN_KEY_PREFIX: 'ctx7sk-', LECTERN_ADMIN_KEY: clientKey };
/** Environment of the strict server. */
export const strictSettings = { ...keySettings, LECTERN_REQUESTS_PER_MINUTE_PER_KEY: '1' };

const unknownKey = `ctx7sk-0123456789abcdef_${'u'.repeat(43)}`;
/** A port that no system assigns. No server listens there. */
const down = 'http://127.0.0.1:4';
const question = '/api/v2/context?libraryId=/acme/handbook&query=rotation';

/**
 * Tests the output of every program in every case on one platform. `served` is called when the
 * tests begin.
 */
export function describePrograms(platform: string, served: () => ServedToPrograms): void {
  describe.concurrent(`an existing client, ${platform}`, () => {
    let main: Served;
    let strict: Served;
    /** Key of a teamspace whose spending limit is zero. */
    let poorKey: string;
    beforeAll(async () => {
      ({ main, strict } = served());
      await send(main, 'POST', '/api/v1/teamspaces', { id: 'poor' });
      await send(main, 'PUT', '/api/v1/teamspaces/poor/spending', { limit: 0 });
      poorKey = await keyAt(main, 'poor');
    });
    afterAll(stopPrograms);

    describe.each(Object.entries(programs))('%s', (name, { search, docs }) => {
      const expected = shown[name]!;

      test('finds a library by a misspelt name', async () => {
        expect(await search(main.url, 'handbok')).toMatch(expected.found);
      });
      test('answers a question with the right code', async () => {
        const answer = await docs(main.url, '/acme/handbook');
        expect(answer).toContain('Rotate an API key');
        expect(answer).toContain('acme keys rotate --service billing');
      });
      test('reports that no library has the name', async () => {
        expect(await search(main.url, 'qqqqzzzz')).toMatch(expected.nobody);
      });
      test('reports an unknown library', async () => {
        expect(await docs(main.url, '/no/body')).toMatch(expected.unknownLibrary);
      });
      test('reports an unknown version, and does not answer from another one', async () => {
        const answer = await docs(main.url, '/acme/handbook/v9');
        expect(answer).toMatch(expected.unknownVersion);
      });
      test('reports where a library moved', async () => {
        expect(await docs(main.url, '/old/handbook')).toMatch(expected.moved);
      });
      test('reports that a library is not indexed yet, or at least shows no documentation', async () => {
        expect(await docs(main.url, '/acme/slow')).toMatch(expected.unfinished);
      });
      test('reports an invalid key', async () => {
        const answer = await docs(main.url, '/acme/handbook', unknownKey);
        expect(answer).toMatch(expected.badKey);
      });
      test('reports the rate limit and when to retry', async () => {
        const own = await keyAt(strict, 'default');
        await fetch(`${strict.url}${question}`, { headers: { authorization: `Bearer ${own}` } });
        expect(await docs(strict.url, '/acme/handbook', own)).toMatch(expected.tooOften);
      });
      test('reports the spending limit and when it resets', async () => {
        expect(await docs(main.url, '/acme/handbook', poorKey)).toMatch(expected.spent);
      });
    });
  });
}

/** Tests what every program shows without a server, so on no platform. */
export function describeProgramsAlone(): void {
  describe('an existing client', () => {
    afterAll(stopPrograms);

    test.concurrent.each(Object.entries(programs))(
      '%s reports that the server is down',
      async (name, { search, docs }) => {
        const answers = await Promise.all([search(down, 'handbook'), docs(down, '/acme/handbook')]);
        for (const answer of answers) expect(answer).toMatch(shown[name]!.down);
      },
    );
  });
}

/** Creates another key for a member of a teamspace. */
async function keyAt(server: Served, teamspace: string): Promise<string> {
  const { key } = await send(server, 'POST', '/api/v1/keys', { name: 'a program', teamspace });
  return key;
}

async function send(
  { url, token }: Served,
  method: string,
  path: string,
  body: object,
): Promise<{ key: string }> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { key: string };
  expect(response.ok, JSON.stringify(answer)).toBe(true);
  return answer;
}
