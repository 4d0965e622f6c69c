import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { operator } from '../../../src/identity/access/caller.ts';
import { createTokenTrial } from '../../../src/libraries/add/token-trial.ts';
import {
  forgetGivenSecret,
  forgetReplacedSecrets,
  replacedTokens,
} from '../../../src/store/git-secret.ts';
import { addRoutes } from '../../../src/api/routes/add/add-source.ts';
import { refreshLibrary } from '../../../src/api/routes/runs.ts';
import type { AnyCall, AnyRoute } from '../../../src/api/route.ts';
import { secretRefCredentials } from '../../../src/jobs/secret-ref-credentials.ts';
import { ThreadJobs } from '../../../src/jobs/thread-jobs.ts';
import type { Embedder } from '../../../src/models/embedder.ts';
import { resourceName, type Library } from '../../../src/resources/library.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { readSecretKey } from '../../../src/store/metadata/secret-key.ts';
import { SqlSecretStore } from '../../../src/store/metadata/secrets.ts';
import { createSqliteSnippetIndex } from '../../../src/store/snippets/sqlite/snippet-index.ts';
import { libraryId } from '../../../src/indexing/sources/library-id.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import { teamsOf } from '../../support/teams.ts';
import { loopback } from '../../support/web-server.ts';
import { unfollowedRegistry } from '../../support/unfollowed-registry.ts';
import { runLimits, startController } from '../../support/working-controller.ts';

const token = 'planted-token-0123456789';
const prose = 'Hold the pencil and turn it in the sharpener until its point is fine. '.repeat(4);

const embedder: Embedder = {
  id: 'test',
  dimensions: 2,
  window: 256,
  embed: async (texts) => texts.map(() => Float32Array.of(1, 0)),
  close: async () => undefined,
};

describe('a private repository on the embedded platform', { timeout: 300_000 }, () => {
  let scratch: string;
  let dataDir: string;
  let git: GitServer;
  let registry: SqlRegistry;
  let secrets: SqlSecretStore;
  let routes: Record<string, AnyRoute>;
  let stop: () => Promise<void>;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'lectern-private-'));
    dataDir = join(scratch, 'data');
    const source = await TestRepository.create(join(scratch, 'work'), {
      'README.md': `# Pencils\n\n## Sharpen\n\n${prose}\n`,
    });
    await source.git('clone', '--quiet', '--bare', '.', join(scratch, 'served/team/pencils.git'));
    git = await startGitServer({
      root: join(scratch, 'served'),
      credentials: { username: 'git', password: token },
    });
    const jobs = new ThreadJobs({
      dataDir,
      embedder,
      limits: runLimits,
      allowedRanges: loopback,
      credentialsOf: async (job) => secretRefCredentials(secrets)(job),
    });
    const database = await openSqliteDatabase(join(dataDir, 'lectern.db'));
    registry = new SqlRegistry(database, 'libraries');
    secrets = new SqlSecretStore(database, await readSecretKey(dataDir));
    const catalog = new SqlCatalog(database);
    const index = createSqliteSnippetIndex({ dataDir });
    const working = startController({
      registry,
      catalog,
      index,
      jobs,
      onReplacedTokens: forgetReplacedSecrets(secrets),
      onRemove: forgetGivenSecret(secrets),
      onError: () => undefined,
    });
    const preview = { allowedRanges: loopback, workDir: scratch };
    const tryToken = createTokenTrial(preview);
    const ports = {
      registry: unfollowedRegistry(registry),
      catalog,
      secrets,
      access: teamsOf(database),
      tryToken,
    };
    routes = { ...addRoutes(ports), refreshLibrary: refreshLibrary(ports) };
    stop = async () => {
      await working.stop();
      await index.close();
      await database.destroy();
      await git.close();
      await rm(scratch, { recursive: true });
    };
  });
  afterEach(async () => stop());

  const ask = async (operation: string, body: object): Promise<unknown> =>
    routes[operation]!.handle({
      body,
      caller: operator,
      signal: new AbortController().signal,
    } as AnyCall);

  const url = (): string => `${git.origin}/team/pencils.git`;
  const id = (): string => libraryId({ git: { url: url() } });
  const until = (state: string): Promise<Library> =>
    vi.waitFor(
      async () => {
        const library = await registry.get(resourceName(id()));
        expect(library?.status.state).toBe(state);
        return library!;
      },
      { timeout: 120_000 },
    );

  test('is read with the token, which is in no file; an invalid token is refused and changes nothing', async () => {
    await ask('addGitRepository', { docsRepoUrl: url(), gitToken: token });

    const library = await until('finalized');
    expect(library.status.totalSnippets).toBeGreaterThan(0);
    const runs = (): Promise<string[]> => readdir(join(dataDir, 'runs'));
    await vi.waitFor(async () => expect(await runs()).toEqual([]), { timeout: 60_000 });
    for (const file of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!file.isFile()) continue;
      const bytes = await readFile(join(file.parentPath, file.name));
      expect([file.name, bytes.includes(token)]).toEqual([file.name, false]);
    }

    const name = library.spec.secretRef!.name;
    const bad = ask('refreshLibrary', { libraryName: id(), gitToken: 'a-wrong-token' });
    await expect(bad).rejects.toMatchObject({
      code: 'validation_error',
      message: expect.stringMatching(/^Field "gitToken" was refused, because it cannot read http/),
    });
    await expect(bad).rejects.not.toThrow('a-wrong-token');
    expect(await registry.get(resourceName(id()))).toEqual(library);
    expect(await secrets.get(name)).toEqual({ username: 'git', password: token });

    await ask('refreshLibrary', { libraryName: id(), gitToken: token });
    const again = await vi.waitFor(
      async () => {
        const held = await until('finalized');
        expect(held.status.run?.id).not.toBe(library.status.run?.id);
        return held;
      },
      { timeout: 60_000 },
    );
    const given = again.spec.secretRef!.name;
    expect([given === name, await secrets.get(name)]).toEqual([false, undefined]);
    expect(replacedTokens(again)).toEqual([]);
    await registry.delete(library.metadata.name);
    await vi.waitFor(async () => expect(await registry.list()).toEqual([]), { timeout: 60_000 });
    expect(await secrets.get(given)).toBeUndefined();
  });

  test('reports a missing secret, and is read again after a new token', async () => {
    await ask('addGitRepository', { docsRepoUrl: url(), gitToken: token });
    const { spec } = await until('finalized');
    await secrets.delete(spec.secretRef!.name);
    await ask('refreshLibrary', { libraryName: id() });
    const failed = await until('error');
    expect(JSON.stringify(failed.status.conditions)).toContain(
      `names the Secret ${spec.secretRef!.name}, which does not exist`,
    );
    await ask('refreshLibrary', { libraryName: id(), gitToken: token });
    await until('finalized');
  });
});
