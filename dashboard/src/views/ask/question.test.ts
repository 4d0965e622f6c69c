import { describe, expect, test } from 'vitest';
import { askedId, pathOf, questionOf } from './question.ts';

describe('the address of a question', () => {
  test('contains the whole question, without default values', () => {
    const question = { library: '/acme/web', version: 'v1', text: 'why & how?', tokens: 500 };
    const path = pathOf(question);

    expect(path).toBe('/ask?library=%2Facme%2Fweb&version=v1&q=why+%26+how%3F&tokens=500');
    expect(questionOf(path.split('?')[1]!)).toEqual(question);
    expect(pathOf(questionOf(''))).toBe('/ask');
  });

  test.each([
    ['tokens=5', 100],
    ['tokens=9000000', 20_000],
    ['tokens=many', 3_300],
    ['tokens=', 3_300],
  ])('with %s asks for %d tokens', (search, tokens) => {
    expect(questionOf(search).tokens).toBe(tokens);
  });
});

test('a version is asked for behind the id', () => {
  expect(askedId({ library: '/acme/web', version: '' })).toBe('/acme/web');
  expect(askedId({ library: '/acme/web', version: 'v1' })).toBe('/acme/web/v1');
  expect(askedId({ library: '/acme/web', version: 'pkg@1.0.0' })).toBe('/acme/web/pkg@1.0.0');
  expect(askedId({ library: '/acme/web', version: 'release/2.x' })).toBe('/acme/web@release/2.x');
});
