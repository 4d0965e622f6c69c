import { describe, expect, test } from 'vitest';
import { createScrubber } from './scrub.ts';

const secret = 'q7Zx2LmP9sKd4TvB1nHy';
const keySecret = 'Aq7Zx2LmP9sKd4TvB1nHyAq7Zx2LmP9sKd4TvB1nHyA';

describe('createScrubber', () => {
  const scrub = createScrubber([]);

  test.each([
    ['the credentials of a URL', `clone https://bob:${secret}@host/x.git`, 'https://***@host/x'],
    ['credentials with an @ in them', `https://bob:p@${secret}@host/x`, 'https://***@host/x'],
    ['a name alone before a host', `https://${secret}@host/x`, 'https://***@host/x'],
    ['a password of a database', `postgres://u:${secret}@db:5432/x`, 'postgres://***@db:5432/x'],
    ['a token of a query', `GET /x?access_token=${secret}&page=2`, 'access_token=***&page=2'],
    ['a key of a query', `GET /x?key=${secret}`, 'key=***'],
    ['a bearer', `authorization: Bearer ${secret}`, 'Bearer ***'],
    ['basic credentials', `Basic ${btoa(`bob:${secret}`)}`, 'Basic ***'],
    ['an API key, but for its id', `lct_0123456789abcdef_${keySecret}`, 'lct_0123456789abcdef_***'],
    ['a JSON Web Token', `eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJhY21lIn0.${keySecret}`, '***'],
    ['a token of GitHub', ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6'].join('_'), '***'],
  ])('takes out %s', (_name, line, shown) => {
    const safe = scrub(line);

    expect(safe).toContain(shown);
    expect(safe).not.toContain(secret);
    expect(safe).not.toContain(keySecret);
  });

  test('takes out private keys as JSON writes them', () => {
    const pem = `-----BEGIN PRIVATE KEY-----\n${keySecret}\n${keySecret}\n-----END PRIVATE KEY-----\n`;

    const safe = scrub(JSON.stringify({ pem }));

    expect(safe).not.toContain(keySecret);
    expect(JSON.parse(safe)).toBeTypeOf('object');
  });

  test('takes out the values it was given, however JSON and URLs write them', () => {
    const value = 'it"s a\\secret&more';
    const known = createScrubber([value]);

    const safe = known(`${JSON.stringify({ value })} ${encodeURIComponent(value)}`);

    expect(safe).toBe('{"value":"***"} ***');
  });

  test('leaves no end of a value that begins with another', () => {
    const known = createScrubber(['password', 'password-and-more']);

    expect(known('password-and-more')).toBe('***');
  });

  test('leaves values alone that are too short to be found for sure', () => {
    expect(createScrubber(['run', ''])('run ended')).toBe('run ended');
  });

  test('leaves harmless texts unchanged', () => {
    const line =
      '{"requestId":"0b7c2f3e-9d61-4a52-8d0e-1f6a2b3c4d5e","route":"/api/v2/context","url":"https://host/a@b?page=1","hash":"0123456789abcdef0123456789abcdef01234567"}';

    expect(scrub(line)).toBe(line);
  });

  test.each(['a://', 'https://x', '?token', 'Bearer ', '0123456789abcdef_', '-----BEGIN '])(
    'comes to an end with a long line of %j, which begins like a secret',
    (piece) => {
      const line = piece.repeat(100_000 / piece.length);

      expect(scrub(line)).toContain(piece);
    },
  );
});
