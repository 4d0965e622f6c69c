import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiServer } from '../integration/api/api-server.ts';
import { programs, stopPrograms } from '../support/known-programs.ts';

/** What the person in front of a program sees who is refused. */
interface Refused {
  badKey: RegExp;
  tooOften: RegExp;
}

const invalid = 'Invalid API key: it is unknown, revoked or expired\\.';
const inWords: Refused = {
  badKey: new RegExp(`^(✖ )?${invalid}`),
  tooOften:
    /^(✖ )?Rate limit exceeded: an API key may make 1 request a minute\. Try again in \d\d? seconds?\./,
};
const showsCodes: Refused = {
  badKey: /^Context7Error: invalid_api_key$/,
  tooOften: /^Context7Error: rate_limit_exceeded$/,
};

const shown: Record<string, Refused> = {
  'the MCP SDK over HTTP': {
    ...inWords,
    badKey: new RegExp(`^Error: Streamable HTTP error: .*"message":"${invalid}`),
  },
  'the MCP SDK over stdio': {
    ...inWords,
    badKey: new RegExp(`^McpError: MCP error -32001: ${invalid}`),
  },
  // Before its first request it asks which revisions are served, and takes a 401 as an answer to that.
  'the stateless MCP client over HTTP': {
    ...inWords,
    badKey: /the server requires authorization \(HTTP 401\)$/,
  },
  'the stateless MCP client over stdio': {
    ...inWords,
    badKey: new RegExp(`^ProtocolError: ${invalid}`),
  },
  // It takes every 401 for a wish to sign in, whatever key it was given.
  "the inspector's command line over HTTP": { ...inWords, badKey: /"code":"auth_required"/ },
  "the inspector's command line over stdio": {
    ...inWords,
    badKey: new RegExp(`"message":"${invalid}`),
  },
  'context7-mcp over stdio': inWords,
  'context7-mcp over HTTP': inWords,
  'context7-sdk': showsCodes,
  'context7-sdk with JSON': showsCodes,
  ctx7: inWords,
};

const question = '/api/v2/context?libraryId=/acme/web&query=route';

describe.concurrent('a program people already have', () => {
  let busy: ApiServer;
  beforeAll(async () => {
    // Published clients warn of keys that begin otherwise.
    busy = await startApi({ settings: { keyPrefix: 'ctx7sk-', requestsPerMinutePerKey: 1 } });
  });
  afterAll(async () => {
    stopPrograms();
    await busy.close();
  });

  describe.each(Object.entries(programs))('%s', (name, { docs }) => {
    const expected = shown[name]!;

    it('says that its key is not good', async () => {
      const key = `ctx7sk-0123456789abcdef_${'u'.repeat(43)}`;
      expect(await docs(busy.url, '/acme/web', key)).toMatch(expected.badKey);
    });
    it('says that it asked too often, and when to ask again', async () => {
      const request = { name, role: 'member', teamspace: 'default' } as const;
      const { key } = await busy.keys.create(request);
      await busy.get(question, { authorization: `Bearer ${key}` });
      expect(await docs(busy.url, '/acme/web', key)).toMatch(expected.tooOften);
    });
  });
});
