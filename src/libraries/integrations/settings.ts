import { createPrivateKey } from 'node:crypto';
import { LecternError, RunError } from '../../base/errors.ts';
import { parseHttpUrl } from '../../base/http/http-url.ts';
import type { SecretValues, SecretStore } from '../../store/secrets.ts';

/** Name of the Secret with the integrations of an install. */
export const integrationsName = 'lectern-integrations';

/** Fields of an integration, by kind. The keys in the Secret are `<name>.<field>`. */
const fieldsOf = {
  /**
   * A Git host needs one of: `token`, with `username` if the host requires a certain one; a GitHub App (`appId` and
   * `privateKey`); or `identity` and `knownHosts` for ssh. `installationId` saves the app a request for it. `apiUrl` is for a
   * GitHub Enterprise Server whose API is not at /api/v3.
   */
  git: [
    'username',
    'token',
    'appId',
    'privateKey',
    'installationId',
    'apiUrl',
    'identity',
    'knownHosts',
  ],
  /** Data Center needs a token, Cloud also `email`. A Cloud token with scopes also needs `cloudId`. */
  wiki: ['siteUrl', 'cloudId', 'email', 'token'],
  pages: ['token'],
} as const;

type Kind = keyof typeof fieldsOf;

/** Field with the time of the last change. It is not secret, so it can be shown. */
const since = 'updatedAt';

/** An integration in a response: the names of its fields, never their values. */
export interface IntegrationView {
  /** `git/<host>`, `wiki` or `pages`. */
  name: string;
  fields: string[];
  /** ISO 8601. Null if the integration was not set over HTTP. */
  updatedAt: string | null;
}

/** Returns all integrations in the Secret. */
export function integrationsIn(values: SecretValues = {}): IntegrationView[] {
  const fields = Map.groupBy(Object.keys(values).sort(), (key) =>
    key.slice(0, key.lastIndexOf('.')),
  );
  return [...fields]
    .filter(([prefix]) => /^(?:git\..+|wiki|pages)$/.test(prefix))
    .map(([prefix, keys]) => ({
      name: prefix.replace('.', '/').replace('_', ':'),
      fields: keys.map((key) => key.slice(prefix.length + 1)).filter((field) => field !== since),
      updatedAt: values[`${prefix}.${since}`] ?? null,
    }));
}

/** Returns the fields of one integration; undefined if it is not set. */
export function integrationIn(
  values: SecretValues | undefined,
  name: string,
): SecretValues | undefined {
  const prefix = `${prefixOf(name)}.`;
  const own = Object.entries(values ?? {}).filter(
    ([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('.'),
  );
  const fields = own.map(([key, value]) => [key.slice(prefix.length), value]);
  return fields.length > 0 ? (Object.fromEntries(fields) as SecretValues) : undefined;
}

/**
 * Returns the Secret's values with one integration replaced, or removed if there is no `change`. Throws
 * LecternError('validation_error'), which names the field and never a value.
 */
export function withIntegration(
  values: SecretValues = {},
  name: string,
  change?: { fields: SecretValues; now: Date },
): SecretValues {
  const prefix = `${prefixOf(name)}.`;
  if (change) check(kindOf(name), change.fields);
  const others = Object.entries(values).filter(
    ([key]) => !(key.startsWith(prefix) && !key.slice(prefix.length).includes('.')),
  );
  const own = Object.entries({
    ...change?.fields,
    ...(change && { [since]: change.now.toISOString() }),
  }).map(([field, value]) => [`${prefix}${field}`, value]);
  return Object.fromEntries([...others, ...own]) as SecretValues;
}

/** Returns the name of an integration in lower case. Throws LecternError('validation_error') if it is invalid. */
export function integrationName(name: string): string {
  kindOf(name);
  return name.toLowerCase();
}

/** Returns the prefix of an integration's keys. Keys of a Secret cannot have a slash or colon, and hosts have no underscore. */
function prefixOf(name: string): string {
  kindOf(name);
  return name.toLowerCase().replace('/', '.').replace(':', '_');
}

const hostName = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i;

/** Returns whether a Git host can have an integration. IPv6 addresses and hosts with an underscore cannot. */
export function canHaveIntegration(host: string): boolean {
  return hostName.test(host);
}

function kindOf(name: string): Kind {
  if (name === 'wiki' || name === 'pages') return name;
  if (name.startsWith('git/') && canHaveIntegration(name.slice(4))) return 'git';
  throw invalid(
    `${JSON.stringify(name.slice(0, 100))} is not an integration; use wiki, pages, or git/<host> such as git/github.com`,
  );
}

function check(kind: Kind, fields: SecretValues): void {
  const known: readonly string[] = fieldsOf[kind];
  for (const [field, value] of Object.entries(fields)) {
    if (!known.includes(field)) {
      throw invalid(`Field "${field}" is unknown; known fields are ${known.join(', ')}`);
    }
    if (value.trim() === '') throw invalid(`Field "${field}" must not be empty`);
  }
  for (const group of needed[kind]) {
    const missing = group.filter((field) => fields[field] === undefined);
    if (missing.length === 0 || missing.length === group.length) continue;
    throw invalid(`Field "${missing[0]}" is required with ${group.join(', ')}`);
  }
  if (!needed[kind].some((group) => group.every((field) => fields[field] !== undefined))) {
    const ways = needed[kind].map((group) => group.join(' and '));
    throw invalid(`It requires ${ways.join(', or ')}`);
  }
  for (const field of ['apiUrl', 'siteUrl']) checkUrl(field, fields[field]);
  checkPrivateKey(fields['privateKey']);
}

/** Groups of fields that belong together. An integration needs one whole group. */
const needed: Record<Kind, string[][]> = {
  git: [['token'], ['appId', 'privateKey'], ['identity', 'knownHosts']],
  wiki: [['siteUrl', 'token']],
  pages: [['token']],
};

function checkUrl(field: string, value: string | undefined): void {
  try {
    if (value !== undefined) parseHttpUrl(value);
  } catch (error) {
    if (error instanceof RunError) throw invalid(`Field "${field}": ${error.message}`);
    throw error;
  }
}

function checkPrivateKey(pem: string | undefined): void {
  if (pem === undefined) return;
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'rsa') return;
  } catch {
    // Not the cause of the new error, because its text may contain part of the key.
  }
  throw invalid(
    'Field "privateKey" must be an RSA key in PEM format; use the file that GitHub generated for the app',
  );
}

function invalid(message: string): LecternError {
  return new LecternError('validation_error', `${message}.`);
}

/** Returns the integrations; undefined if none is set, or if Lectern may not read them. */
export async function readIntegrations(
  secrets: Pick<SecretStore, 'get'>,
): Promise<SecretValues | undefined> {
  return (await tryIntegrations(secrets)).integrations;
}

/** Like readIntegrations(). `isUnread`: Lectern may not read them, so any of them can exist. */
export async function tryIntegrations(
  secrets: Pick<SecretStore, 'get'>,
): Promise<{ integrations: SecretValues | undefined; isUnread: boolean }> {
  try {
    return { integrations: await secrets.get(integrationsName), isUnread: false };
  } catch (error) {
    if (!(error instanceof LecternError && error.code === 'access_denied')) throw error;
    return { integrations: undefined, isUnread: true };
  }
}
