import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import { probeIntegration } from '../../../src/libraries/integrations/probe/probe-integration.ts';
import { account, startConfluence } from '../../doubles/confluence-server.ts';
import { startGitHostApi, type GitHostApiOptions } from '../../doubles/git-host-api.ts';
import { startGithubApi } from '../../doubles/github-api.ts';
import { notionToken, startNotion } from '../../doubles/notion-server.ts';
import { startWebServer } from '../../support/web-server.ts';
import { makeLibrary } from '../../support/library.ts';
import { apiServer, type ApiServer } from '../api/api-server.ts';
import { startInstall } from '../gitops-http/install.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs1', format: 'pem' }) as string;
const token = 'a-token-that-is-secret';

const set = (api: ApiServer, name: string, fields: object) =>
  api.send('PUT', `/api/v1/integrations/${name}`, fields);
const tried = (api: ApiServer, name: string, headers?: Record<string, string>) =>
  api.send('POST', `/api/v1/integrations/${name}/test`, undefined, headers);

async function hostApi(options: Omit<GitHostApiOptions, 'token'>) {
  const host = await startGitHostApi({ token, ...options });
  onTestFinished(host.close);
  // Lectern uses plain HTTP for a host only if it reads one of the host's repositories in this way.
  const source = { git: { url: `http://${host.host}/acme/web` } };
  const api = await apiServer({ libraries: [makeLibrary({ spec: { id: '/acme/web', source } })] });
  return { ...host, api, name: `git/${host.host}` };
}

describe('a token of a Git host', () => {
  test.each(['github', 'gitlab', 'gitea'] as const)(
    'of %s is reported with its owner',
    async (kind) => {
      const { api, host, name } = await hostApi({ kind, login: 'ada' });
      await set(api, name, { token });

      const { status, json } = await tried(api, name);

      expect(status).toBe(200);
      const message = `${host} accepts the token of ada`;
      expect(json).toEqual({ ok: true, message, login: 'ada', checkedAt: expect.any(String) });
    },
  );

  test('that may not read its own account is accepted', async () => {
    const { api, host, name } = await hostApi({ kind: 'gitlab' });
    await set(api, name, { token });

    const { json } = await tried(api, name);

    expect(json).toMatchObject({ ok: true });
    expect(json.message).toBe(`${host} accepts the token, but the token may not read its owner`);
  });

  test('that is wrong is refused, and no response contains it', async () => {
    const { api, name } = await hostApi({ kind: 'github', login: 'ada' });
    await set(api, name, { token: 'another-secret-token' });

    const { json, text } = await tried(api, name);

    expect(json.ok).toBe(false);
    expect(text + JSON.stringify(api.logged())).not.toContain('another-secret-token');
  });

  test('is not repeated if the host returns it as a name', async () => {
    const { api, name } = await hostApi({ kind: 'gitea', login: `echo ${token}` });
    await set(api, name, { token });

    const { json, text } = await tried(api, name);

    expect(json).not.toHaveProperty('login');
    expect(text).not.toContain(token);
  });

  test('of a host without such an API reads a repository that a manifest names', async () => {
    const credentials = { username: 'git', password: token };
    const install = await startInstall({ git: { credentials }, withoutController: true });
    onTestFinished(install.close);
    const { api, git, repoUrl } = install;
    const name = `git/${git.host}`;
    await set(api, name, { token });
    await install.configure({ enabled: false });

    expect((await tried(api, name)).json).toMatchObject({
      ok: true,
      message: `The credentials can read ${repoUrl}`,
    });
    await set(api, name, { token: 'another-secret-token' });
    const refused = await tried(api, name);
    expect(refused.json.ok).toBe(false);
    expect(refused.json.message).toMatch(/does not exist or is private/);
    expect(refused.text).not.toContain('another-secret-token');
  });
});

describe('a GitHub App', () => {
  const app = async (repositories: string[]) => {
    const github = await startGithubApi({
      publicKey,
      appId: '123',
      repositories,
      mint: () => ({ token: 'ghs_secret', expiresAt: new Date(Date.now() + 3_600_000) }),
      now: () => new Date(),
    });
    onTestFinished(github.close);
    const api = await apiServer();
    const fields = { appId: '123', privateKey: pem, apiUrl: github.apiUrl };
    return { api, github, fields };
  };

  test('gets an installation token, and reports the name of the app', async () => {
    const { api, github, fields } = await app(['acme/web']);
    await set(api, 'git/ghes.example', fields);

    const { json, text } = await tried(api, 'git/ghes.example');

    const message =
      'ghes.example accepts the key of the app docs-reader that is installed for acme';
    expect(json).toMatchObject({ ok: true, login: 'docs-reader', message });
    expect(text).not.toContain('ghs_secret');
    expect(github.requests.at(-1)).toBe('POST /api/v3/app/installations/4711/access_tokens');
    expect(github.grants).toEqual([{ permissions: { contents: 'read' } }]);
  });

  test('that is not installed, or has another key, is reported', async () => {
    const { api, fields } = await app([]);
    await set(api, 'git/ghes.example', fields);
    expect((await tried(api, 'git/ghes.example')).json).toMatchObject({
      ok: false,
      message: expect.stringContaining('the app is not installed anywhere'),
    });
    await set(api, 'git/ghes.example', { ...fields, appId: '124' });
    const { json } = await tried(api, 'git/ghes.example');
    expect(json.message).toContain('app id and private key do not match');
  });

  test('whose URL leads to a web page is reported as not an API', async () => {
    await using web = await startWebServer({ '/app': { body: '<html>Sign in</html>' } });
    const api = await apiServer();
    const fields = { appId: '123', privateKey: pem, apiUrl: web.origin };
    await set(api, 'git/ghes.example', fields);

    const { json } = await tried(api, 'git/ghes.example');

    expect(json.ok).toBe(false);
    expect(json.message).toContain('does not answer in JSON: check the URL of the GitHub API');
  });
});

describe('the wiki', () => {
  test.each(['cloud', 'data-center'] as const)(
    'of %s reports the owner of the token',
    async (kind) => {
      await using wiki = await startConfluence({ kind });
      const api = await apiServer();
      const email = kind === 'cloud' ? { email: account.email } : {};
      await set(api, 'wiki', { siteUrl: wiki.site, token: account.token, ...email });

      expect((await tried(api, 'wiki')).json).toMatchObject({ ok: true, login: 'Rita Reader' });
      await set(api, 'wiki', { siteUrl: wiki.site, token: 'another-secret-token', ...email });
      const { json, text } = await tried(api, 'wiki');
      expect(json.ok).toBe(false);
      expect(json.message).toContain('refuses the token of the wiki integration (401)');
      expect(text).not.toContain('another-secret-token');
    },
  );

  test('is tested with its spaces if a token may not read its account', async () => {
    await using wiki = await startConfluence({ kind: 'cloud' });
    wiki.script.push({ path: '/wiki/rest/api/user/current', status: 403 });
    const api = await apiServer();
    const { email } = account;
    await set(api, 'wiki', { siteUrl: wiki.site, token: account.token, email });

    const { json } = await tried(api, 'wiki');

    expect(json).toMatchObject({ ok: true });
    expect(json).not.toHaveProperty('login');
    expect(wiki.requests.at(-1)).toBe('/wiki/api/v2/spaces?limit=1');
  });
});

describe('pages', () => {
  const probed = async (fields: Record<string, string>, url: string) =>
    probeIntegration(
      { name: 'pages', fields },
      {
        allowedRanges: ['127.0.0.0/8'],
        workDir: '/nowhere',
        gitCredentials: async () => undefined,
        repositoryOn: async () => undefined,
        notionUrl: url,
      },
      new AbortController().signal,
    );

  test('report the integration and the workspace of the token', async () => {
    await using notion = await startNotion();
    expect(await probed({ token: notionToken }, notion.url)).toEqual({
      ok: true,
      login: 'Docs reader',
      message: 'Notion accepts the token of Docs reader of the workspace Acme',
    });
    const refused = await probed({ token: 'another-secret-token' }, notion.url);
    expect(refused.ok).toBe(false);
    expect(refused.message).toContain('refuses the token of the pages integration (401)');
  });
});

describe('a test', () => {
  test('requests no address that sources may not be read from', async () => {
    const api = await apiServer();
    await set(api, 'wiki', { siteUrl: 'http://169.254.169.254', token });
    await set(api, 'git/10.0.0.1', { token });

    for (const name of ['wiki', 'git/10.0.0.1']) {
      const { json } = await tried(api, name);
      expect(json).toMatchObject({ ok: false });
      expect(json.message).toContain('is not a public address');
    }
  });

  test('of ssh without a repository reports that nothing was tested', async () => {
    const api = await apiServer();
    await set(api, 'git/git.example', { identity: 'a key', knownHosts: 'hosts' });

    const { json } = await tried(api, 'git/git.example');

    expect(json.ok).toBe(false);
    expect(json.message).toContain('Not tested');
  });

  test('requires an admin and a configured integration', async () => {
    const api = await apiServer();
    const { json } = await api.send('POST', '/api/v1/keys', { name: 'a member' });
    const member = { authorization: `Bearer ${json.key}` };

    expect((await tried(api, 'wiki')).json.error).toBe('not_found');
    expect((await tried(api, 'mail')).json.error).toBe('validation_error');
    expect((await tried(api, 'wiki', member)).json.error).toBe('forbidden');
    expect((await tried(api, 'wiki', {})).status).toBe(401);
  });
});
