import type { HttpClient } from '../../../base/http/client.ts';
import type { SecretValues } from '../../../store/secrets.ts';

/** The result of a credential's test. */
export interface Probed {
  ok: boolean;
  /** For people. Contains no secret, and no text of the host except names. */
  message: string;
  /** Name of the credential's owner at the host. Absent if the host does not return it. */
  login?: string;
}

/** What the test of a credential needs. */
export interface ProbeParts {
  /** Fields of the integration. */
  fields: SecretValues;
  http: HttpClient;
  /** CIDR ranges of private addresses that requests may go to. */
  allowedRanges: readonly string[];
  signal: AbortSignal;
}

/** Maximum characters of a name. */
const maxName = 100;

/** Returns a name from a response without control characters, shortened; undefined if there is none. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.slice(0, maxName) || undefined;
}
