import { expect, test } from 'vitest';
import { failureText } from './failure-text.ts';

test('each failure has a text, and an unknown code in the address gets the general one', () => {
  const codes = ['cancelled', 'expired', 'refused', 'no_teamspace', 'unreachable', 'failed'];
  const texts = codes.map((code) => failureText(code, 'login.example.com'));
  expect(new Set(texts).size).toBe(codes.length);
  for (const made of ['', 'constructor', 'Call this number', '<b>'])
    expect(failureText(made, 'login.example.com')).toBe(texts.at(-1));
});
