import { array, assert, property, string, stringMatching, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMemory, writeMemory, type Redirect } from './page-memory.ts';

const page = new URL('https://example.org/docs/');

describe('page memory', () => {
  test('links of the same site cost only their path', () => {
    const links = [new URL('/docs/a?b=c', page), new URL('https://other.org/x')];
    expect(writeMemory(page, { validator: '"v1"', links, redirects: [] })).toBe(
      '["\\"v1\\"","/docs/a?b=c","https://other.org/x"]',
    );
    const redirects: Redirect[] = [[new URL('/docs/x', page), new URL('/docs/x/', page)]];
    expect(writeMemory(page, { validator: '', links: [], redirects })).toBe(
      '["",["/docs/x","/docs/x/"]]',
    );
  });

  test('reads the pages that it has written', () => {
    const url = stringMatching(/^https?:\/\/[a-z]{1,4}\.org\/[a-z0-9%=&?/.]{0,30}$/).map(
      (text) => new URL(text),
    );
    const urls = array(url);
    assert(
      property(string(), urls, array(tuple(url, url)), (validator, links, redirects) => {
        const memory = readMemory(page, writeMemory(page, { validator, links, redirects }));
        expect(memory.validator).toBe(validator);
        expect(memory.links.map(String)).toEqual(links.map(String));
        expect(memory.redirects.flat().map(String)).toEqual(redirects.flat().map(String));
      }),
    );
  });

  test('anything else is an empty memory', () => {
    for (const text of [undefined, '', '"v1"', '[', '[1,null]', '{}', '[{}]', '[[]]']) {
      expect(readMemory(page, text)).toEqual({ validator: '', links: [], redirects: [] });
    }
  });
});
