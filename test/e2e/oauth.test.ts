import { expect, onTestFinished, test } from 'vitest';
import { install } from '../integration/oauth/install.ts';
import { modernSigningIn } from '../support/known-programs.ts';
import { RunningLectern } from '../support/lectern.ts';
import { call, Person, signedIn } from '../support/oauth-person.ts';
import { startOidcServer } from '../support/oidc-server.ts';

const publicUrl = 'https://docs.example.com';

test('lectern up accepts tokens of the configured issuer, and names its public address', async () => {
  const oidc = await startOidcServer({ robot: {} });
  onTestFinished(oidc.stop);
  const lectern = await RunningLectern.make();
  onTestFinished(() => lectern.remove());
  await lectern.start([], {
    LECTERN_PUBLIC_URL: `${publicUrl}/`,
    LECTERN_OIDC_ISSUER: oidc.issuer,
    LECTERN_ANONYMOUS_ACCESS: 'none',
  });
  const search = `${lectern.url}/api/v2/libs/search?libraryName=web&query=web`;
  const refused = await fetch(search);
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    `Bearer scope="lectern:read", resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`,
  ]);
  const token = await oidc.tokenFor('robot', { resource: `${publicUrl}/mcp` });
  const asked = await fetch(search, { headers: { authorization: `Bearer ${token}` } });
  expect([asked.status, await asked.json()]).toMatchObject([404, { error: 'no_libraries_found' }]);
  const metadata = await fetch(`${lectern.url}/.well-known/oauth-protected-resource`);
  expect(await metadata.json()).toMatchObject({ resource: `${publicUrl}/mcp` });
  expect(await lectern.stop()).toBe(0);
  expect(lectern.output).not.toContain(token);
});

test('the stateless MCP client asks its user to sign in, and again before a change', async () => {
  const { resource } = await install();
  const start = await modernSigningIn(resource);
  const person = new Person();
  const question = { libraryId: '/acme/web', query: 'How do I declare a route?' };
  expect(await signedIn(person, start, call('query-docs', question))).toContain('Declare a route');

  const known = new Person({ client_id: 'assistant' });
  const refresh = call('refresh-library', { libraryId: '/acme/web' });
  expect(await signedIn(known, start, refresh)).toContain('started successfully');
  const scopes = known.asked.map((address) => address.searchParams.get('scope'));
  expect(scopes).toEqual(['lectern:read', 'lectern:read lectern:write']);
});
