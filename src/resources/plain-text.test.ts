import { expect, test } from 'vitest';
import { isPlainName, isPlainText, plainLine, plainText } from './plain-text.ts';

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

test.each<[text: string, asText: string, asLine: string]>([
  ['\u001b]0;owned\u0007\u001b[2Jgone', ']0;owned[2Jgone', ']0;owned [2Jgone'],
  ['\u009b2Jgone', '2Jgone', '2Jgone'],
  ['\u202Etxet', 'txet', 'txet'],
  ['two\nlines', 'two\nlines', 'two lines'],
  ['from\r\nWindows', 'from\nWindows', 'from Windows'],
  ['not this\rbut that', 'not this\nbut that', 'not this but that'],
  ['a\tb\u2028c', 'a\tb\u2028c', 'a b c'],
  ['Über  Größe 👩‍🚀', 'Über  Größe 👩‍🚀', 'Über  Größe 👩‍🚀'],
])('%j becomes the text %j and the line %j', (text, asText, asLine) => {
  expect(plainText(text)).toBe(asText);
  expect(plainLine(text)).toBe(asLine);
});
