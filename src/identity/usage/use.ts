import type { IncomingHttpHeaders } from 'node:http';
import type { Caller } from '../access/caller.ts';

/** What callers are told apart by: the tool server, the command line of Context7, and everything else. */
export type UsageClient = 'mcp' | 'cli' | 'txt';

/** What was answered, and to whom. */
export interface Use {
  operation: 'search' | 'context';
  form: 'json' | 'txt';
  client: UsageClient;
  /** Absent for searches, which are of no one library. */
  libraryId?: string;
  /** Tokens of the answer. */
  tokens: number;
}

/** What uses are added up by. */
export interface UsageKey extends Omit<Use, 'tokens' | 'libraryId'> {
  teamspace: string;
  /** 2026-01-31, in UTC. */
  day: string;
  /** '' for callers without a key, `user:<id>` for those with an access token. */
  keyId: string;
  /** '' for searches. */
  libraryId: string;
}

/** Uses of a kind, added up. */
export interface UsageRow extends UsageKey {
  requests: number;
  tokens: number;
  /** Millionths. */
  cost: number;
}

/** By what uses of a caller are counted. */
export function countedKey({ keyId, userId }: Caller): string {
  return keyId ?? (userId === undefined ? '' : `user:${userId}`);
}

/** Which client sent a request; `X-Context7-Source` is what known ones say of themselves. Pure. */
export function clientOf(headers: IncomingHttpHeaders): UsageClient {
  const source = headers['x-context7-source'];
  if (typeof source !== 'string') return 'txt';
  if (source.startsWith('mcp')) return 'mcp';
  return source === 'cli' ? 'cli' : 'txt';
}
