import { expect, test } from 'vitest';
import { atField, problemOf, problemsAt, sentence } from './problems.ts';

test('a problem stands at its field, without the field', () => {
  const at = problemsAt([
    {
      code: 'validation_error',
      field: 'pageIds.1',
      message: 'Field "pageIds.1": "x" names no page.',
    },
    { code: 'validation_error', field: 'maxPages', message: 'Field "maxPages" must be >= 1.' },
  ]);
  expect(at('pageIds')).toBe('"x" names no page.');
  expect(at('websiteUrl', 'maxPages')).toBe('Must be >= 1.');
  expect(at('title')).toBeUndefined();
});

test('a refusal names its field, or none', () => {
  expect(problemOf('validation_error', 'Field "gitToken" needs https.').field).toBe('gitToken');
  expect(problemOf('forbidden', 'Private libraries need a plan.')).not.toHaveProperty('field');
  expect(atField('Private libraries need a plan.')).toBe('Private libraries need a plan.');
});

test.each([
  ['host name docs.example does not resolve', 'Host name docs.example does not resolve.'],
  ['https://docs.example/ is an HTML page', 'https://docs.example/ is an HTML page.'],
  ['docs.example answers 500.', 'docs.example answers 500.'],
])('the failure "%s" is shown as "%s"', (message, shown) => {
  expect(sentence(message)).toBe(shown);
});
