import type { SignInLinks } from '../identity/sessions/sign-in-links.ts';
import type { Logger } from 'pino';
import type { PlanSync } from '../libraries/manifest-sync/plan-sync.ts';
import type { InstallFacts } from '../base/install-facts.ts';
import type { Embedder, Reranker } from '../models/embedder.ts';
import type { ManifestSync } from '../resources/manifest-sync.ts';
import type { InjectionPolicy } from '../search/context.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import type { ApiRegistry } from './live/live-registry.ts';
import type { WriteLog } from '../store/write-log.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import type { Access } from '../identity/access/access.ts';
import type { MemberRuns } from '../identity/access/visibility.ts';
import type { Check } from './dependency-check.ts';
import type { ApiMetrics } from './metrics.ts';
import type { PreviewSettings } from './routes/add/preview.ts';
import type { TransferOptions } from './routes/transfer.ts';
import type { Parser } from '../libraries/parser.ts';

/** The ports and settings of the API. */
export interface ApiOptions {
  catalog: Pick<Catalog, 'get' | 'search' | 'count' | 'each'>;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'page' | 'read'>;
  registry: ApiRegistry;
  /** Where tokens that arrive in requests are kept. */
  secrets: SecretStore;
  /** ManifestSyncs: the one named `default` is the GitOps settings. */
  manifests: Pick<Registry<ManifestSync>, 'list' | 'get' | 'watch' | 'create' | 'patch'>;
  /** Tells what a sync of GitOps settings would do; absent where this process reads no manifests. */
  planSync?: PlanSync;
  embedder: Embedder;
  reranker?: Reranker;
  /** Whose runs members may start and cancel; those of their teamspace's own libraries when absent. */
  memberRuns?: MemberRuns;
  /** What becomes of snippets, titles and descriptions that instruct a language model. */
  injections?: InjectionPolicy;
  log: Logger;
  /** Version of the program. */
  version: string;
  /** Address the server is bound to. */
  host: string;
  /** Address that clients reach the server by, without a slash at its end; what each request calls it when absent. */
  publicUrl?: string;
  /** More host names that clients may call the server by. */
  allowedHosts?: readonly string[];
  /** Origins of other pages that may call the server. */
  allowedOrigins?: readonly string[];
  /** Lets its bearer add, refresh and delete libraries, local paths included. */
  operatorToken: string;
  /** What push webhooks are signed with; without one they are off. */
  webhookSecret?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: string[];
  /** Links that sign a person in. Absent if the server is not bound to a loopback address. */
  signInLinks?: SignInLinks;
  /** Who may call besides. */
  access: Access;
  /** How sources are looked at before they are added. */
  preview: PreviewSettings;
  /** Reads what strangers wrote. */
  parser: Parser;
  /** What exports and imports need. */
  transfer: TransferOptions;
  /** What the API is measured by; something of its own when absent. */
  metrics?: ApiMetrics;
  /** Aborts when the server is about to end: event streams end, and nothing is followed any more. */
  stopped: AbortSignal;
  /** Where other processes of the API note what they write; absent where there is one process alone. */
  writeLog?: WriteLog;
  /** What /api/ready tells of besides the catalog and the index; questions are answered without it. */
  checks?: Record<string, Check>;
  /** What the install is made of, for its admins. */
  facts?: InstallFacts;
}
