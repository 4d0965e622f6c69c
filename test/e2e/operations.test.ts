import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { startOpenaiServer, type OpenaiServer } from '../doubles/openai-server.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { RunningLectern, runLectern } from '../support/lectern.ts';

const handbook = new URL('../fixtures/handbook/', import.meta.url).pathname;
const id = '/acme/handbook';

/** Secrets that no output may contain. No other text contains them. */
const planted = {
  adminKey: `lct_00112233445566aa_${'PlAnTeDaDmInKeY'.repeat(3)}`,
  strangersKey: `lct_ffeeddccbbaa0099_${'StRaNgErSkEy0'.repeat(4)}`,
  webhookSecret: 'planted-webhook-secret-1',
  embeddingKey: 'planted-embedding-key-22',
  urlPassword: 'planted-url-password-333',
  gitToken: 'planted-git-token-4444',
  queryKey: 'planted-query-key-55555',
  integration: 'planted-integration-666666',
  signature: 'planted-signature-7777777',
};

let folder: string;
let lectern: RunningLectern;
let git: GitServer;
let models: OpenaiServer;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-operations-'));
  lectern = await RunningLectern.make();
  await mkdir(join(folder, 'served'));
  git = await startGitServer({
    root: join(folder, 'served'),
    credentials: { username: 'ada', password: 'another' },
  });
  models = await startOpenaiServer({
    key: planted.embeddingKey,
    embed: async (texts) => texts.map((text) => Float32Array.of(1, text.length)),
  });
});
afterEach(async () => {
  await lectern.remove();
  await git.close();
  await models.close();
  await rm(folder, { recursive: true, force: true });
});

const withModels = (): NodeJS.ProcessEnv => ({
  LECTERN_EMBEDDING_URL: models.url,
  LECTERN_EMBEDDING_MODEL: 'double',
  LECTERN_EMBEDDING_KEY: planted.embeddingKey,
});

describe('lectern up', () => {
  test('shows no secret in its log, its answers or the state of its libraries', async () => {
    const issuer = await generateLicenseKeys();
    const grants = { holder: 'Acme', offline: true, issuedAt: new Date().toISOString() };
    const license = await issueLicense(grants, issuer.privateKey);
    const manifest = join(folder, 'repos.yaml');
    const { host } = new URL(git.origin);
    const url = `http://bob:${planted.urlPassword}@${host}/team/private.git`;
    await writeFile(manifest, `repos:\n  - { url: '${url}', id: /team/private }\n`);
    await lectern.start(['--manifest', manifest], {
      ...withModels(),
      LECTERN_LOG_LEVEL: 'trace',
      LECTERN_ALLOWED_RANGES: '127.0.0.0/8',
      LECTERN_ADMIN_KEY: planted.adminKey,
      LECTERN_WEBHOOK_SECRET: planted.webhookSecret,
      LECTERN_LICENSE: license,
      LECTERN_LICENSE_PUBLIC_KEY: issuer.publicKey,
    });
    await lectern.printed(/✗ \/team\/private/);
    const operator = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
    const answers: string[] = [];
    const call = async (path: string, bearer?: string, body?: unknown): Promise<number> => {
      const response = await fetch(`${lectern.url}${path}`, {
        ...(body !== undefined && {
          method: path.includes('integrations') || path.endsWith('config') ? 'PUT' : 'POST',
          body: JSON.stringify(body),
        }),
        headers: {
          'content-type': 'application/json',
          'x-hub-signature-256': `sha256=${planted.signature}`,
          'x-gitlab-token': planted.signature,
          'x-github-event': 'push',
          'x-github-delivery': 'd-1',
          ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
        },
      });
      answers.push(JSON.stringify([...response.headers]), await response.text());
      return response.status;
    };
    const repository = { docsRepoUrl: `${git.origin}/team/other.git`, gitToken: planted.gitToken };

    const statuses = [
      await call('/api/v1/libraries', planted.adminKey),
      await call('/api/v1/library?id=/team/private', operator),
      await call('/api/gitops/status', planted.adminKey),
      await call(`/api/v1/integrations/git/${host}`, planted.adminKey, {
        token: planted.integration,
      }),
      await call('/api/v1/integrations', planted.adminKey),
      await call('/api/v2/add/repo/git', planted.adminKey, repository),
      await call('/api/v1/enterprise/export', license, { library: 'team/private' }),
    ];
    await call('/api/v1/libraries', planted.strangersKey);
    await call(`/api/v1/libraries?api_key=${planted.queryKey}`, planted.queryKey);
    await call(`/${planted.queryKey}?token=${planted.queryKey}`);
    await call('/mcp', planted.strangersKey, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await call('/api/v1/libraries', operator, { id: '/a/b', source: { git: { url } } });
    await call('/api/v2/add/repo/git', planted.adminKey, { ...repository, docsRepoUrl: url });
    await call('/api/v2/add/website', planted.adminKey, { websiteUrl: url });
    await call('/api/gitops/config', planted.adminKey, { repoUrl: url });
    await call('/api/v1/integrations/git/x', planted.adminKey, { tokn: planted.integration });
    await call('/api/github/webhook', undefined, { ref: 'refs/heads/main' });
    await call('/api/webhooks/gitlab', undefined, { ref: 'refs/heads/main' });
    await call('/api/v1/enterprise/export', planted.adminKey, { library: 'team/private' });
    await call('/api/import-libraries', planted.adminKey, { libraries: [{ url }] });
    await lectern.printed(/✗ \/team\/other|✗ \/127/);
    await call('/api/v1/libraries', operator);
    await call('/metrics');
    const shown = await lectern.run('list', '--json');
    expect(await lectern.stop()).toBe(0);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 403]);
    const told = [lectern.output, shown.stdout, shown.stderr, ...answers].join('\n');
    expect(told).toContain('"route":"/api/v2/add/repo/git"');
    // The same run shows that the process measures itself.
    expect(told).toMatch(/^lectern_libraries\{state="error"\} [1-9]/m);
    expect(told).toMatch(/^lectern_run_failures_total\{reason="\w+"\} [1-9]/m);
    expect(told).toMatch(/^lectern_manifest_sync_entries_total\{action="created"\} 1$/m);
    expect(told).toMatch(/^lectern_model_tokens_total\{model="embedding"\} [1-9]/m);
    expect(told).toMatch(
      /^lectern_webhook_deliveries_total\{host="github",outcome="refused"\} 1$/m,
    );
    const leaked = Object.entries({ ...planted, license, operator, issuer: issuer.privateKey })
      .filter(([, secret]) => told.includes(secret))
      .map(([name]) => name);
    expect(leaked).toEqual([]);
  });

  test('completes active requests before it ends, and accepts no new ones', async () => {
    await lectern.start([], withModels());
    const added = await lectern.run('add', handbook, '--id', id, '--wait');
    expect(added.code, added.stderr).toBe(0);
    const release = Promise.withResolvers<void>();
    const question = 'How do I rotate a key?';
    const held = models.nextRequest(question);
    models.script.push({ for: question, after: release.promise });
    const query = new URLSearchParams({ libraryId: id, query: question });

    const answer = fetch(`${lectern.url}/api/v2/context?${query.toString()}`);
    await held;
    const stopped = lectern.stop();
    await vi.waitFor(async () => {
      await expect(fetch(`${lectern.url}/api/health`)).rejects.toThrow('fetch failed');
    }, 30_000);
    release.resolve();
    const response = await answer;

    expect([response.status, response.headers.get('connection')]).toEqual([200, 'close']);
    expect(await response.text()).toContain('acme keys rotate');
    expect(await stopped).toBe(0);
  });

  test('can be backed up while it runs, and gives the same answers after a restore elsewhere', async () => {
    const adminKey = planted.adminKey;
    await lectern.start([], { LECTERN_ADMIN_KEY: adminKey });
    const added = await lectern.run('add', handbook, '--id', id, '--wait');
    expect(added.code, added.stderr).toBe(0);
    const ask = async (): Promise<string> =>
      (await lectern.run('ask', id, 'How do I rotate a key?')).stdout;
    const before = await ask();
    const file = join(folder, 'lectern.zip');

    const backup = await lectern.run('backup', file);
    const refused = await lectern.run('restore', file, '--replace');
    await lectern.stop();
    const present = await lectern.run('restore', file);
    await rm(lectern.data, { recursive: true });
    const restored = await lectern.run('restore', file);
    await lectern.start();
    const listed = await runLectern(['keys', 'list', '--url', lectern.url, '--token', adminKey]);

    expect([backup.code, backup.stdout]).toEqual([0, expect.stringContaining('Backed up')]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Another lectern')]);
    expect([present.code, present.stderr]).toEqual([2, expect.stringContaining('--replace')]);
    expect([restored.code, restored.stdout]).toEqual([0, expect.stringContaining('Restored')]);
    expect(await ask()).toBe(before);
    expect([listed.code, listed.stdout]).toEqual([0, expect.stringContaining('LECTERN_ADMIN_KEY')]);
  });
});
