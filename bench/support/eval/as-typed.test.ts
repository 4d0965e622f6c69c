import { expect, test } from 'vitest';
import { editDistance } from '../../../src/base/edit-distance.ts';
import { asTyped } from './as-typed.ts';

const about = { library: 'saws', other: 'Which wood is hard' };
const questions = Array.from(
  { length: 50 },
  (_, at) => `How do I sharpen a sawblade with saw.js number ${at}`,
);

test('a mistyped question has at most one wrong word, and keeps code', () => {
  const typed = questions.map((question) => asTyped(question, 'mistyped', about));
  const distances = typed.map((text, at) => editDistance(text, questions[at]!, 3));
  expect(Math.max(...distances)).toBe(1);
  expect(distances.filter((one) => one === 1).length).toBeGreaterThan(40);
  expect(typed.every((text) => text.includes('saw.js'))).toBe(true);
});

test('a chatty question has a sentence before it, behind it, or both', () => {
  const typed = questions.map((question) => asTyped(question, 'chatty', about));
  expect(typed.every((text, at) => text.includes(questions[at]!))).toBe(true);
  const places = typed.map((text, at) => text.split(questions[at]!).map((part) => part !== '?'));
  expect(places.every(([start, end]) => start || end)).toBe(true);
  expect(new Set(typed.map((text, at) => text.replace(questions[at]!, ''))).size).toBeGreaterThan(
    10,
  );
});

test('a named question begins or ends with the name of the library', () => {
  const typed = new Set(questions.map((question) => asTyped(question, 'named', about)));
  expect([...typed].every((text) => /^(?:In )?saws|with saws$/.test(text))).toBe(true);
});

test('a pasted question has lines before it or behind it, some in a fence', () => {
  const typed = questions.map((question) => asTyped(question, 'pasted', about));
  expect(typed.every((text, at) => text.split('\n').includes(questions[at]!))).toBe(true);
  expect(new Set(typed.map((text, at) => text.startsWith(questions[at]!)))).toHaveLength(2);
  expect(new Set(typed.map((text) => text.includes('```')))).toHaveLength(2);
});

test('a doubled question has another one before it or behind it', () => {
  const typed = questions.map((question) => asTyped(question, 'doubled', about));
  expect(typed.every((text, at) => text.includes(`${questions[at]!}?`))).toBe(true);
  expect(typed.every((text) => text.includes('Which wood is hard?'))).toBe(true);
  expect(new Set(typed.map((text, at) => text.startsWith(questions[at]!)))).toHaveLength(2);
});

test('a termed question has its terms behind it, and one without terms stays', () => {
  const [question = ''] = questions;
  expect(asTyped(question, 'termed', { ...about, terms: 'rip cut' })).toBe(`${question} (rip cut)`);
  expect(asTyped(question, 'termed', about)).toBe(question);
});

test('a question is always typed in the same way, and one without a long word stays', () => {
  const [question = ''] = questions;
  expect(asTyped(question, 'mistyped', about)).toBe(asTyped(question, 'mistyped', about));
  expect(asTyped('--sharpen', 'mistyped', about)).toBe('--sharpen');
  expect(asTyped('why?', 'mistyped', about)).toBe('why?');
});
