import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The hash of a key's secret; it does not reveal the key. */
export interface SecretHash {
  /** 16 random bytes in hexadecimal. */
  salt: string;
  /** SHA-256 of salt and secret in hexadecimal. */
  hash: string;
}

/** The parts of a key. */
export interface KeyParts {
  /** 16 hexadecimal digits; identifies the key and is not secret. */
  id: string;
  secret: string;
}

const form = /^([0-9a-f]{16})_([A-Za-z0-9_-]{43,128})$/;

/** Returns a new key: `<prefix><id>_<secret>`, with a secret of 256 random bits. */
export function newKey(prefix: string): KeyParts & { text: string } {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, secret, text: `${prefix}${id}_${secret}` };
}

/** Returns the parts of a key with one of the prefixes; undefined for malformed keys. */
export function parseKey(text: string, prefixes: readonly string[]): KeyParts | undefined {
  for (const prefix of prefixes) {
    const match = text.startsWith(prefix) ? form.exec(text.slice(prefix.length)) : null;
    if (match) return { id: match[1]!, secret: match[2]! };
  }
  return undefined;
}

/**
 * Hashes a secret for storage. Slow hashes such as scrypt protect secrets that people choose. Nobody can guess 256 random bits,
 * and a slow hash would let every attempt cost the server time, so SHA-256 is the better choice.
 */
export function hashSecret(secret: string): SecretHash {
  const salt = randomBytes(16).toString('hex');
  return { salt, hash: digest(secret, salt).toString('hex') };
}

/** Returns true if a secret matches the hash, in constant time. */
export function secretMatches(secret: string, { salt, hash }: SecretHash): boolean {
  const stored = Buffer.from(hash, 'hex');
  const given = digest(secret, salt);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function digest(secret: string, salt: string): Buffer {
  return createHash('sha256').update(salt).update(secret).digest();
}
