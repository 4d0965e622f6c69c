import type { UsageClient, UsageRow } from './use.ts';

/** A sum of uses. */
export interface UsageSum {
  requests: number;
  tokens: number;
  /** Millionths. */
  cost: number;
}

/** What a teamspace was answered since a day. */
export interface TeamspaceUsage {
  byDay: ({ day: string } & UsageSum)[];
  /** The busiest first, 1,000 at most. */
  byKey: ({ keyId: string } & UsageSum)[];
  byClient: ({ client: UsageClient } & UsageSum)[];
}

/** How often a library was asked since a day. */
export interface LibraryUsage {
  byDay: { day: string; client: UsageClient; requests: number }[];
  /** How many keys used the tool server on a day; callers without a key are one. */
  mcpUsers: { day: string; users: number }[];
}

/** A teamspace's limit and what it has spent, in millionths. */
export interface Cap {
  limit: number;
  spent: number;
}

/** Where usage is kept. */
export interface UsageStore {
  /** Adds to what is there; all of the rows or none of them. */
  add(rows: readonly UsageRow[]): Promise<void>;
  ofTeamspace(teamspace: string, since: string): Promise<TeamspaceUsage>;
  ofLibrary(libraryId: string, since: string): Promise<LibraryUsage>;
  /** Deletes what is older than a day. */
  forget(before: string): Promise<void>;
  /** What teamspaces with a limit have spent since a day. */
  caps(since: string): Promise<Map<string, Cap>>;
  /** What one teamspace has spent since a day, in millionths. */
  spent(teamspace: string, since: string): Promise<number>;
  /** Sets the limit of a teamspace in millionths, or takes it away. */
  setLimit(teamspace: string, limit: number | null): Promise<void>;
}
