import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createManifestOpener,
  type ClusterObjects,
} from '../../../src/libraries/manifest-sync/open-manifest.ts';
import { createManifestSyncReconciler } from '../../../src/libraries/manifest-sync/reconciler.ts';
import { ResourceCache } from '../../../src/store/resource-cache.ts';
import {
  annotations,
  keyOf,
  type Library,
  type ObjectMeta,
} from '../../../src/resources/library.ts';
import type { SecretData } from '../../../src/indexing/sources/git/credentials.ts';
import type {
  ManifestSync,
  ManifestSyncSpec,
  SyncReport,
} from '../../../src/resources/manifest-sync.ts';
import type { Reconcile } from '../../../src/kubernetes/controller.ts';
import { openSqliteDatabase, type MetadataDatabase } from '../../../src/store/metadata/database.ts';
import type { Catalog } from '../../../src/store/catalog.ts';
import { SqlCatalog } from '../../../src/store/metadata/catalog.ts';
import { SqlRegistry } from '../../../src/store/metadata/registry.ts';
import { CountingRegistry } from '../../support/counting-registry.ts';
import { parser } from '../../support/parser.ts';

/** Options for a manifest reconciler. */
export interface SyncingOptions {
  /** Runs as on a cluster with these Secrets and ConfigMaps. */
  cluster?: ClusterObjects;
  /** Returns the credential of an integration. */
  gitCredentials?: () => Promise<SecretData | undefined>;
  gitProgram?: string | undefined;
  /** Returns the site of the wiki integration. */
  wikiSite?: () => Promise<string | undefined>;
}

/** A manifest reconciler over real registries. The test sets its clock. */
export class Syncing {
  readonly libraries: CountingRegistry;
  readonly manifests: CountingRegistry<ManifestSync>;
  readonly catalog: Catalog;
  readonly reports: SyncReport[] = [];
  /** Folder for the files of a test. */
  readonly folder: string;
  now = new Date('2026-03-01T12:00:00Z');
  private readonly scratch: string;
  private readonly database: MetadataDatabase;
  private readonly options: SyncingOptions;
  private cache: ResourceCache<ManifestSync>;
  private reconciler: Reconcile;

  private constructor(folder: string, database: MetadataDatabase, options: SyncingOptions) {
    this.folder = folder;
    this.scratch = join(folder, 'scratch');
    this.database = database;
    this.options = options;
    this.catalog = new SqlCatalog(database);
    this.libraries = new CountingRegistry(new SqlRegistry(database, 'libraries'));
    this.manifests = new CountingRegistry(
      new SqlRegistry<ManifestSync>(database, 'manifest_syncs'),
    );
    this.cache = this.emptyCache();
    this.reconciler = this.newReconciler();
  }

  static async start(options: SyncingOptions = {}): Promise<Syncing> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-sync-'));
    await mkdir(join(folder, 'scratch'));
    const database = await openSqliteDatabase(join(folder, 'lectern.db'));
    return new Syncing(folder, database, options);
  }

  async close(): Promise<void> {
    await this.database.destroy();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Creates the ManifestSync `default`. */
  async add(
    spec: ManifestSyncSpec,
    namespace?: string,
    marks: Pick<ObjectMeta, 'isForeign'> = {},
  ): Promise<void> {
    const place = { name: 'default', ...(namespace !== undefined && { namespace }) };
    await this.manifests.create({ metadata: { ...place, ...marks }, spec });
  }

  /** Changes the spec, as a user would. */
  async edit(change: Partial<ManifestSyncSpec>): Promise<void> {
    const { spec } = await this.get();
    await this.manifests.patch('default', { spec: { ...spec, ...change } });
  }

  async request(requestedAt = this.now.toISOString()): Promise<void> {
    const set = { [annotations.requestedAt]: requestedAt };
    await this.manifests.patch('default', { annotations: set });
  }

  async get(): Promise<ManifestSync> {
    return (await this.manifests.list())[0]!;
  }

  /** Forgets everything that a new process does not know. */
  restart(): void {
    this.cache = this.emptyCache();
    this.reconciler = this.newReconciler();
  }

  /** Runs one reconcile. Returns the milliseconds until the next one. */
  async reconcile(): Promise<number | undefined> {
    for (const sync of await this.manifests.list()) this.cache.put(sync);
    const [sync] = this.cache.list();
    const result = await this.reconciler(keyOf(sync!.metadata), new AbortController().signal);
    return result?.requeueAfterMs;
  }

  /** Runs a reconcile. Returns the last report as one line. */
  async sync(): Promise<string> {
    await this.reconcile();
    const { lastSync } = (await this.get()).status;
    const counts = Object.entries(lastSync?.counts ?? {}).filter(([, count]) => count > 0);
    return [lastSync?.result, ...counts.map(([action, count]) => `${count} ${action}`)].join(' ');
  }

  async ids(): Promise<string[]> {
    return (await this.libraries.list()).map(({ spec }) => spec.id).sort();
  }

  async library(id: string): Promise<Library | undefined> {
    return (await this.libraries.list()).find(({ spec }) => spec.id === id);
  }

  /** Returns `type: status reason` of every condition. */
  async conditions(): Promise<string[]> {
    const { conditions = [] } = (await this.get()).status;
    return conditions.map(({ type, status, reason }) => `${type}: ${status} ${reason}`);
  }

  /** Advances the clock. */
  later(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** Returns the number of writes to both registries since the last call. */
  writes(): number {
    const written = this.libraries.writes + this.manifests.writes;
    this.libraries.writes = 0;
    this.manifests.writes = 0;
    return written;
  }

  /** Returns the files that reading left behind. */
  leftovers(): Promise<string[]> {
    return readdir(this.scratch);
  }

  private emptyCache(): ResourceCache<ManifestSync> {
    return new ResourceCache(this.manifests, ({ metadata }: ManifestSync) => keyOf(metadata));
  }

  private newReconciler(): Reconcile {
    const { cluster, gitCredentials, gitProgram = 'git', wikiSite } = this.options;
    const hasGit = !('gitProgram' in this.options) || this.options.gitProgram !== undefined;
    return createManifestSyncReconciler({
      cache: this.cache,
      manifests: this.manifests,
      libraries: this.libraries,
      catalog: this.catalog,
      parser,
      open: createManifestOpener({
        gitProgram: hasGit ? gitProgram : undefined,
        env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
        workDir: this.scratch,
        allowedRanges: ['127.0.0.0/8'],
        idleMs: 10_000,
        ...(cluster && { cluster }),
        ...(gitCredentials && { gitCredentials }),
      }),
      ...(wikiSite && { wikiSite }),
      onCluster: cluster !== undefined,
      onReport: (_key, report) => this.reports.push(report),
      now: () => this.now,
    });
  }
}

/** Returns a manifest with these entries, each on its own line. */
export function manifestOf(...entries: string[]): string {
  return ['repos:', ...entries.map((entry) => `  - ${entry}`), ''].join('\n');
}

/** Returns entries for libraries `/acme/<name>`. */
export function entriesOf(...names: string[]): string[] {
  return names.map((name) => `url: https://codeberg.org/acme/${name}`);
}
