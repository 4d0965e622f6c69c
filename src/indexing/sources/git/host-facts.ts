import { fieldAt } from '../../../base/json-fields.ts';
import { HttpClient } from '../../../base/http/client.ts';
import type { HostFacts, SourceFacts } from '../source-facts.ts';
import type { GitHost, HostKind, RepositoryPage } from './hosts.ts';

interface HostFactsOptions {
  hosts: readonly GitHost[];
  allowedRanges: readonly string[];
  signal: AbortSignal;
}

const usualTimeoutMs = 3000;
const maxBytes = 1_000_000;

/**
 * Returns what a repository's host publishes about it without an account: stars, description, license, name. Empty if the
 * host is unknown, does not answer in time, or the repository has moved. Never throws.
 */
export async function hostFacts(
  page: Pick<RepositoryPage, 'url' | 'host' | 'path'> | undefined,
  options: HostFactsOptions,
): Promise<SourceFacts> {
  const host = options.hosts.find((candidate) => candidate.host === page?.host);
  if (!page || !host) return {};
  const { timeoutMs = usualTimeoutMs } = host;
  const client = new HttpClient({ ...options, requestTimeoutMs: timeoutMs });
  try {
    const answer = await client.get(addressOf(host, page.path), {
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(timeoutMs)]),
      maxBytes,
      accept: 'application/json',
      onRedirect: refuseRedirect,
    });
    const response: unknown = JSON.parse(answer.text());
    const facts = factsIn(host.kind, response);
    const known = standing(host.kind, response);
    const verified = await isVerified(client, { host, known, response, signal: options.signal });
    const all = { ...known, ...(verified !== undefined && { verified }) };
    return { ...facts, ...(Object.keys(all).length > 0 && { host: all }) };
  } catch {
    return {};
  } finally {
    await client.close();
  }
}

interface Asked {
  host: GitHost;
  known: HostFacts;
  response: unknown;
  signal: AbortSignal;
}

/** Returns whether GitHub has verified the organization that owns a repository; undefined if unknown. */
async function isVerified(
  client: HttpClient,
  { host, known, response, signal }: Asked,
): Promise<boolean | undefined> {
  const login = text(fieldAt(response, 'owner', 'login'), 100);
  const { timeoutMs = usualTimeoutMs } = host;
  if (host.kind !== 'github' || known.owner !== 'organization' || !login) return undefined;
  try {
    const answer = await client.get(`${host.apiUrl}/orgs/${encodeURIComponent(login)}`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      maxBytes,
      accept: 'application/json',
      onRedirect: refuseRedirect,
    });
    const verified = fieldAt(JSON.parse(answer.text()), 'is_verified');
    return typeof verified === 'boolean' ? verified : undefined;
  } catch {
    return undefined;
  }
}

function addressOf({ kind, apiUrl }: GitHost, path: string): string {
  switch (kind) {
    case 'gitlab':
      return `${apiUrl}/projects/${path.replaceAll('/', '%2F')}?license=true`;
    case 'bitbucket':
      return `${apiUrl}/repositories/${path}`;
    case 'github':
    case 'gitea':
      return `${apiUrl}/repos/${path}`;
  }
}

function refuseRedirect(): never {
  throw new Error('the repository has moved');
}

interface Fields {
  description: string[];
  stars: string[];
  license: string[];
}

// The path of each fact in a host's answer.
const fields: Record<HostKind, Fields> = {
  github: {
    description: ['description'],
    stars: ['stargazers_count'],
    license: ['license', 'spdx_id'],
  },
  gitlab: { description: ['description'], stars: ['star_count'], license: ['license', 'key'] },
  bitbucket: { description: ['description'], stars: [], license: [] },
  gitea: { description: ['description'], stars: ['stars_count'], license: ['licenses', '0'] },
};

function factsIn(kind: HostKind, answer: unknown): SourceFacts {
  const where = fields[kind];
  const title = text(fieldAt(answer, 'name'), 200);
  const description = text(fieldAt(answer, ...where.description), 1000);
  const branch = text(fieldAt(answer, 'default_branch'), 250);
  const stars = fieldAt(answer, ...where.stars);
  const license = spdx(text(fieldAt(answer, ...where.license), 64));
  return {
    ...(title && { title }),
    ...(description && { description }),
    ...(branch && { branch }),
    ...(typeof stars === 'number' && Number.isSafeInteger(stars) && stars >= 0 && { stars }),
    ...(license && { license }),
  };
}

function text(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  return (
    value
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, maxLength) || undefined
  );
}

/** Returns an SPDX id. GitLab writes ids in lower case. GitHub's NOASSERTION means unknown. */
function spdx(license: string | undefined): string | undefined {
  if (!license || /^(?:noassertion|other)$/i.test(license)) return undefined;
  const known = /^(?:mit|isc|apache-[\d.]+|bsd-\d-clause|mpl-[\d.]+|(?:a|l)?gpl-[\d.]+)$/.exec(
    license,
  );
  if (!known) return license;
  return license.toUpperCase().replace('APACHE', 'Apache').replace('CLAUSE', 'Clause');
}

interface Places {
  createdAt: string[];
  activeAt: string[];
  /** Absent or null if the repository is not a fork. */
  fork: string[];
  ownerKind: string[];
}

// The path of each fact in a host's answer.
const places: Record<HostKind, Places> = {
  github: {
    createdAt: ['created_at'],
    activeAt: ['pushed_at'],
    fork: ['fork'],
    ownerKind: ['owner', 'type'],
  },
  gitlab: {
    createdAt: ['created_at'],
    activeAt: ['last_activity_at'],
    fork: ['forked_from_project'],
    ownerKind: ['namespace', 'kind'],
  },
  bitbucket: {
    createdAt: ['created_on'],
    activeAt: ['updated_on'],
    fork: ['parent'],
    ownerKind: ['owner', 'type'],
  },
  gitea: { createdAt: ['created_at'], activeAt: ['updated_at'], fork: ['fork'], ownerKind: [] },
};

/** Returns age, activity and owner of a repository. Leaves out values of an unexpected type. Pure. */
function standing(kind: HostKind, answer: unknown): HostFacts {
  const where = places[kind];
  const createdAt = timeAt(answer, where.createdAt);
  const activeAt = timeAt(answer, where.activeAt);
  const archived = fieldAt(answer, 'archived');
  const owner = ownerOf(fieldAt(answer, ...where.ownerKind));
  return {
    ...(createdAt && { createdAt }),
    ...(activeAt && { activeAt }),
    ...(archived === true && { archived }),
    ...(Boolean(fieldAt(answer, ...where.fork)) && { fork: true }),
    ...(owner && { owner }),
  };
}

function timeAt(answer: unknown, keys: string[]): string | undefined {
  const value = fieldAt(answer, ...keys);
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function ownerOf(kind: unknown): HostFacts['owner'] {
  if (typeof kind !== 'string') return undefined;
  if (/^(?:organization|group|team)$/i.test(kind)) return 'organization';
  return kind.toLowerCase() === 'user' ? 'user' : undefined;
}
