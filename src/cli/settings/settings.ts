import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { parse } from 'yaml';
import { schemaProblem } from '../../base/schema-problem.ts';
import { LecternError } from '../../base/errors.ts';
import { requiredSettings, settings, type SettingsCommand } from './schema.ts';

export interface Settings {
  data: string;
  manifest?: string;
  manifestPath?: string;
  manifestBranch?: string;
  manifestSchedule?: string;
  prune: boolean;
  port: number;
  host: string;
  concurrency: number;
  hostConcurrency: number;
  threads: number;
  allowedRanges: string[];
  localRoots: string[];
  maxDocumentBytes: number;
  maxTotalBytes: number;
  maxDocuments: number;
  requestTimeoutMs: number;
  embeddingUrl?: string;
  embeddingModel?: string;
  embeddingKey?: string;
  rerankUrl?: string;
  rerankModel?: string;
  rerankKey?: string;
  rerankTimeoutMs: number;
  injections: 'keep' | 'flag' | 'drop';
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
  gatewayUrl?: string;
  elasticsearchUrl?: string;
  elasticsearchUsername?: string;
  elasticsearchPassword?: string;
  elasticsearchApiKey?: string;
  elasticsearchCaFile?: string;
  elasticsearchPrefix: string;
  databaseUrl?: string;
  registry: 'kubernetes' | 'sql';
  namespace: string;
  watchNamespaces: string[];
  secretRefs: string[];
  leaderElection: boolean;
  leaseDurationMs: number;
  renewDeadlineMs: number;
  retryPeriodMs: number;
  healthPort: number;
  jobTemplate?: string;
  jobEngine: 'builtin' | 'kueue';
  jobQueue?: string;
  maxRunResources: string[];
  podStartTimeoutMs: number;
  jobKeptSeconds: number;
  webhookSecret?: string;
  license?: string;
  licensePublicKey?: string;
  operatorToken?: string;
  keyPrefix: string;
  acceptedKeyPrefixes: string[];
  adminKey?: string;
  anonymousAccess?: 'none' | 'search' | 'ask';
  memberRuns: 'own' | 'all';
  oidcClientId?: string;
  oidcClientSecret?: string;
  oidcSignInScopes: string[];
  sessionHours: number;
  oidcSessionMinutes: number;
  requestsPerMinutePerKey: number;
  requestsPerMinutePerAddress: number;
  trustedProxies: string[];
  requestPrice: number;
  publicUrl?: string;
  allowedHosts: string[];
  allowedOrigins: string[];
  oidcIssuer?: string;
  oidcAudience?: string;
  oidcScopePrefix?: string;
  oidcTeamspaceClaim?: string;
  oidcGroupsClaim?: string;
  oidcAdminGroup?: string;
}

/** Settings of which the named ones are there. */
export type SettingsWith<Name extends keyof Settings> = Settings & Required<Pick<Settings, Name>>;

type Values = Record<string, unknown>;

export interface SettingsSources {
  /** Flags given on the command line, by setting name. */
  flags?: Values;
  env?: NodeJS.ProcessEnv;
  /** A YAML or JSON file; also LECTERN_CONFIG. */
  file?: string;
}

/**
 * The settings of a command. Flags win over the environment, that over the file. Throws LecternError naming every mistake
 * and where it came from.
 */
export function readSettings(
  command: SettingsCommand,
  { flags = {}, env = process.env, file }: SettingsSources,
): Settings {
  const path = file ?? env['LECTERN_CONFIG'];
  const values: Values = {
    ...(path ? readFile(path) : {}),
    ...fromEnvironment(env),
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  };
  // A template that leaves an optional setting empty means that there is none.
  for (const [name, value] of Object.entries(values)) {
    if (value === '' && name !== 'manifest') delete values[name];
  }
  const ajv = new Ajv({
    allErrors: true,
    useDefaults: true,
    coerceTypes: true,
    strict: false,
    verbose: true,
  });
  const validate = ajv.compile<Settings>({
    type: 'object',
    additionalProperties: false,
    properties: settings,
    required: requiredSettings[command],
    dependencies: {
      embeddingUrl: ['embeddingModel'],
      rerankUrl: ['rerankModel'],
      oidcIssuer: ['publicUrl'],
      oidcAudience: ['oidcIssuer'],
      oidcScopePrefix: ['oidcIssuer'],
      oidcTeamspaceClaim: ['oidcIssuer'],
      oidcGroupsClaim: ['oidcIssuer'],
      oidcAdminGroup: ['oidcIssuer'],
      oidcClientId: ['oidcIssuer'],
      oidcClientSecret: ['oidcClientId'],
    },
  });
  const mistakes = validate(values) ? leaseMistakes(values) : (validate.errors ?? []).map(sentence);
  if (mistakes.length === 0) return values as unknown as Settings;
  throw new LecternError('validation_error', 400, `Configuration: ${mistakes.join('; ')}`);
}

/** Times under which two controllers could lead at once. */
function leaseMistakes({ leaseDurationMs, renewDeadlineMs, retryPeriodMs }: Settings): string[] {
  const below = (less: string, lessMs: number, more: string, moreMs: number): string[] =>
    lessMs < moreMs
      ? []
      : [
          `${less} (${environmentName(less)}) is ${lessMs}; it must be less than ${more} (${environmentName(more)}), which is ${moreMs}`,
        ];
  return [
    ...below('renewDeadlineMs', renewDeadlineMs, 'leaseDurationMs', leaseDurationMs),
    ...below('retryPeriodMs', retryPeriodMs, 'renewDeadlineMs', renewDeadlineMs),
  ];
}

/** LECTERN_REQUEST_TIMEOUT_MS for requestTimeoutMs. */
export function environmentName(setting: string): string {
  return `LECTERN_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Values {
  const values: Values = {};
  for (const [name, schema] of Object.entries(settings)) {
    const value = env[environmentName(name)];
    if (value === undefined) continue;
    values[name] = schema.type === 'array' ? splitList(value) : value;
  }
  return values;
}

function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function readFile(path: string): Values {
  try {
    const parsed: unknown = parse(readFileSync(path, 'utf8'));
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return parsed as Values;
    throw new Error('it must be a mapping of settings');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LecternError('validation_error', 400, `Configuration file ${path}: ${why}`, {
      cause: error,
    });
  }
}

function sentence(error: ErrorObject): string {
  const { instancePath, keyword, message, params } = error;
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return `${missing} (${environmentName(missing)}) is missing; this command needs it`;
  }
  if (keyword === 'additionalProperties') {
    return `${String(params['additionalProperty'])} is not a setting`;
  }
  const name = instancePath.slice(1).split('/')[0]!;
  const where = name ? `${name} (${environmentName(name)})` : 'settings';
  // A value that must have a form may be a secret.
  return `${where} ${keyword === 'pattern' ? message : schemaProblem(error)}`;
}
