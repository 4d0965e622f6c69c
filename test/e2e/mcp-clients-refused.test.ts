import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiServer } from '../integration/api/api-server.ts';
import { programs, stopPrograms } from '../support/known-programs.ts';

/** What the person in front of a program sees who is refused. */
interface Refused {
  badKey: RegExp;
  tooOften: RegExp;
  spent: RegExp;
}

const invalid = 'Invalid API key: it is unknown, revoked or expired\\.';
const inWords: Refused = {
  badKey: new RegExp(`^(✖ )?${invalid}`),
  tooOften:
    /^(✖ )?Rate limit exceeded: an API key may make 1 request a minute\. Try again in \d\d? seconds?\./,
  spent: /^(✖ )?Monthly spending limit of \$0\.00 reached for this teamspace\..* resets on \d{4}-/,
};
const showsCodes: Refused = {
  badKey: /^Context7Error: invalid_api_key$/,
  tooOften: /^Context7Error: rate_limit_exceeded$/,
  spent: /^Context7Error: spending_limit_exceeded$/,
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
  let poor: ApiServer;
  let key: string;
  beforeAll(async () => {
    // Published clients warn of keys that begin otherwise.
    busy = await startApi({ settings: { keyPrefix: 'ctx7sk-', requestsPerMinutePerKey: 1 } });
    poor = await startApi({ settings: { keyPrefix: 'ctx7sk-' } });
    await poor.send('PUT', '/api/v1/teamspaces/default/spending', { limit: 0 });
    ({ key } = await poor.keys.create({ name: 'all', role: 'member', teamspace: 'default' }));
  });
  afterAll(async () => {
    stopPrograms();
    await busy.close();
    await poor.close();
  });

  describe.each(Object.entries(programs))('%s', (name, { docs }) => {
    const expected = shown[name]!;

    it('says that its key is not good', async () => {
      const unknown = `ctx7sk-0123456789abcdef_${'u'.repeat(43)}`;
      expect(await docs(poor.url, '/acme/web', unknown)).toMatch(expected.badKey);
    });
    it('says that it asked too often, and when to ask again', async () => {
      const request = { name, role: 'member', teamspace: 'default' } as const;
      const own = (await busy.keys.create(request)).key;
      await busy.get(question, { authorization: `Bearer ${own}` });
      expect(await docs(busy.url, '/acme/web', own)).toMatch(expected.tooOften);
    });
    it('says that its teamspace has spent its money, and until when', async () => {
      expect(await docs(poor.url, '/acme/web', key)).toMatch(expected.spent);
    });
  });
});
