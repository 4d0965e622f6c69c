import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManifestSyncController } from '../../../src/libraries/manifest-sync/controller.ts';
import { createManifestOpener } from '../../../src/libraries/manifest-sync/open-manifest.ts';
import { TestRepository } from '../../support/git-repository.ts';
import { startGitServer } from '../../support/git-server.ts';
import type { Platform } from './platform.ts';
import { parser } from '../../support/parser.ts';

/** A Git server with a repository that contains a manifest. */
export interface ManifestRepository {
  url: string;
  /** Commits another manifest. Returns the commit. */
  push(manifest: string): Promise<string>;
  close(): Promise<void>;
}

/** Starts a server with one repository. */
export async function startManifestRepository(manifest: string): Promise<ManifestRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-manifest-'));
  const bare = join(folder, 'served', 'team', 'manifest.git');
  const work = await TestRepository.create(join(folder, 'work'), { 'repos.yaml': manifest });
  await work.publish(bare);
  const git = await startGitServer({ root: join(folder, 'served') });
  return {
    url: `${git.origin}/team/manifest.git`,
    async push(text) {
      const commit = await work.commit({ 'repos.yaml': text });
      await work.git('push', '--quiet', '--force', bare, 'HEAD:refs/heads/main');
      return commit;
    },
    async close() {
      await git.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Follows the manifests of a cluster's stores like its controller. Returns a function that stops it. */
export async function followManifests({ stores }: Platform): Promise<() => Promise<void>> {
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-follow-'));
  await mkdir(workDir, { recursive: true });
  const ended = new AbortController();
  const controller = createManifestSyncController({
    manifests: stores.manifests,
    libraries: stores.registry,
    parser,
    open: createManifestOpener({
      gitProgram: 'git',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
      workDir,
      allowedRanges: ['127.0.0.0/8'],
      idleMs: 10_000,
    }),
    onCluster: true,
    onReport: () => undefined,
    onError: () => undefined,
  });
  const running = [controller.follow(ended.signal), controller.work(ended.signal)];
  return async () => {
    ended.abort();
    await Promise.all(running);
    await rm(workDir, { recursive: true, force: true });
  };
}
