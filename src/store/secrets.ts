import { LecternError } from '../base/errors.ts';
import type { ObjectMeta } from '../resources/library.ts';

/** A set of secret values by their keys, as a Kubernetes Secret holds them. */
export type SecretValues = Readonly<Record<string, string>>;

/** The Library that a set belongs to and goes with. */
export type SecretOwner = Pick<ObjectMeta, 'name' | 'namespace' | 'uid'>;

/**
 * Named sets of secret values: Secrets of the cluster, or an encrypted table on the embedded platform. Names are keys as
 * a Registry has them, `namespace/name` where a set is to stand in another namespace than Lectern's own. No error ever
 * holds a value.
 */
export interface SecretStore {
  /** Undefined where there is none. */
  get(name: string): Promise<SecretValues | undefined>;
  /**
   * Makes the set, or replaces all of it. Throws LecternError('validation_error') for a name or key that a Secret cannot
   * have, and 'access_denied' for a Secret that somebody else made.
   */
  put(name: string, values: SecretValues, owner?: SecretOwner): Promise<void>;
  /** Nothing happens where there is none. */
  delete(name: string): Promise<void>;
}

/** Bytes of all values of one set together: half of what a Secret may hold. */
const maxBytes = 500_000;

/** Checks that every platform can hold the set; throws LecternError('validation_error') that names the key, never a value. */
export function checkSecret(name: string, values: SecretValues): void {
  const own = name.slice(name.indexOf('/') + 1);
  if (own.length > 253 || !/^[a-z0-9]([-.a-z0-9]*[a-z0-9])?$/.test(own)) {
    throw invalid(
      `the name ${JSON.stringify(own)} of a secret must be of lower case letters, digits, - and .`,
    );
  }
  const wrong = Object.keys(values).find((key) => !/^[-._a-zA-Z0-9]{1,253}$/.test(key));
  if (wrong !== undefined) {
    throw invalid(`the key ${JSON.stringify(wrong)} must be of letters, digits, -, _ and .`);
  }
  const bytes = Object.values(values).reduce((sum, value) => sum + Buffer.byteLength(value), 0);
  if (bytes > maxBytes) {
    throw invalid(`the secret ${own} has ${bytes} bytes; it may have ${maxBytes}`);
  }
}

function invalid(message: string): LecternError {
  return new LecternError('validation_error', 400, message);
}
