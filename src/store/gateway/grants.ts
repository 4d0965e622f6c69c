import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What one run may write through the gateway. */
export interface RunGrant {
  /** Resource name of the Library, which has one grant at most. */
  key: string;
  /** Id of the library in the index. */
  library: string;
  /** IndexingJob.id. */
  run: string;
  /** The upload that the run may read; absent where its source is none. */
  upload?: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** A grant as it is stored: the token itself is not. */
export interface StoredGrant extends RunGrant {
  /** Hash of the token's secret part. */
  hash: string;
}

/** Grants of active runs. The controller gives and ends them, the gateway asks for one with each request. */
export interface RunGrants {
  /** Gives a run its grant, opened by this token, in place of the one its Library had. Throws RunError StorageFailed. */
  give(grant: RunGrant, token: string): Promise<void>;
  /** The run that a Library's grant is for; undefined where the Library has none. */
  runOf(key: string): Promise<string | undefined>;
  /** The grant of a token; undefined where the token is wrong, its time is over, or its run has ended. */
  find(token: string): Promise<RunGrant | undefined>;
  /** Ends the grant of a run; nothing happens where the Library has another one. */
  end(key: string, run: string): Promise<void>;
}

/** The name of a Library's grant: the part of a token before the dot. */
export function grantId(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** Makes a token for a run of the Library. */
export function newToken(key: string): string {
  return `${grantId(key)}.${randomBytes(32).toString('base64url')}`;
}

/** A grant as it is stored with the token that opens it. */
export function stored(grant: RunGrant, token: string): StoredGrant {
  return { ...grant, hash: hashOf(partsOf(token)?.secret ?? '') };
}

/** The parts of a token; undefined for what has not the form of one. */
export function partsOf(token: string): { id: string; secret: string } | undefined {
  const [, id, secret] = /^([\w-]{43})\.([\w-]{43})$/.exec(token) ?? [];
  return id !== undefined && secret !== undefined ? { id, secret } : undefined;
}

/** The grant that a secret opens, in constant time; undefined for another secret, or when the grant's time is over. */
export function opened(
  { hash, ...grant }: StoredGrant,
  secret: string,
  now = new Date(),
): RunGrant | undefined {
  const same = timingSafeEqual(Buffer.from(hash), Buffer.from(hashOf(secret)));
  return same && Date.parse(grant.expiresAt) > now.getTime() ? grant : undefined;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
