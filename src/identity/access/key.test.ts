import { expect, test } from 'vitest';
import { hashSecret, newKey, parseKey, secretMatches } from './key.ts';

test('a new key is the prefix, an id, and a secret of 256 bits, and is never the same', () => {
  const keys = [newKey('lct_'), newKey('lct_')];
  for (const { id, secret, text } of keys) {
    expect(text).toBe(`lct_${id}_${secret}`);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(parseKey(text, ['lct_'])).toEqual({ id, secret });
  }
  expect(keys[0]?.id).not.toBe(keys[1]?.id);
  expect(keys[0]?.secret).not.toBe(keys[1]?.secret);
});

test('every accepted prefix works, also one that begins like another', () => {
  const { id, secret } = newKey('');
  const prefixes = ['lct', 'lct_', 'ctx7sk-'];
  for (const prefix of prefixes) {
    expect(parseKey(`${prefix}${id}_${secret}`, prefixes)).toEqual({ id, secret });
  }
});

const id = '0123456789abcdef';
const secret = 's'.repeat(43);

test.each([
  ['', 'nothing'],
  ['lct_', 'a prefix alone'],
  [`${id}_${secret}`, 'no prefix'],
  [`abc_${id}_${secret}`, 'another prefix'],
  [`lct_${id.toUpperCase()}_${secret}`, 'an id in capitals'],
  [`lct_${id}_${secret.slice(1)}`, 'a short secret'],
  [`lct_${id}_${'s'.repeat(129)}`, 'a secret that is too long'],
  [`lct_${id}_${secret}\n`, 'a line break after it'],
  [`lct_${id}${secret}`, 'no underscore'],
])('%j is not a key: %s', (text) => {
  expect(parseKey(text, ['lct_'])).toBeUndefined();
});

test('a stored hash matches only its secret, and does not reveal it', () => {
  const stored = hashSecret(secret);
  expect(secretMatches(secret, stored)).toBe(true);
  expect(secretMatches(`${secret}x`, stored)).toBe(false);
  expect(secretMatches('t'.repeat(43), stored)).toBe(false);
  expect(secretMatches(secret, { ...stored, hash: '' })).toBe(false);
  expect(JSON.stringify(stored)).not.toContain(secret);
});

test('the same secret has another hash every time, because of its salt', () => {
  expect(hashSecret(secret).hash).not.toBe(hashSecret(secret).hash);
});
