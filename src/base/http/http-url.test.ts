import { assert, property, string, stringMatching } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunError } from '../errors.ts';
import { describeUrl, parseHttpUrl } from './http-url.ts';

/** The protocol of what was read, or the reason why it was not. */
function attempt(text: string): string {
  try {
    return parseHttpUrl(text).protocol;
  } catch (error) {
    if (error instanceof RunError) return error.reason;
    throw error;
  }
}

describe('parseHttpUrl', () => {
  test('any text is an http or https URL or a RunError that says what would be right', () => {
    assert(
      property(string(), (text) => {
        const outcome = attempt(text);
        expect(outcome === 'InvalidSource' || /^https?:$/.test(outcome)).toBe(true);
      }),
    );
  });

  test('every web URL is read', () => {
    assert(
      property(
        stringMatching(/^https?:\/\/[a-z]{1,9}\.org(:[1-9]{1,4})?\/[a-z0-9%=&?#/._]{0,40}$/),
        (url) => parseHttpUrl(url) instanceof URL,
      ),
    );
  });

  test('a URL of more than 2000 characters is refused', () => {
    expect(() => parseHttpUrl(`https://example.org/${'a'.repeat(2000)}`)).toThrow(RunError);
  });
});

describe('describeUrl', () => {
  test.each([
    ['https://example.org/a/b#c', 'https://example.org/a/b'],
    ['https://u:p@example.org:8443/a?key=s3cret', 'https://example.org:8443/a?…'],
    ['nonsense', 'an invalid URL'],
  ])('%s is shown as %s', (url, shown) => {
    expect(describeUrl(url)).toBe(shown);
  });

  test('a long URL is cut', () => {
    expect(describeUrl(`https://example.org/${'a'.repeat(1000)}`)).toHaveLength(300);
  });
});
