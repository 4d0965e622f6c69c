import { array, assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemory, writeMemory } from './page-memory.ts';

const page = new URL('https://example.org/docs/');

describe('page memory', () => {
  test('links of the same site cost only their path', () => {
    const links = [new URL('/docs/a?b=c', page), new URL('https://other.org/x')];
    expect(writeMemory(page, { validator: '"v1"', links })).toBe(
      '["\\"v1\\"","/docs/a?b=c","https://other.org/x"]',
    );
  });

  test('reads the pages that it has written', () => {
    const urls = array(
      stringMatching(/^https?:\/\/[a-z]{1,4}\.org\/[a-z0-9%=&?/.]{0,30}$/).map(
        (url) => new URL(url),
      ),
    );
    assert(
      property(string(), urls, (validator, links) => {
        const memory = readMemory(page, writeMemory(page, { validator, links }));
        expect(memory.validator).toBe(validator);
        expect(memory.links.map(String)).toEqual(links.map(String));
      }),
    );
  });

  test('anything else is an empty memory', () => {
    for (const text of [undefined, '', '"v1"', '[', '[1,null]', '{}', '[{}]']) {
      expect(readMemory(page, text)).toEqual({ validator: '', links: [] });
    }
  });
});
