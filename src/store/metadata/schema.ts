import type { Generated } from 'kysely';
import type { KeyRole } from '../../identity/access/key-store.ts';
import type { Plan, TeamspaceRole } from '../../identity/teamspaces/teamspaces.ts';

/** Tables of the metadata database, equal on SQLite and Postgres. JSON is stored as text, which both return unchanged. */
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
    /** The counter's value at the last write; other processes read rows with greater values. */
    revision: number;
    /** A LibraryRecord as JSON; null after its removal. */
    record: string | null;
  };
  catalog_former_ids: {
    former_id: string;
    id: string;
  };
  /** Vectors of libraries (see SqlLibraryVectors). */
  library_vectors: {
    id: string;
    /** Id of the embedding model. */
    model: string;
    /** Hash of the embedded text. */
    hash: string;
    /** One signed byte for each dimension, in base64. */
    vector: string;
    /** The counter's value at the last write; other processes read rows with greater values. */
    revision: number;
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
  /** Policies of each teamspace, as JSON; teamspaces without policies have no row. */
  policies: {
    teamspace: string;
    policies: string;
  };
  /** Usage totals; see UsageRow. '' stands for no library, a removed library, or no key. */
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
    /** Millionths of the currency unit of prices. */
    cost: number;
  };
  /** Monthly spending limit of a teamspace, in millionths; teamspaces without a limit have no row. */
  spending_limits: {
    teamspace: string;
    amount: number;
  };
  /** Requests of the current minute (see postgresCounter); empty on SQLite. */
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
    /** Revoked keys keep their rows. */
    revoked_at: number | null;
    /** 1 for keys that the installation created. */
    bootstrap: Generated<number>;
  };
  /** Sessions of signed-in browsers (see SqlSessions); times in milliseconds since 1970. */
  sessions: {
    /** SHA-256 of the token in hexadecimal. */
    hash: string;
    kind: 'key' | 'operator' | 'person';
    /** Id of the key, proof of the operator token, or the person's subject. */
    holder: string;
    /** Name, role and teamspace of a person; null for other holders. */
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
    /** resourceVersion of the write; null if it removed the library. */
    version: number | null;
    /** uid of the removed library. */
    gone: string | null;
    /** Milliseconds since 1970. */
    written_at: number;
  };
  teamspaces: {
    id: string;
    name: string;
    plan: Plan;
    /** Names of granted integrations, as JSON; null if none was ever granted. */
    integrations: string | null;
    /** Milliseconds since 1970. */
    created_at: number;
  };
  /** People that keys can belong to. */
  users: {
    id: string;
    name: string;
    email: string | null;
    /** Milliseconds since 1970. */
    created_at: number;
  };
  /** Roles of users in teamspaces. */
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
  /** Folders of code and their dependencies (see CodeProject). */
  code_projects: {
    teamspace: string;
    name: string;
    origin: string;
    /** Milliseconds since 1970. */
    updated_at: number;
    /** ProjectDependency[] as JSON. */
    dependencies: string;
  };
}

/** The tables of resources, one per kind. */
export type ResourceTableName = 'libraries' | 'manifest_syncs';

/** Resources of one kind. */
export interface ResourceTable {
  name: string;
  resource_version: number;
  /** The resource as JSON. */
  object: string;
}

/** Milliseconds for which deletions are kept: a week. */
export const DELETIONS_KEPT_MS = 7 * 24 * 3_600_000;
