import type { Generated } from 'kysely';
import type { KeyRole } from '../../identity/access/key-store.ts';
import type { Plan, TeamspaceRole } from '../../identity/teamspaces/teamspaces.ts';

/** Tables of the metadata database, the same on SQLite and Postgres. JSON is kept as text: both store and return it alike. */
export interface DatabaseSchema {
  libraries: ResourceTable;
  manifest_syncs: ResourceTable;
  /** The last state of deleted resources, for watchers in other processes; kept for DELETIONS_KEPT_MS. */
  deleted_resources: {
    kind: ResourceTableName;
    resource_version: number;
    /** The resource as JSON. */
    object: string;
    /** Milliseconds since 1970. */
    deleted_at: number;
  };
  catalog_records: {
    id: string;
    /** The counter's value when the row was written last; other processes read what is newer than they know. */
    revision: number;
    /** A LibraryRecord as JSON; null once it was removed. */
    record: string | null;
  };
  catalog_former_ids: {
    former_id: string;
    id: string;
  };
  counters: {
    name: string;
    value: number;
  };
  /** Sets of secret values, encrypted (see SqlSecretStore). */
  secrets: {
    name: string;
    sealed: string;
  };
  /** What each teamspace may be answered from, as JSON; none for those that have set nothing. */
  policies: {
    teamspace: string;
    policies: string;
  };
  /** What was answered, added up; see UsageRow. No library and no key are ''. */
  usage: {
    teamspace: string;
    /** 2026-01-31, in UTC. */
    day: string;
    key_id: string;
    library_id: string;
    operation: string;
    form: string;
    client: string;
    requests: number;
    tokens: number;
    /** Millionths of the unit that prices are in. */
    cost: number;
  };
  /** What a teamspace may spend in a month, in millionths; none for those without a limit. */
  spending_limits: {
    teamspace: string;
    amount: number;
  };
  /** Requests of the minute that runs (see postgresCounter); empty on SQLite. */
  rate_limits: {
    key: string;
    points: number;
    /** Milliseconds since 1970. */
    expire: number | null;
  };
  /** API keys; times in milliseconds since 1970. */
  access_keys: {
    id: string;
    name: string;
    role: KeyRole;
    teamspace: string;
    user_id: string | null;
    salt: string;
    hash: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    /** Rows of revoked keys stay. */
    revoked_at: number | null;
    /** 1 where it came with the install. */
    bootstrap: Generated<number>;
  };
  /** Who is signed in by a cookie (see SqlSessions); times in milliseconds since 1970. */
  sessions: {
    /** SHA-256 of the token in hexadecimal. */
    hash: string;
    kind: 'key' | 'operator' | 'person';
    /** Id of the key, proof of the operator token, or the person's subject. */
    holder: string;
    /** With role and teamspace: of a person; others have none. */
    name: string | null;
    role: KeyRole | null;
    teamspace: string | null;
    created_at: number;
    last_used_at: number;
    expires_at: number;
  };
  /** The last writes of libraries by the API's processes (see SqlWriteLog). */
  recent_writes: {
    key: string;
    /** resourceVersion that the write made; null where it removed the library. */
    version: number | null;
    /** uid of the library that was removed. */
    gone: string | null;
    /** Milliseconds since 1970. */
    written_at: number;
  };
  teamspaces: {
    id: string;
    name: string;
    plan: Plan;
    /** Names of granted integrations, as JSON; null where none was ever granted. */
    integrations: string | null;
    /** Milliseconds since 1970. */
    created_at: number;
  };
  /** Whom keys can belong to. */
  users: {
    id: string;
    name: string;
    email: string | null;
    /** Milliseconds since 1970. */
    created_at: number;
  };
  /** Which user is what in which teamspace. */
  members: {
    teamspace: string;
    user_id: string;
    role: TeamspaceRole;
  };
  projects: {
    teamspace: string;
    id: string;
    name: string;
  };
}

/** The tables of resources, one a kind. */
export type ResourceTableName = 'libraries' | 'manifest_syncs';

/** Resources of one kind. */
export interface ResourceTable {
  name: string;
  resource_version: number;
  /** The resource as JSON. */
  object: string;
}

/** How long deletions are remembered: a week. */
export const DELETIONS_KEPT_MS = 7 * 24 * 3_600_000;
