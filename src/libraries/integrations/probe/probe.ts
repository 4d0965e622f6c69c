import type { HttpClient } from '../../../base/http/client.ts';
import type { SecretValues } from '../../../store/secrets.ts';

/** What became of trying a credential. */
export interface Probed {
  ok: boolean;
  /** For people: what took it, or why it was not taken. Never a secret, nor what the other side wrote but names. */
  message: string;
  /** Whose it is, as its host names them; absent where that is not told. */
  login?: string;
}

/** What trying a credential needs. */
export interface ProbeParts {
  /** Fields of the integration. */
  fields: SecretValues;
  http: HttpClient;
  /** CIDR ranges that may be asked although they are not public. */
  allowedRanges: readonly string[];
  signal: AbortSignal;
}

/** Longest name that is shown. */
const maxName = 100;

/** A name out of an answer, fit to be shown; undefined for anything else. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const plain = value.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return plain.slice(0, maxName) || undefined;
}
