import type { UsageClient, UsageRow, UsageSum } from './use.ts';

/** A teamspace's usage since a day. */
export interface TeamspaceUsage {
  byDay: ({ day: string } & UsageSum)[];
  /** The busiest keys first, at most 1,000. */
  byKey: ({ keyId: string } & UsageSum)[];
  byClient: ({ client: UsageClient } & UsageSum)[];
}

/** A library's usage since a day. */
export interface LibraryUsage {
  byDay: { day: string; client: UsageClient; requests: number }[];
  /** Number of keys that used the tool server on a day; all callers without a key count as one. */
  mcpUsers: { day: string; users: number }[];
}

/** A teamspace's limit and spending, in millionths. */
export interface Cap {
  limit: number;
  spent: number;
}

/** Stores usage. */
export interface UsageStore {
  /** Adds to the stored totals; all rows or none. */
  add(rows: readonly UsageRow[]): Promise<void>;
  ofTeamspace(teamspace: string, since: string): Promise<TeamspaceUsage>;
  ofLibrary(libraryId: string, since: string): Promise<LibraryUsage>;
  /** Deletes usage before a day. */
  forget(before: string): Promise<void>;
  /** Returns limit and spending since a day, for teamspaces with a limit. */
  caps(since: string): Promise<Map<string, Cap>>;
  /** Returns the spending of one teamspace since a day, in millionths. */
  spent(teamspace: string, since: string): Promise<number>;
  /** Sets the limit of a teamspace in millionths, or removes it. */
  setLimit(teamspace: string, limit: number | null): Promise<void>;
}
