import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/caller.ts';

/** Kinds of clients: those of the tool server, command lines, and all others. */
export type UsageClient = 'mcp' | 'cli' | 'txt';

/** An answer. */
export interface Use {
  operation: 'search' | 'context';
  form: 'json' | 'txt';
  client: UsageClient;
  /** Absent for searches, which are not about one library. */
  libraryId?: string;
  /** Tokens of the answer. */
  tokens: number;
}

/** The fields that usage totals are grouped by. */
export interface UsageKey extends Omit<Use, 'tokens' | 'libraryId'> {
  teamspace: string;
  /** 2026-01-31, in UTC. */
  day: string;
  /** '' for callers without a key, `user:<id>` for callers with an access token. */
  keyId: string;
  /** '' for searches, and for libraries that were removed. */
  libraryId: string;
}

/** Totals of uses. */
export interface UsageSum {
  requests: number;
  tokens: number;
  /** Millionths. */
  cost: number;
}

/** Totals for one key. */
export type UsageRow = UsageKey & UsageSum;

/** Returns the keyId for a caller's usage. */
export function countedKey({ keyId, userId }: Caller): string {
  return keyId ?? (userId === undefined ? '' : `user:${userId}`);
}

/** Returns the client of a request, from `X-Context7-Source`. Pure. */
export function clientOf(headers: IncomingHttpHeaders): UsageClient {
  const source = headers['x-context7-source'];
  if (typeof source !== 'string') return 'txt';
  if (source.startsWith('mcp')) return 'mcp';
  return source === 'cli' ? 'cli' : 'txt';
}
