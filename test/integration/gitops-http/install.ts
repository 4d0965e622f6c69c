import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManifestSyncController } from '../../../src/libraries/manifest-sync/controller.ts';
import {
  createManifestOpener,
  type ClusterObjects,
} from '../../../src/libraries/manifest-sync/open-manifest.ts';
import {
  createSyncPlanner,
  type PlanSync,
} from '../../../src/libraries/manifest-sync/plan-sync.ts';
import { createGitCredentials } from '../../../src/libraries/integrations/git-credentials.ts';
import { wikiSite } from '../../../src/libraries/integrations/wiki-site.ts';
import type { Library } from '../../../src/resources/library.ts';
import type { ManifestSync, SyncReport } from '../../../src/resources/manifest-sync.ts';
import type { Registry } from '../../../src/store/registry.ts';
import type { SecretStore } from '../../../src/store/secrets.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer, type GitServer, type GitServerOptions } from '../../support/git-server.ts';
import type { CheckedResponse } from '../../support/openapi-check.ts';
import { startApi, type ApiServer, type ApiSetUp } from '../api/api-server.ts';
import { parser } from '../../support/parser.ts';

/** An install of one process: the API and the manifest controller over one registry, and a Git server with a manifest. */
export interface Install {
  api: ApiServer;
  git: GitServer;
  /** URL of the manifest's repository. */
  repoUrl: string;
  /** The reports of all syncs. */
  reports: SyncReport[];
  /** Commits a new manifest and pushes it to the server. */
  push: (manifest: string, branch?: string) => Promise<string>;
  configure: (change?: object) => Promise<CheckedResponse>;
  status: () => Promise<CheckedResponse['json']>;
  reconcile: () => Promise<CheckedResponse>;
  /** Validates a change of the settings. Returns what a sync of its manifest would do. */
  validate: (change?: object) => Promise<CheckedResponse>;
  ids: () => Promise<string[]>;
  close: () => Promise<void>;
}

export interface InstallOptions {
  api?: ApiSetUp;
  git?: Partial<GitServerOptions>;
  /** Options of a separate controller, as on a cluster. If absent, the controller is in the API's process. */
  controller?: {
    registry: Registry;
    manifests: Registry<ManifestSync>;
    secrets: Pick<SecretStore, 'get'>;
    cluster: ClusterObjects;
  };
  /** Starts no controller, so requested syncs stay pending. */
  withoutController?: boolean;
  /** Private address ranges from which manifests may be read. Default: loopback. */
  allowedRanges?: readonly string[];
  /** Every sync calls and awaits this function after it reads the manifest and before it applies it. */
  beforeApplying?: () => Promise<void>;
}

/** Starts an install whose repository has a manifest of /acme/anvil. */
export async function startInstall(options: InstallOptions = {}): Promise<Install> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-gitops-'));
  const served = join(folder, 'served');
  await mkdir(join(folder, 'scratch'));
  const work = await TestRepository.create(join(folder, 'work'), {
    'repos.yaml': manifestOf('anvil'),
  });
  await work.publish(join(served, 'team', 'manifest.git'));
  const git = await startGitServer({ root: served, ...options.git });
  let planner: PlanSync | undefined;
  const planSync: PlanSync = (spec, signal) => planner!(spec, signal);
  const api = await startApi({
    snippets: [],
    ...options.api,
    parts: { ...(!options.controller && { planSync }), ...options.api?.parts },
  });
  const { registry, manifests, secrets } = options.controller ?? api;
  const cluster = options.controller?.cluster;
  const { allowedRanges = ['127.0.0.0/8'] } = options;
  const open = createManifestOpener({
    gitProgram: 'git',
    env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
    workDir: join(folder, 'scratch'),
    allowedRanges,
    idleMs: 10_000,
    gitCredentials: createGitCredentials(secrets, { allowedRanges }),
    ...(cluster && { cluster }),
  });
  const wiki = wikiSite(secrets);
  planner = createSyncPlanner({
    open,
    parser,
    libraries: registry,
    wikiSite: wiki,
    name: 'default',
  });
  const reports: SyncReport[] = [];
  const ended = new AbortController();
  const controller = createManifestSyncController({
    manifests,
    libraries: held(registry, options.beforeApplying),
    open,
    parser,
    wikiSite: wiki,
    onCluster: cluster !== undefined,
    onReport: (_key, report) => reports.push(report),
    onError: () => undefined,
  });
  const running = options.withoutController
    ? []
    : [controller.follow(ended.signal), controller.work(ended.signal)];
  const repoUrl = `${git.origin}/team/manifest.git`;
  return {
    api,
    git,
    repoUrl,
    reports,
    async push(manifest, branch = 'main') {
      const commit = await work.commit({ 'repos.yaml': manifest });
      const bare = join(served, 'team', 'manifest.git');
      await work.git('push', '--quiet', '--force', bare, `HEAD:refs/heads/${branch}`);
      return commit;
    },
    configure: (change = {}) => api.send('PUT', '/api/gitops/config', { repoUrl, ...change }),
    status: async () => (await api.send('GET', '/api/gitops/status')).json,
    reconcile: () => api.send('POST', '/api/gitops/reconcile'),
    validate: (change = {}) =>
      api.send('POST', '/api/gitops/validate?manifest=true', { repoUrl, ...change }),
    ids: async () => (await registry.list()).map(({ spec }) => spec.id).sort(),
    async close() {
      ended.abort();
      await Promise.all(running);
      await git.close();
      await api.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function held(registry: Registry, hold: () => Promise<void> = async () => undefined): Registry {
  const list = async (): Promise<Library[]> => {
    await hold();
    return registry.list();
  };
  return Object.create(registry, { list: { value: list } }) as Registry;
}

/** Returns a manifest of libraries `/acme/<name>`. */
export function manifestOf(...names: string[]): string {
  const entries = names.map((name) => `  - url: https://codeberg.org/acme/${name}`);
  return ['repos:', ...entries, ''].join('\n');
}
