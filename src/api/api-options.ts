import type { SignInLinks } from '../identity/sessions/sign-in-links.ts';
import type { Logger } from 'pino';
import type { PlanSync } from '../libraries/manifest-sync/plan-sync.ts';
import type { InstallFacts } from '../base/install-facts.ts';
import type { Embedder, Reranker } from '../models/embedder.ts';
import type { ManifestSync } from '../resources/manifest-sync.ts';
import type { LibraryMeaning } from '../search/library-meaning.ts';
import type { InjectionPolicy } from '../search/context.ts';
import type { Catalog } from '../store/catalog.ts';
import type { CodeProjects } from '../store/code-projects.ts';
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
  catalog: Pick<Catalog, 'get' | 'search' | 'load' | 'count' | 'each'>;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'page' | 'read'>;
  registry: ApiRegistry;
  codeProjects: CodeProjects;
  /** Stores the tokens that arrive in requests. */
  secrets: SecretStore;
  /** ManifestSyncs: the one named `default` is the GitOps settings. */
  manifests: Pick<Registry<ManifestSync>, 'list' | 'get' | 'watch' | 'create' | 'patch'>;
  /** Plans a sync of GitOps settings; absent if this process reads no manifests. */
  planSync?: PlanSync;
  embedder: Embedder;
  /** See QuestionModels. */
  previousEmbedder?: Embedder;
  /** What libraries are about. Absent: library search goes by names and words. */
  meaning?: Pick<LibraryMeaning, 'closeness'>;
  reranker?: Reranker;
  /** Whose runs members may start and cancel. Default: those of their teamspace's own libraries. */
  memberRuns?: MemberRuns;
  /** How answers treat snippets, titles and descriptions that instruct a language model. */
  injections?: InjectionPolicy;
  log: Logger;
  /** Version of the program. */
  version: string;
  /** The server's bind address. */
  host: string;
  /** The server's public address without a trailing slash. Default: the address in each request. */
  publicUrl?: string;
  /** More host names that clients may call the server by. */
  allowedHosts?: readonly string[];
  /** Origins of other pages that may call the server. */
  allowedOrigins?: readonly string[];
  /** A token for everything that the program can do, local paths included. */
  operatorToken: string;
  /** Signs push webhooks; absent if webhooks are off. */
  webhookSecret?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-For the server trusts. */
  trustedProxies?: string[];
  /** Links that sign a person in. Absent if the server is not bound to a loopback address. */
  signInLinks?: SignInLinks;
  /** Authentication and limits of other callers. */
  access: Access;
  /** Settings for previews of sources. */
  preview: PreviewSettings;
  /** Parses untrusted text in a separate process. */
  parser: Parser;
  /** What exports and imports need. */
  transfer: TransferOptions;
  /** Metrics of the API. Default: new ones. */
  metrics?: ApiMetrics;
  /** Aborts on shutdown: event streams end, and watches stop. */
  stopped: AbortSignal;
  /** Shares the writes of several API processes; absent with one process. */
  writeLog?: WriteLog;
  /** Optional dependencies that /api/ready reports. Questions need only the catalog and the index. */
  checks?: Record<string, Check>;
  /** Stores and models of the install, for admins. */
  facts?: InstallFacts;
}
