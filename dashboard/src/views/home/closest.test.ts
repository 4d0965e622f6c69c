import { expect, test } from 'vitest';
import { closest } from './closest.ts';

const handbook = { id: '/acme/handbook', title: 'Handbook', description: 'How things are done' };
const guide = { id: '/acme/guide', title: 'Style guide', description: 'A handbook of style' };
const other = { id: '/acme/other', title: 'Other', description: 'What the rest is for' };

test('a library that the question names comes before one that only describes the word', () => {
  expect(closest('What does the handbook say?', [guide, other, handbook])).toEqual([
    handbook,
    guide,
  ]);
});

test('words that any question has choose nothing', () => {
  expect(closest('What is the API for?', [other])).toEqual([]);
});
