import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The permission of one run to write through the gateway. */
export interface RunGrant {
  /** Resource name of the Library; a Library has at most one grant. */
  key: string;
  /** Id of the library in the index. */
  library: string;
  /** IndexingJob.id. */
  run: string;
  /** The upload that the run may read; absent for other sources. */
  upload?: string;
  /** Name of a Job whose Pod may take further runs. A grant with it allows nothing else; its other names are of the Job. */
  handover?: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** A grant as the store keeps it: with a hash instead of the token. */
export interface StoredGrant extends RunGrant {
  /** Hash of the token's secret part. */
  hash: string;
}

/**
 * Grants of active runs. The controller creates and revokes them, and so does the gateway for Pods that take further runs. The
 * gateway checks one with each request.
 */
export interface RunGrants {
  /** Stores the grant of a run, replaces the Library's earlier grant and removes expired ones. Throws RunError StorageFailed. */
  give(grant: RunGrant, token: string): Promise<void>;
  /** Returns the run of a Library's grant; undefined if the Library has no grant. */
  runOf(key: string): Promise<string | undefined>;
  /** Returns the grant of a token; undefined if the token is wrong or expired, or if its run has ended. */
  find(token: string): Promise<RunGrant | undefined>;
  /** Revokes the grant of a run. Does nothing if the Library has another grant. */
  end(key: string, run: string): Promise<void>;
}

/** Returns the id of a Library's grant: the part of a token before the dot. */
export function grantId(key: string): string {
  return hashOf(key);
}

/** Creates a token for a run of the Library. */
export function newToken(key: string): string {
  return `${grantId(key)}.${randomBytes(32).toString('base64url')}`;
}

/** Returns the grant with the token's hash, for the store. */
export function stored(grant: RunGrant, token: string): StoredGrant {
  return { ...grant, hash: hashOf(partsOf(token)?.secret ?? '') };
}

/** Returns the parts of a token; undefined for malformed tokens. */
export function partsOf(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

/** Returns the grant if the secret matches, in constant time; undefined if it does not, or if the grant has expired. */
export function opened({ hash, ...grant }: StoredGrant, secret: string): RunGrant | undefined {
  const same = timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)));
  return same && Date.parse(grant.expiresAt) > Date.now() ? grant : undefined;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
