// oxlint-disable max-lines -- one table of all settings
import { availableParallelism } from 'node:os';
import { defaultLimits } from '../../indexing/sources/source.ts';

/** The commands that read settings. Each is one process. */
export type SettingsCommand = 'up' | 'controller' | 'serve' | 'gateway' | 'embed' | 'index';

/** A pattern comes with what the value must be. A message says that, and never the value: an address can have a password. */
type Text = { pattern?: never } | { pattern: string; 'x-must': string };

/** A setting: its JSON schema, the commands that read it, and whether it is a secret. Secrets have no flag. */
export interface SettingSchema {
  type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  description: string;
  commands: readonly SettingsCommand[];
  items?: { type: 'string' } & Text;
  default?: unknown;
  secret?: true;
}

const webAddress = {
  type: 'string',
  pattern: '^https?://',
  'x-must': 'must begin with http:// or https://',
} as const;

const keyPrefix = {
  type: 'string',
  pattern: '^[A-Za-z0-9._-]{1,32}$',
  'x-must': 'must be 1 to 32 letters, digits, ".", "_" and "-"',
} as const;

/** An hour. Node fires a timer of more than 2^31 - 1 milliseconds at once, and some limits are multiples of a setting. */
const longestWaitMs = 3_600_000;

const stores = ['controller', 'serve', 'gateway'] as const;

/**
 * Every setting of every process. Flags, environment variables (LECTERN_<NAME>), the configuration file, the types in
 * settings.ts and docs/reference/configuration.md derive from this table.
 */
export const settings = {
  data: {
    type: 'string',
    minLength: 1,
    default: './data',
    description: 'Data directory',
    commands: ['up'],
  },
  manifest: {
    type: 'string',
    description:
      'Manifest (repos.yaml): a file, or the URL of a Git repository. Default: config/repos.yaml if it exists. Empty: no manifest',
    commands: ['up'],
  },
  manifestPath: {
    type: 'string',
    description: 'Path of the manifest in its repository. Default: repos.yaml',
    commands: ['up'],
  },
  manifestBranch: {
    type: 'string',
    description: 'Branch or tag of the manifest in its repository. Default: the default branch',
    commands: ['up'],
  },
  manifestSchedule: {
    type: 'string',
    description:
      'Schedule to read the manifest: five cron fields in UTC, every-5-minutes (default for files), every-15-minutes (default for repositories), hourly, daily or manual',
    commands: ['up'],
  },
  prune: {
    type: 'boolean',
    default: false,
    description: 'Whether to delete libraries that the manifest no longer names',
    commands: ['up'],
  },
  project: {
    type: 'string',
    description:
      'Folder of a project. Adds the documentation of its dependencies at the versions in use, and follows its lock files',
    commands: ['up'],
  },
  packageIndexes: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      'Addresses of package indexes in place of the public ones, such as npm=https://npm.example.com',
    commands: ['up'],
  },
  port: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 7700,
    description: 'Port to listen on',
    commands: ['up', 'serve', 'gateway', 'embed'],
  },
  host: {
    type: 'string',
    minLength: 1,
    default: '127.0.0.1',
    description: 'Address to listen on',
    commands: ['up', 'serve', 'gateway', 'embed'],
  },
  concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'Maximum number of concurrent indexing runs',
    commands: ['up', 'controller'],
  },
  hostConcurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 4,
    description:
      'Maximum number of concurrent runs per source host or embedding endpoint. If concurrency is 3 or more, one host never takes every run',
    commands: ['up', 'controller'],
  },
  threads: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: availableParallelism(),
    description: 'Threads of the built-in embedding model',
    commands: ['up', 'serve', 'embed', 'index'],
  },
  allowedRanges: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Private address ranges (CIDR) that sources may be read from',
    commands: ['up', 'controller', 'serve', 'index'],
  },
  localRoots: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      'Local folders that any library may be read from. Only your own manifest and command line can add libraries from other folders',
    commands: ['up'],
  },
  maxDocumentBytes: {
    type: 'integer',
    minimum: 1_000,
    default: defaultLimits.maxDocumentBytes,
    description:
      'Maximum size of a document, in bytes. An API description at a URL or in a Git repository may have 16 MB',
    commands: ['up', 'index'],
  },
  maxTotalBytes: {
    type: 'integer',
    minimum: 1_000,
    default: defaultLimits.maxTotalBytes,
    description: 'Maximum number of bytes that one run reads',
    commands: ['up', 'index'],
  },
  maxDocuments: {
    type: 'integer',
    minimum: 1,
    default: defaultLimits.maxDocuments,
    description: 'Maximum number of documents that one run reads',
    commands: ['up', 'index'],
  },
  requestTimeoutMs: {
    type: 'integer',
    minimum: 100,
    maximum: longestWaitMs,
    default: 30_000,
    description: 'Milliseconds that a source may take to respond',
    commands: ['up', 'controller', 'index'],
  },
  embeddingUrl: {
    type: 'string',
    description: 'OpenAI-compatible embedding endpoint. Default: the built-in model',
    commands: ['up', 'controller', 'serve', 'gateway', 'index'],
  },
  embeddingModel: {
    type: 'string',
    description: 'Model at embeddingUrl',
    commands: ['up', 'controller', 'serve', 'gateway', 'index'],
  },
  embeddingKey: {
    type: 'string',
    description: 'Key for embeddingUrl',
    commands: ['up', 'serve', 'index'],
    secret: true,
  },
  embeddingService: {
    ...webAddress,
    description:
      'Address of lectern embed, which has the built-in model. Default: each process has the model itself',
    commands: ['up', 'serve', 'index'],
  },
  embeddingServiceKey: {
    type: 'string',
    description: 'Key of lectern embed',
    commands: ['up', 'serve', 'embed', 'index'],
    secret: true,
  },
  previousEmbeddingUrl: {
    type: 'string',
    description:
      'Embedding endpoint before a change of the model. It serves each library until a run has embedded it again',
    commands: ['up', 'serve', 'controller', 'index'],
  },
  previousEmbeddingModel: {
    type: 'string',
    description: 'Model at previousEmbeddingUrl, or built-in for the built-in model',
    commands: ['up', 'serve', 'controller', 'index'],
  },
  previousEmbeddingKey: {
    type: 'string',
    description: 'Key for previousEmbeddingUrl',
    commands: ['up', 'serve'],
    secret: true,
  },
  rerankUrl: {
    type: 'string',
    description:
      'OpenAI-compatible chat endpoint that names terms for a question and reranks the best snippets. Default: none',
    commands: ['up', 'serve'],
  },
  rerankModel: { type: 'string', description: 'Model at rerankUrl', commands: ['up', 'serve'] },
  rerankKey: {
    type: 'string',
    description: 'Key for rerankUrl',
    commands: ['up', 'serve'],
    secret: true,
  },
  rerankTimeoutMs: {
    type: 'integer',
    minimum: 100,
    maximum: longestWaitMs,
    default: 3_000,
    description:
      'Milliseconds to wait for each response of the reranker. After that, answers do without it',
    commands: ['up', 'serve'],
  },
  injections: {
    type: 'string',
    enum: ['keep', 'flag', 'drop'],
    default: 'flag',
    description:
      'What to do with text that contains instructions for a language model. keep: show it. flag: mark such snippets, and leave out such titles and descriptions of libraries. drop: leave out all of it',
    commands: ['up', 'serve'],
  },
  logLevel: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: 'Minimum severity of log lines',
    commands: ['up', 'controller', 'serve', 'gateway', 'embed', 'index'],
  },
  gatewayUrl: {
    ...webAddress,
    description: 'URL of the write gateway',
    commands: ['index'],
  },
  elasticsearchUrl: {
    ...webAddress,
    description: 'URL of Elasticsearch 9, which stores the snippets',
    commands: stores,
  },
  elasticsearchUsername: {
    type: 'string',
    description: 'User at elasticsearchUrl',
    commands: stores,
  },
  elasticsearchPassword: {
    type: 'string',
    description: 'Password of elasticsearchUsername',
    commands: stores,
    secret: true,
  },
  elasticsearchApiKey: {
    type: 'string',
    description: 'API key for elasticsearchUrl, instead of user and password',
    commands: stores,
    secret: true,
  },
  elasticsearchCaFile: {
    type: 'string',
    description: 'PEM file of the certificate authority of elasticsearchUrl',
    commands: stores,
  },
  elasticsearchPrefix: {
    type: 'string',
    pattern: '^[a-z][a-z0-9-]*$',
    'x-must': 'must be lower-case letters, digits and hyphens, and begin with a letter',
    default: 'lectern',
    description: 'Prefix of the names of all indices',
    commands: stores,
  },
  databaseUrl: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    'x-must': 'must begin with postgres://',
    description:
      'URL of Postgres, which stores the search records: postgres://user:password@host/database',
    commands: ['controller', 'serve'],
    secret: true,
  },
  registry: {
    type: 'string',
    enum: ['kubernetes', 'sql'],
    default: 'kubernetes',
    description:
      'Where Libraries and ManifestSyncs are stored: in custom resources (kubernetes), or in tables of databaseUrl (sql)',
    commands: ['controller', 'serve'],
  },
  namespace: {
    type: 'string',
    minLength: 1,
    default: 'default',
    description: 'Namespace of Jobs, of the lease, and of Libraries that are added over HTTP',
    commands: ['controller', 'serve'],
  },
  watchNamespaces: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      'Namespaces whose Libraries are served. Empty: only the namespace of this install. *: all namespaces',
    commands: ['controller', 'serve'],
  },
  secretRefs: {
    type: 'array',
    items: { type: 'string' },
    default: ['*'],
    description:
      'Names of Secrets that the secretRef of a library or manifest may use. *: every name. Empty: none',
    commands: ['controller'],
  },
  leaderElection: {
    type: 'boolean',
    default: true,
    description: 'Whether replicas elect a leader',
    commands: ['controller'],
  },
  leaseDurationMs: {
    type: 'integer',
    minimum: 500,
    maximum: longestWaitMs,
    default: 15_000,
    description:
      'Milliseconds after the last renewal of the lease until another replica takes over',
    commands: ['controller'],
  },
  renewDeadlineMs: {
    type: 'integer',
    minimum: 250,
    default: 10_000,
    description: 'Milliseconds that a leader tries to renew the lease before it gives up',
    commands: ['controller'],
  },
  retryPeriodMs: {
    type: 'integer',
    minimum: 100,
    default: 2_000,
    description: 'Milliseconds between attempts to acquire or renew the lease',
    commands: ['controller'],
  },
  healthPort: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 8081,
    description: 'Port of /healthz, /readyz and /metrics',
    commands: ['controller', 'gateway', 'embed'],
  },
  jobTemplate: {
    type: 'string',
    description: 'YAML file that defines the image, environment and resources of indexing Pods',
    commands: ['controller'],
  },
  jobEngine: {
    type: 'string',
    enum: ['builtin', 'kueue'],
    default: 'builtin',
    description: 'What limits the number of Jobs: the controller (builtin) or Kueue (kueue)',
    commands: ['controller'],
  },
  jobQueue: {
    type: 'string',
    description: 'LocalQueue of Kueue for the Jobs',
    commands: ['controller'],
  },
  maxRunResources: {
    type: 'array',
    items: { type: 'string' },
    default: ['cpu=4', 'memory=8Gi', 'ephemeral-storage=20Gi'],
    description:
      'Maximum for each resource in spec.resources of a library, as resource=quantity. Resources that are not listed, such as nvidia.com/gpu, are refused',
    commands: ['controller'],
  },
  podStartTimeoutMs: {
    type: 'integer',
    minimum: 1_000,
    default: 300_000,
    description:
      'Milliseconds that the Pod of a run may take to start. After that, the run fails and is retried later. Use more if your cluster adds nodes on demand',
    commands: ['controller'],
  },
  sharedPodSeconds: {
    type: 'integer',
    minimum: 0,
    default: 600,
    description:
      'Seconds after its start in which the Pod of a run takes further runs, one after the other, if they need no credentials. 0: each run has its own Pod',
    commands: ['controller'],
  },
  podsPerRun: {
    type: 'integer',
    minimum: 1,
    maximum: 100,
    default: 4,
    description:
      'Maximum number of Pods that embed a large library at the same time, each a part of it, with the built-in model. 1: one Pod does all',
    commands: ['controller'],
  },
  snippetsPerPod: {
    type: 'integer',
    minimum: 100,
    default: 2_500,
    description: 'Snippets that one Pod embeds before a run gets another Pod, up to podsPerRun',
    commands: ['controller'],
  },
  jobKeptSeconds: {
    type: 'integer',
    minimum: 60,
    default: 900,
    description: 'Seconds to keep a finished Job and the log of its Pod',
    commands: ['controller'],
  },
  webhookSecret: {
    type: 'string',
    minLength: 16,
    description: 'Secret that signs the push webhooks of Git hosts. Default: webhooks are off',
    commands: ['up', 'serve'],
    secret: true,
  },
  license: {
    type: 'string',
    minLength: 1,
    description: 'License of this install. An offline license allows the import of libraries',
    commands: ['up', 'serve'],
    secret: true,
  },
  licensePublicKey: {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{43}$',
    'x-must': 'must be the 43 characters that `lectern license keygen` prints',
    description: 'Public key of the trusted license issuer (lectern license keygen)',
    commands: ['up', 'serve'],
  },
  operatorToken: {
    type: 'string',
    minLength: 16,
    description: 'Token that allows its bearer to add, refresh and delete libraries over HTTP',
    commands: ['serve'],
    secret: true,
  },
  keyPrefix: {
    ...keyPrefix,
    default: 'lct_',
    description: 'Prefix of new API keys',
    commands: ['up', 'serve'],
  },
  acceptedKeyPrefixes: {
    type: 'array',
    items: keyPrefix,
    default: [],
    description: 'Prefixes of older API keys that are still accepted',
    commands: ['up', 'serve'],
  },
  adminKey: {
    type: 'string',
    description:
      'First admin key: the prefix, 16 hexadecimal digits, "_", and 43 to 128 random letters and digits',
    commands: ['up', 'serve'],
    secret: true,
  },
  anonymousAccess: {
    type: 'string',
    enum: ['none', 'search', 'ask'],
    description:
      'What callers without a key may do. none: nothing. search: find libraries. ask: find libraries and ask questions. Default: ask for `up`, search for `serve`',
    commands: ['up', 'serve'],
  },
  memberRuns: {
    type: 'string',
    enum: ['own', 'all'],
    default: 'own',
    description:
      'Libraries whose runs members may start and cancel: those of their teamspace (own), or all that they can see (all)',
    commands: ['up', 'serve'],
  },
  publicUrl: {
    type: 'string',
    minLength: 1,
    description:
      'Public address of this server, such as https://docs.example.com. Default: the Host header of each request',
    commands: ['up', 'serve'],
  },
  allowedHosts: {
    type: 'array',
    items: {
      type: 'string',
      pattern: '^((\\*\\.)?[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])$',
      'x-must': 'must be a host name such as docs.example.com or *.example.com, without a port',
    },
    default: [],
    description:
      'More accepted host names, without port; *.example.com matches every name below example.com. On a loopback address, the server accepts loopback names and the host of publicUrl. On other addresses, it also accepts IP addresses, names without a dot, names under .svc, .svc.cluster.local, .local and .internal, and the name of its machine',
    commands: ['up', 'serve'],
  },
  allowedOrigins: {
    type: 'array',
    items: {
      type: 'string',
      pattern: '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#@\\s]+$',
      'x-must': 'must be an origin such as https://app.example.com, without a path',
    },
    default: [],
    description:
      'More accepted origins of web pages, such as https://app.example.com. The server always accepts its own pages and those of publicUrl. On a loopback address, it also accepts loopback origins',
    commands: ['up', 'serve'],
  },
  oidcIssuer: {
    type: 'string',
    minLength: 1,
    description:
      'OpenID Connect issuer whose access tokens are accepted besides keys (docs/guides/oauth.md). Requires publicUrl',
    commands: ['up', 'serve'],
  },
  oidcAudience: {
    type: 'string',
    minLength: 1,
    description: 'Audience that access tokens must name. Default: publicUrl followed by /mcp',
    commands: ['up', 'serve'],
  },
  oidcScopePrefix: {
    type: 'string',
    minLength: 1,
    description:
      'Prefix of the scopes that clients request from the issuer, such as api://lectern/',
    commands: ['up', 'serve'],
  },
  oidcTeamspaceClaim: {
    type: 'string',
    minLength: 1,
    description:
      'Claim of access tokens that names the teamspace. Default: everybody is in the teamspace default',
    commands: ['up', 'serve'],
  },
  oidcGroupsClaim: {
    type: 'string',
    minLength: 1,
    description: 'Claim of access tokens that lists groups or roles. Default: groups',
    commands: ['up', 'serve'],
  },
  oidcAdminGroup: {
    type: 'string',
    minLength: 1,
    description: 'Group whose members are admins. Default: access tokens never give the admin role',
    commands: ['up', 'serve'],
  },
  oidcClientId: {
    type: 'string',
    minLength: 1,
    description:
      'Client ID of the dashboard at oidcIssuer. Its redirect URI is publicUrl followed by /api/v1/session/callback',
    commands: ['up', 'serve'],
  },
  oidcClientSecret: {
    type: 'string',
    minLength: 1,
    description: 'Client secret of oidcClientId. Public clients have none',
    commands: ['up', 'serve'],
    secret: true,
  },
  oidcSignInScopes: {
    type: 'array',
    items: {
      type: 'string',
      pattern: '^[!#-\\[\\]-~]+$',
      'x-must': 'must be a scope, without spaces, double quotes and backslashes',
    },
    default: ['openid', 'profile'],
    description: 'Scopes that a sign-in to the dashboard requests. Some issuers require groups',
    commands: ['up', 'serve'],
  },
  oidcSessionMinutes: {
    type: 'integer',
    minimum: 5,
    maximum: 43_200,
    default: 60,
    description:
      'Minutes until a person who signed in through oidcIssuer is checked there again. Each sign-in updates their rights',
    commands: ['up', 'serve'],
  },
  sessionHours: {
    type: 'integer',
    minimum: 1,
    maximum: 720,
    default: 12,
    description: 'Hours until people must sign in to the dashboard again',
    commands: ['up', 'serve'],
  },
  requestsPerMinutePerKey: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'Maximum number of requests per minute with one API key. 0: no limit',
    commands: ['up', 'serve'],
  },
  requestsPerMinutePerAddress: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description:
      'Maximum number of requests per minute without a key, for each IPv4 address or IPv6 /64 network. 0: no limit',
    commands: ['up', 'serve'],
  },
  trustedProxies: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      'Addresses and ranges (CIDR) of proxies whose X-Forwarded-For header is trusted. Empty: none',
    commands: ['up', 'serve'],
  },
  requestPrice: {
    type: 'number',
    minimum: 0,
    maximum: 1_000_000,
    default: 0.01,
    description:
      'Cost of one search or question, counted towards the spending limit of a teamspace',
    commands: ['up', 'serve'],
  },
} as const satisfies Record<string, SettingSchema & Text & Record<string, unknown>>;

/** Settings that a command cannot start without. */
export const requiredSettings = {
  up: [],
  controller: ['elasticsearchUrl', 'databaseUrl', 'jobTemplate'],
  serve: ['elasticsearchUrl', 'databaseUrl', 'operatorToken'],
  gateway: ['elasticsearchUrl'],
  embed: [],
  index: ['gatewayUrl'],
} as const satisfies Record<SettingsCommand, readonly (keyof typeof settings)[]>;
