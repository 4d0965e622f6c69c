import { RunError, type FailureReason } from '../errors.ts';
import { describeUrl } from './http-url.ts';

/** An answer that is neither content nor a redirect. */
export class HttpStatusError extends RunError {
  readonly httpStatus: number;

  constructor(url: URL, httpStatus: number) {
    const { reason, meaning } = explain(httpStatus);
    super(reason, `${describeUrl(url)} answers ${httpStatus}: ${meaning}`);
    this.httpStatus = httpStatus;
  }
}

interface Explanation {
  reason: FailureReason;
  meaning: string;
}

const explanations: ReadonlyMap<number, Explanation> = new Map([
  [401, { reason: 'AccessDenied', meaning: 'it may not be read without signing in' }],
  [403, { reason: 'AccessDenied', meaning: 'the server refuses to show it' }],
  [404, { reason: 'NotFound', meaning: 'there is no such page' }],
  [407, { reason: 'AccessDenied', meaning: 'a proxy asks for credentials' }],
  [408, { reason: 'Timeout', meaning: 'the server gave up waiting' }],
  [410, { reason: 'NotFound', meaning: 'the page is gone for good' }],
  [429, { reason: 'Unreachable', meaning: 'the server asks for fewer requests' }],
  [451, { reason: 'AccessDenied', meaning: 'the page is withheld for legal reasons' }],
]);

function explain(status: number): Explanation {
  const known = explanations.get(status);
  if (known) return known;
  if (status >= 500) return { reason: 'Unreachable', meaning: 'the server failed' };
  return { reason: 'InvalidSource', meaning: 'expected 200 with the content' };
}
