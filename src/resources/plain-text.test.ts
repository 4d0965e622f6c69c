import { expect, test } from 'vitest';
import { isPlainName, isPlainText } from './plain-text.ts';

test.each<[text: string, asText: boolean, asName: boolean]>([
  ['Anvil, the forge', true, true],
  ['Über Größe', true, true],
  ['two\nlines', true, false],
  ['\u202Etxet', false, false],
  ['a\u2066b', false, false],
  ['zero\u200Bwidth', true, false],
  ['bell\u0007', false, false],
  ['U\u0308ber', true, false],
])('%j is plain as a text: %s, as a name: %s', (text, asText, asName) => {
  expect(isPlainText(text)).toBe(asText);
  expect(isPlainName(text)).toBe(asName);
});
