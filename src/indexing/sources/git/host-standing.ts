import type { HostFacts } from '../source-facts.ts';
import type { HostKind } from './hosts.ts';

interface Places {
  createdAt: string[];
  activeAt: string[];
  /** Absent or null for what is no fork. */
  fork: string[];
  ownerKind: string[];
}

// Where the API of each host keeps what it knows; a path of keys.
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

/** How a repository stands with its host: age, activity, whose it is; what it tells in another type is left out. Pure. */
export function standing(kind: HostKind, answer: unknown): HostFacts {
  const where = places[kind];
  const createdAt = timeAt(answer, where.createdAt);
  const activeAt = timeAt(answer, where.activeAt);
  const archived = valueAt(answer, ['archived']);
  const owner = ownerOf(valueAt(answer, where.ownerKind));
  return {
    ...(createdAt && { createdAt }),
    ...(activeAt && { activeAt }),
    ...(archived === true && { archived }),
    ...(Boolean(valueAt(answer, where.fork)) && { fork: true }),
    ...(owner && { owner }),
  };
}

/** What stands under a path of keys. */
export function valueAt(answer: unknown, keys: string[]): unknown {
  if (keys.length === 0) return undefined;
  return keys.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined,
    answer,
  );
}

function timeAt(answer: unknown, keys: string[]): string | undefined {
  const value = valueAt(answer, keys);
  const time = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function ownerOf(kind: unknown): HostFacts['owner'] {
  if (typeof kind !== 'string') return undefined;
  if (/^(?:organization|group|team)$/i.test(kind)) return 'organization';
  return kind.toLowerCase() === 'user' ? 'user' : undefined;
}
