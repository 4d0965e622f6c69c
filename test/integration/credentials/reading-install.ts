import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { createGitCredentials } from '../../../src/libraries/integrations/git-credentials.ts';
import {
  createAccessOf,
  createPossibleCredential,
} from '../../../src/libraries/integrations/source-access.ts';
import { SqlTeamspaces } from '../../../src/store/metadata/teamspaces/teamspaces.ts';
import { runCredentials } from '../../../src/libraries/integrations/run-credentials.ts';
import { secretRefCredentials } from '../../../src/jobs/secret-ref-credentials.ts';
import { ThreadJobs } from '../../../src/jobs/thread-jobs.ts';
import { keyOf, type Library } from '../../../src/resources/library.ts';
import { generateLicenseKeys, issueLicense } from '../../../src/transfer/license.ts';
import { createFileUploads } from '../../../src/store/file-uploads.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer } from '../../support/git-server.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { openStores, type Stores } from '../../support/stores.ts';
import { loopback } from '../../support/web-server.ts';
import { runLimits, startController } from '../../support/working-controller.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';

/** Token of the Git host's integration. */
export const integrationToken = 'integration-token-0123456789';
/** A word that only the private repository contains. */
export const secretWord = 'xylograph';

type Headers = Record<string, string>;

/** API, controller and runs of a laptop over one set of stores, with two Git hosts. */
export interface ReadingInstall {
  api: ApiServer;
  stores: Stores;
  /** A Git host that shows /team/plans only to holders of the integration's token. */
  locked: GitServer;
  /** A Git host that shows the same repository to everyone. */
  open: GitServer;
  license: string;
  /** Returns the header of a new key with the role member. */
  member(teamspace: string): Promise<Headers>;
  /** Sets the integration of the locked host. */
  integrate(): Promise<void>;
  /** Returns the Library of an id when its run has ended in this state. */
  until(id: string, state: 'finalized' | 'error'): Promise<Library>;
  refresh(id: string): Promise<CheckedResponse>;
  /** Returns an answer about a library to a caller. Without headers, the caller is anonymous. */
  ask(id: string, headers?: Headers): Promise<CheckedResponse>;
  close(): Promise<void>;
}

/**
 * Starts an install with two Git hosts, the teamspace `free` of the plan free, and the teamspaces
 * `docs` and `other` of the plan enterprise.
 */
export async function startReadingInstall(): Promise<ReadingInstall> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-credentials-'));
  const root = join(folder, 'served');
  const prose = `The ${secretWord} prints a page from a carved block of wood. `.repeat(5);
  const work = await TestRepository.create(join(folder, 'work'), {
    'README.md': `# Plans\n\n## Print\n\n${prose}\n`,
  });
  await work.publish(join(root, 'team', 'plans.git'));
  const locked = await startGitServer({
    root,
    credentials: { username: 'git', password: integrationToken },
  });
  const open = await startGitServer({ root });
  const stores = await openStores();
  await mkdir(join(folder, 'scratch'));
  const keys = await generateLicenseKeys();
  const grants = { holder: 'Acme', offline: true, issuedAt: new Date().toISOString() };
  const license = await issueLicense(grants, keys.privateKey);
  const uploads = createFileUploads({ dataDir: stores.dataDir });
  const transfer = {
    license,
    licensePublicKey: keys.publicKey,
    uploads,
    workDir: join(folder, 'scratch'),
  };
  const api = await startApi({ stores, snippets: [], parts: { transfer } });
  await api.send('POST', '/api/v1/teamspaces', { id: 'free', plan: 'free' });
  const { secrets } = api;
  const git = createGitCredentials(secrets, { allowedRanges: loopback });
  const jobs = new ThreadJobs({
    dataDir: stores.dataDir,
    embedder: fakeEmbedder(),
    limits: runLimits,
    allowedRanges: loopback,
    credentialsOf: runCredentials({ secrets, git, own: secretRefCredentials(secrets) }),
  });
  const accessOf = createAccessOf({
    secrets,
    teamspaces: new SqlTeamspaces(stores.database),
    allowedRanges: loopback,
    workDir: join(folder, 'scratch'),
  });
  const working = startController({
    ...stores,
    jobs,
    accessOf,
    possibleCredential: createPossibleCredential(secrets),
  });
  const find = async (id: string): Promise<Library | undefined> =>
    (await stores.registry.list()).find(({ spec }) => spec.id === id);
  return {
    api,
    stores,
    locked,
    open,
    license,
    async member(teamspace) {
      const { key } = await api.keys.create({ name: 'x', role: 'member', teamspace });
      return { authorization: `Bearer ${key}` };
    },
    async integrate() {
      const path = `/api/v1/integrations/git/${locked.host}`;
      expect((await api.send('PUT', path, { token: integrationToken })).status).toBe(200);
    },
    until: (id, state) =>
      vi.waitFor(
        async () => {
          const library = await find(id);
          expect([library?.status.state, library?.status.conditions]).toEqual([
            state,
            expect.anything(),
          ]);
          return library!;
        },
        { timeout: 60_000, interval: 50 },
      ),
    async refresh(id) {
      const library = (await find(id))!;
      const before = library.status.run?.id;
      const answer = await api.send('POST', '/api/v1/refresh', { libraryName: id });
      await vi.waitFor(
        async () => {
          const { status } = (await stores.registry.get(keyOf(library.metadata)))!;
          expect([status.run?.id === before, status.state]).not.toContain('processing');
          expect(status.run?.id).not.toBe(before);
        },
        { timeout: 60_000, interval: 50 },
      );
      return answer;
    },
    ask: (id, headers = {}) =>
      api.get(`/api/v2/context?libraryId=${encodeURIComponent(id)}&query=print+a+page`, headers),
    async close() {
      await working.stop();
      await api.close();
      await Promise.all([locked.close(), open.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
