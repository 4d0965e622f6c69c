import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject } from 'ajv';
import { parsePrivateYaml } from '../../base/private-yaml.ts';
import { schemaProblem } from '../../base/schema-problem.ts';
import { editDistance } from '../../base/edit-distance.ts';
import { isRange } from '../../base/http/address-guard.ts';
import { isObject } from '../../base/json.ts';
import { LecternError } from '../../base/errors.ts';
import { requiredSettings, settings, type SettingSchema, type SettingsCommand } from './schema.ts';

type Schemas = typeof settings;
type Name = keyof Schemas;

type ValueOf<Schema> = Schema extends { enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { type: 'array' }
    ? string[]
    : Schema extends { type: 'boolean' }
      ? boolean
      : Schema extends { type: 'integer' | 'number' }
        ? number
        : string;

type WithDefault = {
  [N in Name]: Schemas[N] extends { default: unknown } ? N : never;
}[Name];

type ReadBy<Command extends SettingsCommand> = {
  [N in Name]: Command extends Schemas[N]['commands'][number] ? N : never;
}[Name];

type RequiredBy<Command extends SettingsCommand> = (typeof requiredSettings)[Command][number];

/** The values of all settings, derived from their schemas. A setting without a default is optional. */
export type Settings = { [N in WithDefault]: ValueOf<Schemas[N]> } & {
  [N in Exclude<Name, WithDefault>]?: ValueOf<Schemas[N]>;
};

/** The settings that one command reads. Those that it requires are present. */
export type SettingsOf<Command extends SettingsCommand> = Pick<Settings, ReadBy<Command>> &
  Required<Pick<Settings, RequiredBy<Command>>>;

type Values = Record<string, unknown>;

/** Where the settings of a command come from, the strongest first. */
export interface SettingsSources {
  /** Flags of the command line, by setting name. */
  flags?: Values;
  /** Default: the environment of the process. */
  env?: NodeJS.ProcessEnv;
  /** A YAML or JSON file. Default: LECTERN_CONFIG. */
  file?: string;
}

/**
 * Returns the settings of a command. Flags override the environment, and the environment overrides the file. Throws
 * LecternError that names every mistake and the setting's environment variable.
 */
export function readSettings<Command extends SettingsCommand>(
  command: Command,
  { flags = {}, env = process.env, file }: SettingsSources,
): SettingsOf<Command> {
  const path = file ?? env['LECTERN_CONFIG'];
  const values: Values = {
    ...(path ? readFile(path) : {}),
    ...fromEnvironment(env),
    ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)),
  };
  for (const [name, value] of Object.entries(values)) {
    if (typeof value !== 'string') continue;
    // A Secret made of a file, or by `echo`, ends with a line break, which no password has and no header can carry.
    values[name] = value.replace(/[\r\n]+$/, '');
    // Templates may leave an optional setting empty; it counts as absent.
    if (values[name] === '' && name !== 'manifest') delete values[name];
  }
  const ajv = new Ajv({
    allErrors: true,
    coerceTypes: true,
    strict: false,
    verbose: true,
    validateSchema: false,
  });
  const validate = ajv.compile({
    type: 'object',
    additionalProperties: false,
    // Only what is given, because a start would wait a tenth of a second for the schemas of all settings.
    properties: Object.fromEntries(
      Object.entries(settings).filter(([name]) => Object.hasOwn(values, name)),
    ),
    required: requiredSettings[command],
    dependencies: {
      embeddingUrl: ['embeddingModel'],
      previousEmbeddingUrl: ['previousEmbeddingModel'],
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
  const isValid = validate(values);
  const read = { ...defaults(), ...values } as unknown as Settings & SettingsOf<Command>;
  const mistakes = isValid
    ? [
        ...leaseMistakes(read),
        ...modelMistakes(read),
        ...rangeMistakes(read),
        ...queueMistakes(read),
      ]
    : (validate.errors ?? []).map(sentence);
  if (mistakes.length === 0) return read;
  throw new LecternError('validation_error', `Configuration: ${mistakes.join('; ')}`);
}

function defaults(): Values {
  const withDefault = Object.entries<SettingSchema>(settings).filter(([, one]) => 'default' in one);
  return Object.fromEntries(withDefault.map(([name, one]) => [name, structuredClone(one.default)]));
}

/** Only the built-in model has no address. */
function modelMistakes({
  embeddingUrl,
  embeddingService,
  previousEmbeddingUrl,
  previousEmbeddingModel,
}: Settings): string[] {
  if (embeddingUrl && embeddingService) {
    return ['embeddingService is for the built-in model; remove it or embeddingUrl'];
  }
  if (previousEmbeddingUrl || !previousEmbeddingModel) return [];
  if (previousEmbeddingModel === 'built-in') return [];
  return ['previousEmbeddingModel needs previousEmbeddingUrl, unless it is built-in'];
}

function rangeMistakes({ allowedRanges }: Settings): string[] {
  return allowedRanges
    .filter((range) => !isRange(range))
    .map(
      (text) =>
        `allowedRanges (${environmentName('allowedRanges')}) has ${JSON.stringify(text)}, which is no range such as 10.0.0.0/8 or 10.1.2.3/32`,
    );
}

/** Without a queue, nothing would limit the Jobs. */
function queueMistakes({ jobEngine, jobQueue }: Settings): string[] {
  if (jobEngine !== 'kueue' || jobQueue !== undefined) return [];
  return [
    `jobEngine (${environmentName('jobEngine')}) is kueue, but jobQueue (${environmentName('jobQueue')}) is missing`,
  ];
}

/** Returns the mistakes in lease times that would let two controllers lead at once. */
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

/** Returns the environment variable of a setting: LECTERN_REQUEST_TIMEOUT_MS for requestTimeoutMs. */
export function environmentName(setting: string): string {
  return `LECTERN_${setting.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** Variables of commands and of the start, which no setting has. */
const otherVariables = [
  'LECTERN_API_KEY',
  'LECTERN_CONFIG',
  'LECTERN_DEBUG',
  'LECTERN_PACKAGE_INDEXES',
  'LECTERN_TOKEN',
  'LECTERN_URL',
];
/** Maximum number of mistakes in the name of a variable. */
const maxMistakes = 2;

/** Returns a warning for each variable whose name is nearly that of a setting. Kubernetes and others may set any other variable. */
export function misspelledVariables(env: NodeJS.ProcessEnv): string[] {
  const names = Object.keys(settings).map(environmentName);
  const known = new Set([...names, ...otherVariables]);
  return Object.keys(env)
    .filter((given) => given.startsWith('LECTERN_') && !known.has(given))
    .flatMap((given) => {
      const meant = names.find((name) => editDistance(given, name, maxMistakes) <= maxMistakes);
      return meant === undefined
        ? []
        : [`${given} is not a setting and has no effect; did you mean ${meant}?`];
    });
}

/**
 * Returns the flag of a setting: --request-timeout-ms for requestTimeoutMs. Secrets have none, because every process on the machine
 * can read a command line. Switches that are on by default have none either, because a flag cannot turn them off.
 */
export function flagName(
  setting: string,
  { type, secret, ...schema }: SettingSchema,
): string | undefined {
  if (secret || (type === 'boolean' && schema.default === true)) return undefined;
  return `--${setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
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

/** Returns the parts of a text with commas between them. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}

function readFile(path: string): Values {
  try {
    const parsed = parsePrivateYaml(readFileSync(path, 'utf8'));
    if (isObject(parsed)) return parsed;
    throw new Error('it must be a mapping of settings');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new LecternError('validation_error', `Configuration file ${path}: ${why}`, {
      cause: error,
    });
  }
}

function sentence(error: ErrorObject): string {
  const { instancePath, keyword, params } = error;
  if (keyword === 'required') {
    const missing = String(params['missingProperty']);
    return `${missing} (${environmentName(missing)}) is missing; this command requires it`;
  }
  if (keyword === 'dependencies') {
    const { property, missingProperty: missing } = params as Record<string, string>;
    return `${missing} (${environmentName(missing!)}) is missing; ${property} requires it`;
  }
  if (keyword === 'additionalProperties') {
    return `${String(params['additionalProperty'])} is not a setting`;
  }
  const name = instancePath.slice(1).split('/')[0]!;
  const where = name ? `${name} (${environmentName(name)})` : 'settings';
  return `${where} ${schemaProblem(error)}`;
}
