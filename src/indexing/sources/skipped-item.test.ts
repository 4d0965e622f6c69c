import { expect, test } from 'vitest';
import { RunError } from '../../base/errors.ts';
import { unreadable } from './skipped-item.ts';

test('the reason does not repeat the address of the page', () => {
  const reason = (path: string, message: string): string =>
    unreadable(path, new RunError('Unreachable', message)).reason;
  const gone = 'https://saws.dev/oil answers 404: there is no such page';
  expect(reason('https://saws.dev/oil', gone)).toBe('answers 404: there is no such page');
  expect(reason('https://saws.dev/old', gone)).toBe(gone);
  expect(reason('https://saws.dev/oil?a=1', 'https://saws.dev/oil?… is too large')).toBe(
    'is too large',
  );
  expect(reason('docs/oil.md', 'docs/oil.md is binary')).toBe('docs/oil.md is binary');
});
