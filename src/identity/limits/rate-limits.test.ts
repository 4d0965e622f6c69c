import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { anonymous, operator, type Caller } from '../access/caller.ts';
import { memoryCounter } from './memory-counter.ts';
import { createRateLimits, RateLimitExceeded, refusalHeaders } from './rate-limits.ts';

const start = Date.parse('2026-01-31T12:00:00.500Z');
beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => void vi.useRealTimers());

const member: Caller = { role: 'member', teamspace: 'default', keyId: '0123456789abcdef' };
const withToken: Caller = { role: 'member', teamspace: 'default', userId: 'ada' };

function rateLimits({ key = 2, address = 1 } = {}) {
  return createRateLimits({
    key: { limit: key, counter: memoryCounter({ limit: key, kind: 'key' }) },
    address: { limit: address, counter: memoryCounter({ limit: address, kind: 'address' }) },
  });
}

test('a key may use its limit from any address, then nothing until its minute is over', async () => {
  const limits = rateLimits();
  const resetsAt = start + 60_000;
  expect(await limits.take({ caller: member, address: '192.0.2.1' })).toEqual({
    limit: 2,
    remaining: 1,
    resetsAt,
  });
  vi.setSystemTime(start + 10_000);
  expect(await limits.take({ caller: member, address: '192.0.2.2' })).toEqual({
    limit: 2,
    remaining: 0,
    resetsAt,
  });
  const refused = limits.take({ caller: member, address: '192.0.2.3' });
  await expect(refused).rejects.toMatchObject({
    status: 429,
    code: 'rate_limit_exceeded',
    message:
      'Rate limit exceeded: an API key may make 2 requests a minute. Try again in 50 seconds.',
  });
  vi.setSystemTime(resetsAt);
  expect(await limits.take({ caller: member, address: '192.0.2.3' })).toMatchObject({
    remaining: 1,
  });
});

test('callers without a key share the count of their address, also of their IPv6 network', async () => {
  const limits = rateLimits();
  await limits.take({ caller: anonymous, address: '2001:db8::1' });
  const refused = limits.take({ caller: anonymous, address: '2001:db8::2' });
  await expect(refused).rejects.toThrow(
    'an address without an API key may make 1 request a minute',
  );
  await limits.take({ caller: anonymous, address: '192.0.2.1' });
  await limits.take({ caller: member, address: '2001:db8::2' });
});

test('the bearer of a token counts as the user of the token', async () => {
  const limits = rateLimits({ key: 1 });
  await limits.take({ caller: withToken, address: '192.0.2.1' });
  await limits.take({ caller: member, address: '192.0.2.1' });
  await expect(limits.take({ caller: withToken, address: '192.0.2.2' })).rejects.toThrow(
    'an API key may make 1 request a minute',
  );
});

test('the operator has no limit, and without a configured limit no caller has one', async () => {
  const limits = rateLimits();
  for (let n = 0; n < 5; n++) {
    expect(await limits.take({ caller: operator, address: '192.0.2.1' })).toBeUndefined();
    expect(
      await createRateLimits({}).take({ caller: anonymous, address: '192.0.2.1' }),
    ).toBeUndefined();
  }
});

test('headers of a refusal have the time of the retry in whole seconds', () => {
  const standing = { limit: 60, remaining: 0, resetsAt: start + 30_200 };
  expect(refusalHeaders(new RateLimitExceeded('', standing))).toEqual({
    'Retry-After': '31',
    'RateLimit-Limit': '60',
    'RateLimit-Remaining': '0',
    'RateLimit-Reset': String(Math.floor(start / 1000) + 31),
  });
});
