import { beforeAll, describe, expect, test } from 'vitest';
import { createSignInLinks } from '../../src/identity/sessions/sign-in-links.ts';
import type { ApiOptions } from '../../src/api/api-options.ts';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { fakeEmbedder, record } from '../support/fake-stores.ts';
import { failedLibrary, makeLibrary } from '../support/library.ts';
import type { CheckedResponse } from '../support/openapi-check.ts';
import { browserAt } from '../support/signed-in-browser.ts';
import { storeSnippets, type Stores } from '../support/stores.ts';
import { manifestOf, startInstall, type Install } from '../integration/gitops-http/install.ts';
import { startApi } from '../integration/api/api-server.ts';

/** The stores of the API, and the same API with a store that does not answer. */
export interface Platform {
  stores: Stores;
  /** Parts of the API that replace those made from the stores. */
  parts?: Partial<ApiOptions>;
  /** Returns the parts of the API with a store that does not answer. */
  away: () => Promise<{ parts: Partial<ApiOptions>; path: string; close: () => Promise<void> }>;
}

/** Values with which a row provokes its error. */
interface Scene {
  install: Install;
  platform: Platform;
  /** A key of the role member, and its header. */
  key: string;
  member: Record<string, string>;
  /** The header of a key in another teamspace. */
  spender: Record<string, string>;
  license: string;
}

type Row = [status: number, code: string, provoke: (scene: Scene) => Promise<CheckedResponse>];

const ask = (id: string, query = 'route'): string =>
  `/api/v2/context?${new URLSearchParams({ libraryId: id, query }).toString()}`;
const find = (name: string): string => `/api/v2/libs/search?libraryName=${name}&query=web`;
const linkPath = '/api/v1/session/link';
const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

// The rows of the error tables in the specification and the contract, and the additional codes of
// Lectern.
const rows: Row[] = [
  [202, 'library_not_finalized', ({ install: { api } }) => api.get(ask('/acme/queued'))],
  [301, 'library_redirected', ({ install: { api } }) => api.get(ask('/old/home'))],
  [400, 'validation_error', ({ install: { api } }) => api.get('/api/v2/libs/search?query=web')],
  [400, 'invalid_library_id', ({ install: { api } }) => api.get(ask('web'))],
  [401, 'invalid_api_key', ({ install: { api } }) => api.get(find('web'), bearer('none'))],
  [401, 'invalid_signature', ({ install: { api } }) => api.send('POST', '/api/github/webhook', {})],
  [401, 'invalid_license_key', ({ install }) => exported(install, 'acme/web', 'none')],
  [
    401,
    'invalid_sign_in_link',
    ({ install: { api } }) => browserAt(api.url).send('POST', linkPath, { token: 'used' }),
  ],
  [
    402,
    'spending_limit_exceeded',
    async ({ install: { api }, spender }) => {
      await api.send('PUT', '/api/v1/teamspaces/other/spending', { limit: 0 });
      return api.get(find('web'), spender);
    },
  ],
  [403, 'access_denied', ({ install, license }) => exported(install, 'acme/plans', license)],
  // A page that has only a cookie.
  [
    403,
    'access_denied',
    async ({ install: { api }, key }) => {
      const browser = browserAt(api.url);
      await browser.signIn(key);
      return browser.send('POST', '/api/v1/keys', { name: 'x' }, { 'x-csrf-token': '' });
    },
  ],
  [
    403,
    'offline_license_required',
    ({ install: { api } }) => api.send('POST', '/api/import-libraries', { libraries: [] }),
  ],
  [
    403,
    'forbidden',
    ({ install: { api }, member }) => api.send('POST', '/api/v1/keys', { name: 'x' }, member),
  ],
  [404, 'library_not_found', ({ install: { api } }) => api.get(ask('/no/body'))],
  [404, 'library_not_found', ({ install: { api } }) => api.get('/api/v1/library?id=/no/body')],
  // Libraries that the caller must not see.
  [404, 'library_not_found', ({ install: { api }, member }) => api.get(ask('/acme/plans'), member)],
  [404, 'tag_not_found', ({ install: { api } }) => api.get(ask('/acme/web/v9'))],
  [404, 'branch_not_found', ({ install }) => refreshed(install, '/acme/web', 'nowhere')],
  [404, 'no_snippets_found', ({ install: { api } }) => api.get(ask('/acme/empty'))],
  [404, 'no_libraries_found', ({ install: { api } }) => api.get(find('qqqqzzzz'))],
  [
    404,
    'key_not_found',
    ({ install: { api } }) => api.send('DELETE', '/api/v1/keys/0123456789abcdef'),
  ],
  [404, 'team_not_found', ({ install: { api } }) => api.send('GET', '/api/v1/teamspaces/nowhere')],
  [404, 'user_not_found', ({ install: { api } }) => api.send('GET', '/api/v1/users/nobody')],
  [404, 'not_found', ({ install: { api } }) => api.get('/api/v2/nothing')],
  [405, 'method_not_allowed', ({ install: { api } }) => api.send('DELETE', '/api/v2/context')],
  [
    409,
    'duplicate_repo',
    ({ install: { api } }) =>
      api.send('POST', '/api/v2/add/repo/git', { docsRepoUrl: 'https://example.org/acme/web' }),
  ],
  [409, 'refresh_disabled', ({ install }) => refreshed(install, '/acme/brought')],
  [
    409,
    'already_queued',
    async ({ install: { api } }) => {
      await api.send('POST', '/api/projects/acme/web/refresh');
      return api.send('POST', '/api/projects/acme/web/refresh');
    },
  ],
  [
    413,
    'payload_too_large',
    ({ install: { api } }) =>
      api.send('POST', '/api/v1/refresh', { libraryName: 'x'.repeat(200_000) }),
  ],
  [
    404,
    'project_not_found',
    ({ install: { api } }) => api.send('DELETE', '/api/v1/teamspaces/docs/projects/none'),
  ],
  [
    409,
    'already_exists',
    ({ install: { api } }) => api.send('POST', '/api/v1/teamspaces', { id: 'docs' }),
  ],
  [409, 'team_in_use', ({ install: { api } }) => api.send('DELETE', '/api/v1/teamspaces/default')],
  [
    409,
    'last_owner',
    async ({ install: { api } }) => {
      await api.send('POST', '/api/v1/users', { id: 'ada', name: 'Ada' });
      await api.send('PUT', '/api/v1/teamspaces/docs/members/ada', { role: 'owner' });
      return api.send('DELETE', '/api/v1/teamspaces/docs/members/ada');
    },
  ],
  [422, 'library_failed', ({ install: { api } }) => api.get(ask('/acme/broken'))],
  [
    422,
    'manifest_invalid',
    async ({ install }) => {
      await install.push('repos: [{ type: gopher }]');
      await install.configure({ enabled: false });
      return install.reconcile();
    },
  ],
  [
    502,
    'manifest_unreachable',
    async ({ install }) => {
      await install.configure({ enabled: false, repoUrl: `${install.git.origin}/no/thing.git` });
      return install.reconcile();
    },
  ],
];

const exported = ({ api }: Install, library: string, license: string): Promise<CheckedResponse> =>
  api.send('POST', '/api/v1/enterprise/export', { library }, bearer(license));
const refreshed = (
  { api }: Install,
  libraryName: string,
  branch?: string,
): Promise<CheckedResponse> =>
  api.send('POST', '/api/v1/refresh', { libraryName, ...(branch && { branch }) });

/** Every provoked error as `<status> <code>`. */
export const provoked: string[] = [
  ...rows.map(([status, code]) => `${status} ${code}`),
  '409 sync_in_progress',
  '429 rate_limit_exceeded',
  '500 internal_error',
  '503 search_failed',
];

/** Tests that provoke every row of the error tables over HTTP on one platform. */
export function describeErrorTable(name: string, open: () => Promise<Platform>): void {
  describe(`errors over HTTP, ${name}`, () => {
    let scene: Scene;
    let waits = Promise.withResolvers<void>();
    const held = { is: false };
    beforeAll(async () => {
      const keys = await generateLicenseKeys();
      const issuedAt = new Date().toISOString();
      const grants = { holder: 'Acme', offline: false, issuedAt };
      const license = await issueLicense(grants, keys.privateKey);
      const platform = await open();
      const { stores, parts } = platform;
      const install = await startInstall({
        beforeApplying: async () => (held.is ? await waits.promise : undefined),
        api: {
          stores,
          records: [
            record('/acme/empty'),
            record('/acme/plans', hidden),
            record('/acme/broken', { state: 'error' }),
          ],
          libraries: [
            makeLibrary({ spec: { id: '/acme/web' }, status: { branch: 'main' } }),
            makeLibrary({ spec: { id: '/acme/plans', ...hidden } }),
            failedLibrary('/acme/broken', 'The host git.example.org cannot be reached'),
            makeLibrary({ spec: { id: '/acme/brought', source: { import: { upload: 'x' } } } }),
          ],
          parts: {
            signInLinks: createSignInLinks(),
            webhookSecret: 'the secret of the webhooks of this install',
            transfer: {
              license,
              licensePublicKey: keys.publicKey,
              uploads: uploadsOf(),
              workDir: stores.dataDir,
            },
            ...parts,
          },
        },
      });
      const embedder = fakeEmbedder();
      const { index } = stores;
      await storeSnippets({ index, embedder }, { libraryId: '/acme/empty', version: '' }, []);
      const keyOf = async (teamspace: string): Promise<string> =>
        (await install.api.keys.create({ name: 'x', role: 'member', teamspace })).key;
      const [key, spender] = [await keyOf('default'), bearer(await keyOf('other'))];
      scene = { install, platform, key, member: bearer(key), spender, license };
      return install.close;
    });

    test.each(rows)('%i %s', async (status, code, provoke) => {
      const answer = await provoke(scene);
      expect([answer.status, answer.json?.error]).toEqual([status, code]);
      expect(answer.json.message).toMatch(/\w+ \w+/);
    });

    test('409 sync_in_progress', async () => {
      const { install } = scene;
      held.is = true;
      await install.push(manifestOf('anvil'));
      await install.configure({ enabled: false });
      const first = install.reconcile();
      await expect.poll(async () => (await install.status()).running).toBe(true);

      const { status, json } = await install.reconcile();

      expect([status, json.error]).toEqual([409, 'sync_in_progress']);
      held.is = false;
      waits.resolve();
      waits = Promise.withResolvers();
      expect((await first).status).toBe(200);
    });

    test('429 rate_limit_exceeded', async () => {
      const { stores, parts } = kept(scene.platform);
      const settings = { requestsPerMinutePerKey: 1 };
      const api = await startApi({ stores, ...(parts && { parts }), teamspaces: [], settings });

      // A minute can end between two requests.
      const answers = [1, 2, 3].map(() => api.get(find('web'), scene.member));
      const refused = (await Promise.all(answers)).find(({ status }) => status === 429);
      await api.close();

      expect(refused?.json.error).toBe('rate_limit_exceeded');
      for (const name of ['retry-after', 'ratelimit-limit', 'ratelimit-remaining']) {
        expect(refused?.headers.get(name)).toMatch(/^\d+$/);
      }
      expect(Number(refused?.headers.get('ratelimit-reset'))).toBeGreaterThan(
        Date.now() / 1000 - 60,
      );
    });

    test('500 internal_error', async () => {
      const down = async (): Promise<never> => Promise.reject(new TypeError('a mistake of ours'));
      const { stores, parts } = kept(scene.platform);
      const secrets = { get: down, put: down, update: down, delete: down };
      const api = await startApi({ stores, parts: { ...parts, secrets }, teamspaces: [] });
      const body = { docsRepoUrl: 'https://github.com/acme/docs', gitToken: 'x'.repeat(20) };

      const { status, json } = await api.send('POST', '/api/v2/add/repo/github', body);
      await api.close();

      expect([status, json.error]).toEqual([500, 'internal_error']);
      expect(json.message).not.toContain('a mistake of ours');
    });

    test('503 search_failed', async () => {
      const { stores, parts } = kept(scene.platform);
      const away = await scene.platform.away();
      const api = await startApi({ stores, parts: { ...parts, ...away.parts }, teamspaces: [] });

      const { status, json } = await api.get(away.path);
      await api.close();
      await away.close();

      expect([status, json.error]).toEqual([503, 'search_failed']);
    });
  });
}

const hidden = { visibility: 'private', teamspace: 'docs' } as const;

/** Returns the platform for a second API over the same stores. The first API closes them. */
function kept({ stores, parts }: Platform): Pick<Platform, 'stores' | 'parts'> {
  return { stores: { ...stores, close: async () => undefined }, ...(parts && { parts }) };
}

/** An install without an offline license refuses every import before this check. */
function uploadsOf(): ApiOptions['transfer']['uploads'] {
  const never = (): never => {
    throw new Error('nothing is uploaded here');
  };
  return { put: never, delete: never };
}
