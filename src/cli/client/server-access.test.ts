import { expect, test } from 'vitest';
import { baseUrl } from './server-access.ts';

test.each([
  ['http://127.0.0.1:7700', 'http://127.0.0.1:7700'],
  ['http://127.0.0.1:7700/', 'http://127.0.0.1:7700'],
  ['https://docs.example.com/mcp', 'https://docs.example.com'],
  ['https://docs.example.com/lectern/api/', 'https://docs.example.com/lectern'],
  ['https://docs.example.com/mcp?project=shop', 'https://docs.example.com'],
  ['https://docs.example.com/#/libraries/acme/web', 'https://docs.example.com'],
  ['https://docs.example.com/lectern/?x=/mcp#/ask', 'https://docs.example.com/lectern'],
])('the address %s, as people copy it, means the server %s', (given, base) => {
  expect(baseUrl(given)).toBe(base);
});

test('an address with a user or a password is refused, and the message does not repeat it', () => {
  for (const given of ['https://ada:secret@docs.example.com', 'http://secret@127.0.0.1:7700']) {
    expect(() => baseUrl(given)).toThrow(
      /^--url must not contain a user or a password; send a key instead, with --token/,
    );
  }
});
