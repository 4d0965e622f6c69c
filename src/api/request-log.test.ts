import { describe, expect, test } from 'vitest';
import { requestLine, type EndedRequest } from './request-log.ts';

const ended = (parts: Partial<EndedRequest> = {}): EndedRequest => ({
  id: 'r-1',
  method: 'GET',
  route: '/api/v2/context',
  status: 200,
  ms: 12.345,
  client: '192.0.2.1',
  aborted: false,
  ...parts,
});

describe('requestLine', () => {
  test('names the caller, the route and the result', () => {
    const caller = { role: 'member', keyId: '0123456789abcdef', teamspace: 'blue' } as const;

    expect(requestLine(ended({ caller })).fields).toEqual({
      requestId: 'r-1',
      method: 'GET',
      route: '/api/v2/context',
      status: 200,
      ms: 12.3,
      role: 'member',
      keyId: '0123456789abcdef',
      teamspace: 'blue',
      client: '192.0.2.1',
    });
  });

  test('names the person whose access token or session it is, or who owns the key', () => {
    const caller = { role: 'member', userId: 'ada@saws.example', teamspace: 'blue' } as const;

    expect(requestLine(ended({ caller })).fields).toMatchObject({ userId: 'ada@saws.example' });
  });

  test.each([
    ['debug', 'a question that was answered', {}],
    ['debug', 'a tool that was called', { method: 'POST', route: '/mcp' }],
    ['debug', 'a tool that was called after signing in', { method: 'POST', route: '/mcp/oauth' }],
    ['info', 'a tool that changed something', { method: 'POST', route: '/mcp', changes: true }],
    ['info', 'a change', { method: 'DELETE', route: '/api/v1/library' }],
    ['info', 'a refusal', { status: 401 }],
    ['warn', 'a dependency that is down', { status: 503 }],
    ['error', 'a failure', { status: 500, error: new Error('disk gone') }],
    ['error', 'an answer that broke off', { error: new Error('disk gone') }],
  ] as const)('is written at %s for %s', (level, _name, parts) => {
    expect(requestLine(ended(parts)).level).toBe(level);
  });

  test('reports a caller who disconnected', () => {
    expect(requestLine(ended({ aborted: true })).fields).toMatchObject({ aborted: true });
  });
});
