import { createPrivateKey } from 'node:crypto';
import { LecternError, RunError } from '../../base/errors.ts';
import { parseHttpUrl } from '../../base/http/http-url.ts';
import type { SecretValues, SecretStore } from '../../store/secrets.ts';

/** Name of the set of secrets that the integrations of an install are. */
export const integrationsName = 'lectern-integrations';

/** Fields of an integration, by its kind; the keys of the set are `<name>.<field>`. */
const fieldsOf = {
  /**
   * Of a Git host: `token` (with `username` where the host wants a certain one), or a GitHub App (`appId`, `privateKey`,
   * and `installationId` where it is not to be asked for; `apiUrl` for an Enterprise Server elsewhere than at /api/v3), or
   * `identity` and `knownHosts` for ssh.
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
  /** A token for Data Center; with `email` for Cloud, and `cloudId` where the token has scopes. */
  wiki: ['siteUrl', 'cloudId', 'email', 'token'],
  pages: ['token'],
} as const;

type Kind = keyof typeof fieldsOf;

/** When an integration was set: no secret, and shown. */
const since = 'updatedAt';

/** An integration as HTTP shows it: what is set, never to what. */
export interface IntegrationView {
  /** `git/<host>`, `wiki` or `pages`. */
  name: string;
  fields: string[];
  /** ISO 8601; null where it was set otherwise than over HTTP. */
  updatedAt: string | null;
}

/** Every integration of the set. */
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

/** The fields of one integration; undefined where there is none. */
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
 * The set with an integration in place of the one of that name; without it when `fields` is undefined. Throws
 * LecternError('validation_error') that names the field and never a value.
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

/** An integration's name in the form in which names are compared. Throws LecternError('validation_error') for no name. */
export function integrationName(name: string): string {
  kindOf(name);
  return name.toLowerCase();
}

/** A key has no slash and no colon; hosts have no underscore. */
function prefixOf(name: string): string {
  kindOf(name);
  return name.toLowerCase().replace('/', '.').replace(':', '_');
}

function kindOf(name: string): Kind {
  if (name === 'wiki' || name === 'pages') return name;
  if (/^git\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/i.test(name)) return 'git';
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

/** Fields that belong together; one such group has to be there. */
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
    // The error may tell of the key.
  }
  throw invalid(
    'Field "privateKey" must be an RSA key in PEM format; use the file that GitHub generated for the app',
  );
}

function invalid(message: string): LecternError {
  return new LecternError('validation_error', 400, `${message}.`);
}

/** The set of integrations; undefined where there is none. Where Lectern may not read Secrets there are none either. */
export async function readIntegrations(
  secrets: Pick<SecretStore, 'get'>,
): Promise<SecretValues | undefined> {
  try {
    return await secrets.get(integrationsName);
  } catch (error) {
    if (error instanceof LecternError && error.code === 'access_denied') return undefined;
    throw error;
  }
}
