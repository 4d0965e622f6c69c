import { expect, test } from 'vitest';
import { anonymous } from '../access/caller.ts';
import { clientOf, countedKey } from './use.ts';

test.each([
  ['mcp-server', 'mcp'],
  ['mcp', 'mcp'],
  ['cli', 'cli'],
  ['sdk', 'txt'],
  ['client', 'txt'],
  [undefined, 'txt'],
])('a request with the source %s counts for the client %s', (source, client) => {
  expect(clientOf({ ...(source && { 'x-context7-source': source }) })).toBe(client);
});

test('uses count for a key, for the user of a token, or for neither', () => {
  expect(countedKey({ ...anonymous, role: 'member', keyId: 'abc', userId: 'ada' })).toBe('abc');
  expect(countedKey({ ...anonymous, role: 'member', userId: 'ada' })).toBe('user:ada');
  expect(countedKey(anonymous)).toBe('');
});
