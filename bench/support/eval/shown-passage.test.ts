import { expect, test } from 'vitest';
import type { GradedQuestion } from './questions.ts';
import { showsPassage } from './shown-passage.ts';

const question: GradedQuestion = {
  id: 'q-1',
  corpus: 'docs',
  kind: 1,
  question: 'why does the port time out?',
  expected: [
    { file: 'docs/01-$ports.md', heading: 'Ports', grade: 3 },
    { file: 'docs/other.md', heading: 'Other', grade: 1 },
  ],
  must_contain: ['port is `blocked`'],
};
const shows = showsPassage(question, { 'docs/01-$ports.md': 'docs/.generated/ports.md' });

test.each([
  ['names the file', 'Source: https://host/docs/01-$ports.md\n\nThe port is blocked.'],
  ['names the file with escapes', 'file:///docs/01-%24ports.md\n\nThe port is _blocked_.'],
  ['names a file with the same text', 'docs/.generated/ports.md\n\nThe port is blocked.'],
])('takes a text with the words that %s', (_, text) => {
  expect(shows(text)).toBe(true);
});

test.each([
  ['of another file', 'docs/elsewhere.md\n\nThe port is blocked.'],
  ['of a file that only helps', 'docs/other.md\n\nThe port is blocked.'],
  ['without the words', 'docs/01-$ports.md\n\nThe port is open, 100% of the time.'],
])('refuses a text %s', (_, text) => {
  expect(shows(text)).toBe(false);
});
