import { availableParallelism } from 'node:os';
import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { parse } from 'yaml';
import { LecternError } from './errors.ts';

/**
 * Every setting of every process: JSON schema with defaults, described once for the flags, the environment
 * (LECTERN_<NAME>), the configuration file and docs/reference/configuration.md.
 */
export const settingsSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    data: { type: 'string', minLength: 1, default: './data', description: 'Data directory' },
    manifest: {
      type: 'string',
      description:
        'repos.yaml to apply at start: config/repos.yaml if there is one; none when empty',
    },
    prune: {
      type: 'boolean',
      default: false,
      description: 'Delete libraries the manifest no longer names',
    },
    port: {
      type: 'integer',
      minimum: 0,
      maximum: 65535,
      default: 7700,
      description: 'Port to listen on',
    },
    host: {
      type: 'string',
      minLength: 1,
      default: '127.0.0.1',
      description: 'Address to listen on',
    },
    concurrency: {
      type: 'integer',
      minimum: 1,
      maximum: 64,
      default: 2,
      description: 'Libraries indexed at the same time',
    },
    threads: {
      type: 'integer',
      minimum: 1,
      maximum: 64,
      default: Math.max(1, availableParallelism() - 1),
      description: 'Threads of the built-in embedding model',
    },
    allowedRanges: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description: 'Private address ranges (CIDR) that sources may be fetched from',
    },
    localRoots: {
      type: 'array',
      items: { type: 'string' },
      default: [],
      description:
        'Folders that any library may be read from; others only by your own manifest and command line',
    },
    maxDocumentBytes: {
      type: 'integer',
      minimum: 1_000,
      default: 5_000_000,
      description: 'Largest document to read, in bytes',
    },
    maxTotalBytes: {
      type: 'integer',
      minimum: 1_000,
      default: 2_000_000_000,
      description: 'Most bytes one run reads',
    },
    maxDocuments: {
      type: 'integer',
      minimum: 1,
      default: 200_000,
      description: 'Most documents one run reads',
    },
    requestTimeoutMs: {
      type: 'integer',
      minimum: 100,
      default: 30_000,
      description: 'Milliseconds a source may stay silent',
    },
    embeddingUrl: {
      type: 'string',
      description: 'OpenAI-compatible endpoint instead of the built-in model',
    },
    embeddingModel: { type: 'string', description: 'Model at embeddingUrl' },
    embeddingKey: { type: 'string', description: 'Key for embeddingUrl' },
    rerankUrl: {
      type: 'string',
      description: 'OpenAI-compatible chat endpoint that orders the best snippets',
    },
    rerankModel: { type: 'string', description: 'Model at rerankUrl' },
    rerankKey: { type: 'string', description: 'Key for rerankUrl' },
    rerankTimeoutMs: {
      type: 'integer',
      minimum: 100,
      default: 3_000,
      description: 'Milliseconds before the fused order is answered instead',
    },
    logLevel: {
      type: 'string',
      enum: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
      default: 'info',
      description: 'Least severe log lines to print',
    },
  },
  dependencies: { embeddingUrl: ['embeddingModel'], rerankUrl: ['rerankModel'] },
} as const;

export interface Settings {
  data: string;
  manifest?: string;
  prune: boolean;
  port: number;
  host: string;
  concurrency: number;
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
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent';
}

type Values = Record<string, unknown>;

export interface SettingsSources {
  /** Flags given on the command line, by setting name. */
  flags?: Values;
  env?: NodeJS.ProcessEnv;
  /** A YAML or JSON file; also LECTERN_CONFIG. */
  file?: string;
}

/** Flags win over the environment, that over the file. Throws LecternError naming every mistake and where it came from. */
export function readSettings({ flags = {}, env = process.env, file }: SettingsSources): Settings {
  const path = file ?? env['LECTERN_CONFIG'];
  const values: Values = {
    ...(path ? readFile(path) : {}),
    ...fromEnvironment(env),
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  };
  for (const name of ['embeddingUrl', 'rerankUrl']) if (values[name] === '') delete values[name];
  const ajv = new Ajv({ allErrors: true, useDefaults: true, coerceTypes: true, strict: false });
  const validate = ajv.compile<Settings>(settingsSchema);
  if (validate(values)) return values;
  const mistakes = (validate.errors ?? []).map(sentence);
  throw new LecternError('validation_error', 400, `Configuration: ${mistakes.join('; ')}`);
}

/** LECTERN_REQUEST_TIMEOUT_MS for requestTimeoutMs. */
export function environmentName(setting: string): string {
  return `LECTERN_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

function fromEnvironment(env: NodeJS.ProcessEnv): Values {
  const values: Values = {};
  for (const [name, schema] of Object.entries(settingsSchema.properties)) {
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

function sentence({ instancePath, keyword, message, params }: ErrorObject): string {
  if (keyword === 'additionalProperties') {
    return `${String(params['additionalProperty'])} is not a setting`;
  }
  const name = instancePath.slice(1).split('/')[0]!;
  const where = name ? `${name} (${environmentName(name)})` : 'settings';
  const allowed = keyword === 'enum' ? `: ${(params['allowedValues'] as string[]).join(', ')}` : '';
  return `${where} ${message}${allowed}`;
}
