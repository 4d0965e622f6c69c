import { LecternError } from '../base/errors.ts';
import type { ObjectMeta } from '../resources/library.ts';

/** Secret values by key, as in a Kubernetes Secret. */
export type SecretValues = Readonly<Record<string, string>>;

/** Returns the new values of a set. `held` is undefined if there is no such set. */
export type SecretChange = (held: SecretValues | undefined) => SecretValues;

/** The Library that owns a set. Its deletion deletes the set. */
export type SecretOwner = Pick<ObjectMeta, 'name' | 'namespace' | 'uid'>;

/**
 * Stores named sets of secret values. Adapters: kubernetes/secrets.ts (Secrets of the cluster) and metadata/secrets.ts (an
 * encrypted table). Names are keys as in a Registry: `namespace/name` for a namespace other than that of this install. No
 * error contains a value.
 */
export interface SecretStore {
  /** Returns undefined if there is no such set. */
  get(name: string): Promise<SecretValues | undefined>;
  /**
   * Creates or replaces a set. Throws LecternError: 'validation_error' for a name or key that a Secret cannot have,
   * 'access_denied' for a Secret that Lectern did not create.
   */
  put(name: string, values: SecretValues, owner?: SecretOwner): Promise<void>;
  /**
   * Replaces a set by what `change` returns of the current values, and returns that. May call `change` several times, until
   * nobody else has changed the set meanwhile. Throws what `put` throws, and what `change` throws.
   */
  update(name: string, change: SecretChange): Promise<SecretValues>;
  /** Deletes a set, if it exists. */
  delete(name: string): Promise<void>;
}

/** Maximum size of a set in bytes: half of the limit of a Secret. */
const maxBytes = 500_000;

/** Checks that every platform can store the set. Throws LecternError('validation_error') that names the key, never a value. */
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
  return new LecternError('validation_error', message);
}
