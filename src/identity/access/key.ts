import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** What is stored of a key's secret; the key itself cannot be made of it. */
export interface SecretHash {
  /** 16 random bytes in hexadecimal. */
  salt: string;
  /** SHA-256 of salt and secret in hexadecimal. */
  hash: string;
}

/** A key as its owner writes it, taken apart. */
export interface KeyParts {
  /** 16 hexadecimal digits; names the key and is no secret. */
  id: string;
  secret: string;
}

const form = /^([0-9a-f]{16})_([A-Za-z0-9_-]{43,128})$/;

/** A new key: `<prefix><id>_<secret>`, the secret 256 random bits. */
export function newKey(prefix: string): KeyParts & { text: string } {
  const id = randomBytes(8).toString('hex');
  const secret = randomBytes(32).toString('base64url');
  return { id, secret, text: `${prefix}${id}_${secret}` };
}

/** The parts of a key that begins with one of the prefixes; undefined for what has not the form of a key. */
export function parseKey(text: string, prefixes: readonly string[]): KeyParts | undefined {
  for (const prefix of prefixes) {
    const match = text.startsWith(prefix) ? form.exec(text.slice(prefix.length)) : null;
    if (match) return { id: match[1]!, secret: match[2]! };
  }
  return undefined;
}

/**
 * Hashes a secret for storage. SHA-256 and no slow hash such as scrypt: those make guessing dear where people choose the
 * secret, and nobody guesses 256 random bits, while every key that is tried would cost the server the slow hash.
 */
export function hashSecret(secret: string, salt = randomBytes(16).toString('hex')): SecretHash {
  return { salt, hash: digest(secret, salt).toString('hex') };
}

/** Whether a secret is the one that was hashed; the time it takes tells nothing of either. */
export function secretMatches(secret: string, { salt, hash }: SecretHash): boolean {
  const stored = Buffer.from(hash, 'hex');
  const given = digest(secret, salt);
  return stored.length === given.length && timingSafeEqual(stored, given);
}

function digest(secret: string, salt: string): Buffer {
  return createHash('sha256').update(salt).update(secret).digest();
}
