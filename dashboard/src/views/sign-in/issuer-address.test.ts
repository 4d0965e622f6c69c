import { expect, test } from 'vitest';
import { issuerAddress } from './issuer-address.ts';

const toOf = (address: string): string | null => new URL(address).searchParams.get('to');
const server = 'http://127.0.0.1:7700/lectern';

test('a person returns from the issuer to the view with its question', () => {
  const then = '/ask?library=%2Facme%2Fweb&q=why+%26+how%3F';
  const address = issuerAddress(server, then);
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:7700\/lectern\/api\/v1\/session\/oidc\?to=/);
  expect(toOf(address)).toBe(then);
});

test('a person returns to the view without the question if it is too long for the server', () => {
  const query = new URLSearchParams({ library: '/acme/web', q: 'ы'.repeat(100) });
  expect(toOf(issuerAddress(server, `/ask?${query}`))).toBe('/ask');
});
