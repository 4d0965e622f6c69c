import { expect, test } from 'vitest';
import { indexAddresses } from './index-addresses.ts';

test('an entry replaces the public index of its ecosystem', () => {
  const addresses = indexAddresses(['npm=https://npm.example.com/']);
  expect(addresses.npm).toBe('https://npm.example.com');
  expect(addresses.pypi).toBe('https://pypi.org');
});

test.each(['npm', 'apt=https://apt.example.com', 'npm=ftp://example.com', 'npm=nothing'])(
  'the entry %s is refused with the form that it should have',
  (entry) => {
    expect(() => indexAddresses([entry])).toThrow(/Expected <ecosystem>=<URL>/);
  },
);

test('a refused entry is not repeated, because it may contain a password', () => {
  expect(() => indexAddresses(['npm=user:secret@example.com'])).toThrow(
    expect.not.objectContaining({ message: expect.stringContaining('secret') }),
  );
});
