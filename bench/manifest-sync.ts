// Measures a sync without changes for a manifest of 1,000 entries, against a bare git ls-remote. Goals: under 2
// seconds, one ls-remote, no write.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManifestOpener } from '../src/libraries/manifest-sync/open-manifest.ts';
import { createManifestSyncReconciler } from '../src/libraries/manifest-sync/reconciler.ts';
import { ResourceCache } from '../src/store/resource-cache.ts';
import { keyOf, type Library } from '../src/resources/library.ts';
import type { ManifestSync } from '../src/resources/manifest-sync.ts';
import { openSqliteDatabase } from '../src/store/metadata/database.ts';
import { SqlRegistry } from '../src/store/metadata/registry.ts';
import { CountingRegistry } from '../test/support/counting-registry.ts';
import { TestRepository } from '../test/support/git-repository.ts';
import { startGitServer } from '../test/support/git-server.ts';
import { percentile } from './support/measure.ts';
import { parser } from '../test/support/parser.ts';

const entries = 1_000;
const rounds = 20;
const quarterMs = 900_000;

const folder = await mkdtemp(join(tmpdir(), 'lectern-bench-'));
const lines = Array.from({ length: entries }, (_, n) => `  - url: https://git.example/acme/l${n}`);
const repository = await TestRepository.create(join(folder, 'work'), {
  'repos.yaml': `repos:\n${lines.join('\n')}\n`,
});
await repository.publish(join(folder, 'served', 'manifest.git'));
const server = await startGitServer({ root: join(folder, 'served') });
const url = `${server.origin}/manifest.git`;
const database = await openSqliteDatabase(join(folder, 'lectern.db'));
try {
  await run();
} finally {
  await database.destroy();
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const libraries = new CountingRegistry<Library>(new SqlRegistry(database, 'libraries'));
  const manifests = new CountingRegistry(new SqlRegistry<ManifestSync>(database, 'manifest_syncs'));
  const cache = new ResourceCache(manifests, ({ metadata }: ManifestSync) => keyOf(metadata));
  let now = Date.now();
  const reconcile = createManifestSyncReconciler({
    cache,
    manifests,
    libraries,
    parser,
    open: createManifestOpener({
      gitProgram: 'git',
      env: process.env,
      workDir: folder,
      allowedRanges: ['127.0.0.0/8'],
      idleMs: 30_000,
    }),
    onCluster: false,
    onReport: () => undefined,
    now: () => new Date(now),
  });
  const { signal } = new AbortController();
  cache.update(
    await manifests.create({ metadata: { name: 'default' }, spec: { repository: url } }),
  );
  const first = await timed(() => reconcile('default', signal));
  const [sync] = await manifests.list();
  const { counts } = sync?.status.lastSync ?? {};
  console.log(`first sync: ${counts?.created} libraries made in ${first.toFixed(0)} ms`);

  const own: number[] = [];
  const bare: number[] = [];
  let lsRemotes = 0;
  libraries.writes = 0;
  manifests.writes = 0;
  for (let round = 0; round < rounds; round += 1) {
    now += quarterMs;
    server.reset();
    own.push(await timed(() => reconcile('default', signal)));
    lsRemotes += server.requests.filter(({ url: path }) => path.includes('/info/refs')).length;
    bare.push(await timed(() => promisify(execFile)('git', ['ls-remote', '--', url, 'HEAD'])));
  }
  const [ownMs, bareMs] = [percentile(own, 0.5), percentile(bare, 0.5)];
  const writes = libraries.writes + manifests.writes;
  console.log(
    `no-op sync of ${entries} entries: p50 ${ownMs.toFixed(0)} ms, longest ${Math.max(...own).toFixed(0)} ms (to reach: under 2000); bare git ls-remote p50 ${bareMs.toFixed(0)} ms, ratio ${(ownMs / bareMs).toFixed(2)}`,
  );
  console.log(
    `${lsRemotes / rounds} ls-remote a sync (to reach: 1), ${writes / rounds} writes a sync (to reach: 0), over ${rounds} syncs`,
  );
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
