// oxlint-disable max-lines -- one table of all settings
import { availableParallelism } from 'node:os';

/** The commands that read settings; one is one process. */
export type SettingsCommand = 'up' | 'controller' | 'serve' | 'gateway' | 'index';

/** A setting: JSON schema, the commands that read it, and whether it must stay off command lines. */
export interface SettingSchema {
  type: 'string' | 'boolean' | 'integer' | 'number' | 'array';
  description: string;
  commands: readonly SettingsCommand[];
  default?: unknown;
  secret?: true;
}

const stores = ['controller', 'serve', 'gateway'] as const;

/**
 * Every setting of every process: described once for the flags, the environment (LECTERN_<NAME>), the configuration file
 * and docs/reference/configuration.md.
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
      'repos.yaml to keep to, a file or the URL of a Git repository: config/repos.yaml if there is one; none when empty',
    commands: ['up'],
  },
  manifestPath: {
    type: 'string',
    description: 'Path of the manifest in its repository: repos.yaml when absent',
    commands: ['up'],
  },
  manifestBranch: {
    type: 'string',
    description: 'Branch or tag of the manifest in its repository',
    commands: ['up'],
  },
  manifestSchedule: {
    type: 'string',
    description:
      'When the manifest is looked at again: five cron fields in UTC, every-5-minutes (files), every-15-minutes (repositories), hourly, daily or manual',
    commands: ['up'],
  },
  prune: {
    type: 'boolean',
    default: false,
    description: 'Delete libraries the manifest no longer names',
    commands: ['up'],
  },
  port: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 7700,
    description: 'Port to listen on',
    commands: ['up', 'serve', 'gateway'],
  },
  host: {
    type: 'string',
    minLength: 1,
    default: '127.0.0.1',
    description: 'Address to listen on',
    commands: ['up', 'serve', 'gateway'],
  },
  concurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 2,
    description: 'Libraries indexed at the same time',
    commands: ['up', 'controller'],
  },
  hostConcurrency: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: 4,
    description:
      'Libraries indexed at the same time from one host, or by one embedding endpoint; where concurrency is 3 or more, one host leaves a place to others',
    commands: ['up', 'controller'],
  },
  threads: {
    type: 'integer',
    minimum: 1,
    maximum: 64,
    default: Math.max(1, availableParallelism() - 1),
    description: 'Threads of the built-in embedding model',
    commands: ['up', 'serve', 'index'],
  },
  allowedRanges: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Private address ranges (CIDR) that sources may be fetched from',
    commands: ['up', 'controller', 'serve', 'index'],
  },
  localRoots: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      'Folders that any library may be read from; others only by your own manifest and command line',
    commands: ['up'],
  },
  maxDocumentBytes: {
    type: 'integer',
    minimum: 1_000,
    default: 5_000_000,
    description: 'Largest document to read, in bytes',
    commands: ['up', 'index'],
  },
  maxTotalBytes: {
    type: 'integer',
    minimum: 1_000,
    default: 2_000_000_000,
    description: 'Most bytes one run reads',
    commands: ['up', 'index'],
  },
  maxDocuments: {
    type: 'integer',
    minimum: 1,
    default: 200_000,
    description: 'Most documents one run reads',
    commands: ['up', 'index'],
  },
  requestTimeoutMs: {
    type: 'integer',
    minimum: 100,
    default: 30_000,
    description: 'Milliseconds a source may stay silent',
    commands: ['up', 'controller', 'index'],
  },
  embeddingUrl: {
    type: 'string',
    description: 'OpenAI-compatible endpoint instead of the built-in model',
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
  rerankUrl: {
    type: 'string',
    description: 'OpenAI-compatible chat endpoint that orders the best snippets',
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
    default: 3_000,
    description: 'Milliseconds before the fused order is answered instead',
    commands: ['up', 'serve'],
  },
  injections: {
    type: 'string',
    enum: ['keep', 'flag', 'drop'],
    default: 'flag',
    description:
      'Texts that hold instructions aimed at a language model: keep shows them as any other; flag shows snippets with a note and leaves out titles and descriptions of libraries; drop leaves out all of them',
    commands: ['up', 'serve'],
  },
  logLevel: {
    type: 'string',
    enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    description: 'Least severe log lines to print',
    commands: ['up', 'controller', 'serve', 'gateway', 'index'],
  },
  gatewayUrl: {
    type: 'string',
    pattern: '^https?://',
    description: 'Write gateway that a Job reaches the stores by',
    commands: ['index'],
  },
  elasticsearchUrl: {
    type: 'string',
    description: 'Elasticsearch 9 that holds the snippets',
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
    description: 'PEM file of the authority that signed the certificate of elasticsearchUrl',
    commands: stores,
  },
  elasticsearchPrefix: {
    type: 'string',
    pattern: '^[a-z][a-z0-9-]*$',
    default: 'lectern',
    description: 'Beginning of the names of all indices',
    commands: stores,
  },
  databaseUrl: {
    type: 'string',
    pattern: '^postgres(ql)?://',
    description: 'Postgres of the search records, postgres://user:password@host/database',
    commands: ['controller', 'serve'],
    secret: true,
  },
  registry: {
    type: 'string',
    enum: ['kubernetes', 'sql'],
    default: 'kubernetes',
    description:
      'Where Libraries and ManifestSyncs live: custom resources, or tables of databaseUrl',
    commands: ['controller', 'serve'],
  },
  namespace: {
    type: 'string',
    minLength: 1,
    default: 'default',
    description: 'Own namespace: of Jobs, the lease, and Libraries added over HTTP',
    commands: ['controller', 'serve'],
  },
  watchNamespaces: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description: 'Namespaces whose Libraries are served: the own one when empty, * for all',
    commands: ['controller', 'serve'],
  },
  secretRefs: {
    type: 'array',
    items: { type: 'string' },
    default: ['*'],
    description:
      'Names of Secrets that a secretRef of a library or manifest may have; * for every name, none when set and empty',
    commands: ['controller'],
  },
  leaderElection: {
    type: 'boolean',
    default: true,
    description: 'Whether replicas elect the one that works',
    commands: ['controller'],
  },
  leaseDurationMs: {
    type: 'integer',
    minimum: 500,
    default: 15_000,
    description: 'Milliseconds after which a silent leader is replaced',
    commands: ['controller'],
  },
  renewDeadlineMs: {
    type: 'integer',
    minimum: 250,
    default: 10_000,
    description: 'Milliseconds without a renewal after which a leader gives up',
    commands: ['controller'],
  },
  retryPeriodMs: {
    type: 'integer',
    minimum: 100,
    default: 2_000,
    description: 'Milliseconds between tries to get or renew the lease',
    commands: ['controller'],
  },
  healthPort: {
    type: 'integer',
    minimum: 0,
    maximum: 65535,
    default: 8081,
    description: 'Port of /healthz, /readyz and /metrics',
    commands: ['controller', 'gateway'],
  },
  jobTemplate: {
    type: 'string',
    description: 'YAML file with the image, environment and resources of indexing Pods',
    commands: ['controller'],
  },
  jobEngine: {
    type: 'string',
    enum: ['builtin', 'kueue'],
    default: 'builtin',
    description: 'Who bounds how many Jobs run: the controller, or Kueue',
    commands: ['controller'],
  },
  jobQueue: {
    type: 'string',
    description: 'Local queue of Kueue that Jobs wait in',
    commands: ['controller'],
  },
  maxRunResources: {
    type: 'array',
    items: { type: 'string' },
    default: ['cpu=4', 'memory=8Gi', 'ephemeral-storage=20Gi'],
    description:
      'The most that spec.resources of a library may ask for, one resource=quantity each; a resource that is not listed is refused, such as nvidia.com/gpu',
    commands: ['controller'],
  },
  podStartTimeoutMs: {
    type: 'integer',
    minimum: 1_000,
    default: 300_000,
    description:
      "Milliseconds a run's Pod may take to start; then the run fails, is tried again later, and others have its place. More where nodes are added on demand",
    commands: ['controller'],
  },
  jobKeptSeconds: {
    type: 'integer',
    minimum: 60,
    default: 900,
    description: 'Seconds a Job that has ended stays, with the log of its Pod',
    commands: ['controller'],
  },
  webhookSecret: {
    type: 'string',
    minLength: 16,
    description:
      'Secret that the push webhooks of Git hosts are signed with; without one they are off',
    commands: ['up', 'serve'],
    secret: true,
  },
  license: {
    type: 'string',
    minLength: 1,
    description: 'Licence of this install; one for offline use lets libraries be imported',
    commands: ['up', 'serve'],
    secret: true,
  },
  licensePublicKey: {
    type: 'string',
    pattern: '^[A-Za-z0-9_-]{43}$',
    description: 'Public key of the issuer whose licences are good (lectern license keygen)',
    commands: ['up', 'serve'],
  },
  operatorToken: {
    type: 'string',
    minLength: 16,
    description: 'Lets its bearer add, refresh and delete libraries over HTTP',
    commands: ['serve'],
    secret: true,
  },
  keyPrefix: {
    type: 'string',
    pattern: '^[A-Za-z0-9._-]{1,32}$',
    default: 'lct_',
    description: 'What API keys made from now on begin with',
    commands: ['up', 'serve'],
  },
  acceptedKeyPrefixes: {
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,32}$' },
    default: [],
    description: 'What older API keys may begin with',
    commands: ['up', 'serve'],
  },
  adminKey: {
    type: 'string',
    description:
      'An admin key to begin with: the prefix, 16 hexadecimal digits, "_", and 43 to 128 random letters and digits',
    commands: ['up', 'serve'],
    secret: true,
  },
  anonymousAccess: {
    type: 'string',
    enum: ['none', 'search', 'ask'],
    description:
      'What callers without a key may do: nothing, find libraries, or ask them too; ask for `up` and search for `serve` when absent',
    commands: ['up', 'serve'],
  },
  memberRuns: {
    type: 'string',
    enum: ['own', 'all'],
    default: 'own',
    description:
      'Libraries whose runs members may start and cancel: those of their own teamspace, or all that they see',
    commands: ['up', 'serve'],
  },
  publicUrl: {
    type: 'string',
    minLength: 1,
    description:
      'Address that clients reach this server by, such as https://docs.example.com; what each request calls it when absent',
    commands: ['up', 'serve'],
  },
  allowedHosts: {
    type: 'array',
    items: { type: 'string', pattern: '^((\\*\\.)?[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+\\])$' },
    default: [],
    description:
      'More host names that clients may call this server by, without port; *.example.com stands for every name below example.com. On a loopback address the server answers to loopback names and the host of publicUrl. On other addresses it also answers to IP addresses, names without a dot, names under .svc, .svc.cluster.local, .local and .internal, and the name of its machine',
    commands: ['up', 'serve'],
  },
  allowedOrigins: {
    type: 'array',
    items: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9+.-]*://[^/?#@\\s]+$' },
    default: [],
    description:
      'Origins of other web pages that may call this server, such as https://app.example.com. Pages of this server and of publicUrl may, and those of loopback names if the server is on a loopback address',
    commands: ['up', 'serve'],
  },
  oidcIssuer: {
    type: 'string',
    minLength: 1,
    description:
      'OpenID Connect issuer whose access tokens are good besides keys (docs/guides/oauth.md); needs publicUrl',
    commands: ['up', 'serve'],
  },
  oidcAudience: {
    type: 'string',
    minLength: 1,
    description: 'Audience that access tokens must name; publicUrl and /mcp when absent',
    commands: ['up', 'serve'],
  },
  oidcScopePrefix: {
    type: 'string',
    minLength: 1,
    description:
      'What clients put before the names of scopes when they ask the issuer for them, such as api://lectern/',
    commands: ['up', 'serve'],
  },
  oidcTeamspaceClaim: {
    type: 'string',
    minLength: 1,
    description:
      'Claim of access tokens that names the teamspace of their bearer; default for everybody when absent',
    commands: ['up', 'serve'],
  },
  oidcGroupsClaim: {
    type: 'string',
    minLength: 1,
    description: "Claim of access tokens with their bearer's groups or roles; groups when absent",
    commands: ['up', 'serve'],
  },
  oidcAdminGroup: {
    type: 'string',
    minLength: 1,
    description: 'Group whose members are admins; nobody with an access token is one when absent',
    commands: ['up', 'serve'],
  },
  oidcClientId: {
    type: 'string',
    minLength: 1,
    description:
      'Client that people sign in to the dashboard as, at oidcIssuer; its redirect URI is publicUrl and /api/v1/session/callback',
    commands: ['up', 'serve'],
  },
  oidcClientSecret: {
    type: 'string',
    minLength: 1,
    description: 'Secret of oidcClientId; a public client has none',
    commands: ['up', 'serve'],
    secret: true,
  },
  oidcSignInScopes: {
    type: 'array',
    items: { type: 'string', pattern: '^[!#-\\[\\]-~]+$' },
    default: ['openid', 'profile'],
    description:
      'Scopes that a sign-in to the dashboard asks for, such as groups where the issuer wants that for them',
    commands: ['up', 'serve'],
  },
  oidcSessionMinutes: {
    type: 'integer',
    minimum: 5,
    maximum: 43_200,
    default: 60,
    description:
      'Minutes after which a person whom oidcIssuer signed in to the dashboard is asked about there again; what they may is settled at each sign-in',
    commands: ['up', 'serve'],
  },
  sessionHours: {
    type: 'integer',
    minimum: 1,
    maximum: 720,
    default: 12,
    description: 'Hours after which whoever signed in to the dashboard signs in again',
    commands: ['up', 'serve'],
  },
  requestsPerMinutePerKey: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description: 'Requests a minute that callers may make with one API key; 0 for no limit',
    commands: ['up', 'serve'],
  },
  requestsPerMinutePerAddress: {
    type: 'integer',
    minimum: 0,
    maximum: 1_000_000,
    default: 0,
    description:
      'Requests a minute that callers without a key may make from one address, or one /64 network of IPv6; 0 for no limit',
    commands: ['up', 'serve'],
  },
  trustedProxies: {
    type: 'array',
    items: { type: 'string' },
    default: [],
    description:
      "Addresses and ranges (CIDR) of proxies whose X-Forwarded-For is believed; nobody's when empty",
    commands: ['up', 'serve'],
  },
  requestPrice: {
    type: 'number',
    minimum: 0,
    maximum: 1_000_000,
    default: 0.01,
    description: 'What a search or a question counts towards the spending limit of a teamspace',
    commands: ['up', 'serve'],
  },
} as const satisfies Record<string, SettingSchema & Record<string, unknown>>;

/** Settings that a command cannot start without. */
export const requiredSettings = {
  up: [],
  controller: ['elasticsearchUrl', 'databaseUrl', 'jobTemplate'],
  serve: ['elasticsearchUrl', 'databaseUrl', 'operatorToken'],
  gateway: ['elasticsearchUrl'],
  index: ['gatewayUrl'],
} as const satisfies Record<SettingsCommand, readonly (keyof typeof settings)[]>;
