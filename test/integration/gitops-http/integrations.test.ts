import { generateKeyPairSync } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createGitCredentials,
  type GitCredentials,
} from '../../../src/libraries/integrations/git-credentials.ts';
import type { Credential } from '../../../src/identity/access/credential-policy.ts';
import { runCredentials } from '../../../src/libraries/integrations/run-credentials.ts';
import type { LibrarySpec } from '../../../src/resources/library.ts';
import type { SecretValues } from '../../../src/store/secrets.ts';
import { startGithubApi } from '../../doubles/github-api.ts';
import { startInstall } from './install.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
/** Time limit for a busy machine. */
const patience = { timeout: 45_000 };
const unaborted = new AbortController().signal;

describe('integrations over HTTP', () => {
  test('are set, listed without what they hold, and deleted', async () => {
    const { api, close } = await startInstall({ withoutController: true });
    onTestFinished(close);
    const path = '/api/v1/integrations';
    const host = `${path}/git/git.example:8443`;

    const put = await api.send('PUT', host, { token: 'a-token-to-keep', username: 'ada' });
    const listed = await api.send('GET', path);

    const view = { name: 'git/git.example:8443', fields: ['token', 'username'] };
    expect([put.status, put.json]).toEqual([200, { ...view, updatedAt: expect.any(String) }]);
    expect(listed.json).toEqual({ integrations: [put.json] });
    const refused = await api.send('PUT', `${path}/wiki`, { token: 'a-token-to-keep' });
    expect([refused.status, refused.json.error]).toEqual([400, 'validation_error']);
    expect(put.text + listed.text + refused.text).not.toContain('a-token-to-keep');
    expect(JSON.stringify(api.logged())).not.toContain('a-token-to-keep');

    expect((await api.send('DELETE', host)).status).toBe(200);
    expect((await api.send('GET', path)).json).toEqual({ integrations: [] });
    expect((await api.send('DELETE', host)).status).toBe(404);
    expect((await api.send('GET', path, undefined, {})).status).toBe(401);
  });
});

describe('the manifest of a private repository', () => {
  test('reports an error without a credential for its host, and is read with one', async () => {
    const account = { username: 'git', password: 'a-token-of-the-host' };
    const install = await startInstall({ git: { credentials: account } });
    onTestFinished(install.close);
    await install.configure({ enabled: false });

    const without = await install.reconcile();
    expect([without.status, without.json.error]).toEqual([502, 'manifest_unreachable']);
    expect(without.json.message).toMatch(/does not exist or is private/);
    expect(await install.ids()).toEqual([]);

    const path = `/api/v1/integrations/git/${install.git.host}`;
    await install.api.send('PUT', path, { token: account.password });

    expect((await install.reconcile()).json).toMatchObject({ result: 'synced', created: 1 });
    expect(JSON.stringify(await install.status())).not.toContain(account.password);
  });
});

describe('the manifest of a public repository', () => {
  test('is read without the available credential for its host', async () => {
    const install = await startInstall();
    onTestFinished(install.close);
    const path = `/api/v1/integrations/git/${install.git.host}`;
    await install.api.send('PUT', path, { token: 'a-token-of-the-host' });
    await install.configure({ enabled: false });

    expect((await install.reconcile()).json).toMatchObject({ result: 'synced', created: 1 });

    expect(install.git.requests).not.toEqual([]);
    const shown = install.git.requests.map(({ authorization }) => authorization);
    expect(new Set(shown)).toEqual(new Set(['']));
  });
});

describe('a manifest that lacked an integration', () => {
  test('is synced when the credential of its host is set, without a request', async () => {
    const account = { username: 'git', password: 'a-token-of-the-host' };
    const { api, git, ...install } = await startInstall({ git: { credentials: account } });
    onTestFinished(install.close);
    await install.configure({ schedule: 'manual' });
    await vi.waitUntil(() => install.reports.length > 0, patience);
    expect(install.reports[0]?.error?.code).toBe('manifest_unreachable');

    await api.send('PUT', `/api/v1/integrations/git/${git.host}`, { token: account.password });

    await vi.waitUntil(() => install.reports.length > 1, patience);
    expect(install.reports[1]).toMatchObject({ result: 'synced', counts: { created: 1 } });
  });

  test('gets its wiki when the integration is set, and is not read again for later integrations', async () => {
    const { api, ...install } = await startInstall();
    onTestFinished(install.close);
    await install.push('repos:\n  - { type: wiki, url: "https://wiki.example", spaceKey: DOC }\n');
    await install.configure({ schedule: 'manual' });
    await vi.waitUntil(() => install.reports.length > 0, patience);
    expect(install.reports[0]?.counts).toMatchObject({ created: 0, failed: 1 });

    const wiki = { siteUrl: 'https://wiki.example', token: 'a-token-of-the-wiki' };
    await api.send('PUT', '/api/v1/integrations/wiki', wiki);

    await vi.waitUntil(() => install.reports.length > 1, patience);
    expect(install.reports[1]?.counts).toMatchObject({ created: 1, failed: 0 });
    await api.send('PUT', '/api/v1/integrations/wiki', { ...wiki, token: 'another-token' });
    expect((await install.status()).running).toBe(false);
    expect(install.reports).toHaveLength(2);
  });
});

describe('the credentials of a host', () => {
  let values: SecretValues;
  let now: Date;
  let credentials: GitCredentials;
  beforeEach(() => {
    values = {};
    now = new Date('2026-03-01T12:00:00Z');
    const secrets = { get: async () => values };
    credentials = createGitCredentials(secrets, {
      allowedRanges: ['127.0.0.0/8'],
      now: () => now,
    });
  });

  test.each([
    ['github.com', 'https://github.com/acme/web', 'x-access-token'],
    ['gitlab.example', 'https://gitlab.example/acme/web.git', 'oauth2'],
    ['bitbucket.org', 'https://bitbucket.org/acme/web', 'x-token-auth'],
    ['git.example_8443', 'https://git.example:8443/acme/web', 'git'],
    ['git.example_3000', 'http://git.example:3000/acme/web', 'git'],
  ])('%s are a token with the user name that the host requires', async (key, url, username) => {
    values = { [`git.${key}.token`]: 'secret' };

    expect(await credentials(url, unaborted)).toEqual({ username, password: 'secret' });
  });

  test('are a key for ssh, and for nothing else', async () => {
    values = { 'git.git.example.identity': 'key', 'git.git.example.knownHosts': 'hosts' };
    const expected = { identity: 'key', known_hosts: 'hosts' };

    expect(await credentials('git@git.example:acme/web.git', unaborted)).toEqual(expected);
    expect(await credentials('ssh://git@git.example:22/acme/web', unaborted)).toEqual(expected);
    expect(await credentials('https://git.example/acme/web', unaborted)).toBeUndefined();
  });

  test.each([
    'https://other.example/acme/web',
    'https://git.example:8443/acme/web',
    'https://git.example.attacker.example/acme/web',
    'http://git.example/acme/web',
    'https://ada:own@git.example/acme/web',
    '/srv/git.example/acme/web',
  ])('are not given to %s', async (url) => {
    values = { 'git.git.example.token': 'secret' };

    expect(await credentials(url, unaborted)).toBeUndefined();
  });

  test('go only to runs that may use them, and to no other kind of source', async () => {
    values = { 'git.git.example.token': 'secret', 'wiki.token': 'w', 'pages.token': 'p' };
    const given = runCredentials({
      secrets: { get: async () => values },
      git: credentials,
      own: async () => ({ bearerToken: 'own' }),
    });
    const of = (
      credential: Credential | undefined,
      spec: Partial<LibrarySpec> = {},
    ): Promise<SecretValues | undefined> => {
      const source = { git: { url: 'https://git.example/acme/web' } };
      const job = { id: 'run', library: 'web', uid: 'u', allowLocal: false };
      const whole = { id: '/acme/web', source, ...spec };
      return given({ ...job, spec: whole, ...(credential && { credential }) });
    };
    const own = { secretRef: { name: 'own' } };

    expect(await of('integration')).toEqual({ username: 'git', password: 'secret' });
    expect(await of('secret', own)).toEqual({ bearerToken: 'own' });
    expect(await of('none')).toBeUndefined();
    expect(await of('none', own)).toBeUndefined();
    expect(await of(undefined)).toBeUndefined();
    const website = { website: { url: 'https://git.example/docs' } };
    expect(await of('integration', { source: website })).toBeUndefined();
  });

  test('are a token of the GitHub App for one repository, kept until shortly before it expires', async () => {
    let minted = 0;
    const github = await startGithubApi({
      publicKey,
      appId: '123',
      repositories: ['acme/web', 'acme/docs'],
      mint: () => ({ token: `ghs_${++minted}`, expiresAt: new Date(now.getTime() + 3_600_000) }),
      now: () => now,
    });
    onTestFinished(github.close);
    values = {
      'git.ghes.example.appId': '123',
      'git.ghes.example.privateKey': pem,
      'git.ghes.example.apiUrl': github.apiUrl,
    };
    const token = async (repository: string): Promise<string | undefined> =>
      (await credentials(`https://ghes.example/${repository}.git`, unaborted))?.['password'];

    expect(await token('acme/web')).toBe('ghs_1');
    now = new Date(now.getTime() + 44 * 60_000);
    expect(await token('acme/web')).toBe('ghs_1');
    expect(await token('acme/docs')).toBe('ghs_2');
    now = new Date(now.getTime() + 2 * 60_000);
    expect(await token('acme/web')).toBe('ghs_3');
    expect(await token('acme/docs.wiki')).toBe('ghs_2');

    const restricted = (name: string) => ({
      repositories: [name],
      permissions: { contents: 'read' },
    });
    expect(github.grants).toEqual(['web', 'docs', 'web'].map(restricted));
    await expect(token('other/repo')).rejects.toThrow(
      /the app is not installed for the repository/,
    );
    values = { ...values, 'git.ghes.example.installationId': '4711' };
    await expect(token('acme/former-name')).rejects.toThrow(/the repository has another name now/);
    values = { ...values, 'git.ghes.example.appId': '124' };
    await expect(token('acme/web')).rejects.toThrow(/app id and private key do not match/);
  });
});
