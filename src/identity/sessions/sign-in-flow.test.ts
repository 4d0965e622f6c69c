import { expect, test } from 'vitest';
import { beginSignIn, belongsTo, readSignIn } from './sign-in-flow.ts';

const now = 1_800_000_000_000;

test('the cookie restores the parameters of the sign-in for ten minutes', () => {
  const flow = beginSignIn('/libraries?q=ä', now);
  expect(readSignIn(flow.cookie, now + 600_000)).toEqual(flow);
  expect(readSignIn(flow.cookie, now + 601_001)).toBeUndefined();
  expect(readSignIn(flow.cookie, now - 5_000)).toBeUndefined();
  expect(flow.to).toBe('/libraries?q=ä');
});

test('the parameters for the issuer differ for each sign-in and each use, and do not reveal the cookie', () => {
  const flows = [beginSignIn('/', now), beginSignIn('/', now)];
  const sent = flows.flatMap(({ state, nonce, verifier }) => [state, nonce, verifier]);
  expect(new Set(sent).size).toBe(6);
  for (const text of sent) expect(text).toMatch(/^[\w-]{43}$/);
  for (const { cookie } of flows) expect(sent.join()).not.toContain(cookie.slice(0, 43));
});

test('a response belongs only to the sign-in with its state', () => {
  const [one, other] = [beginSignIn('/', now), beginSignIn('/', now)];
  expect(belongsTo(one, one.state)).toBe(true);
  for (const state of ['', other.state, `${one.state}x`]) expect(belongsTo(one, state)).toBe(false);
});

test('a changed cookie belongs to another sign-in, or to none', () => {
  const { cookie, state } = beginSignIn('/', now);
  const [secret, , place] = cookie.split('.');
  const later = `${secret}.${now / 1000 + 1}.${place}`;
  expect(readSignIn(later, now)?.state).not.toBe(state);
  for (const bad of [undefined, '', 'x', secret, `${cookie}.x`, `${cookie}=`, `short.1.${place}`])
    expect(readSignIn(bad, now)).toBeUndefined();
});
