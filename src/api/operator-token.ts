import { createHash, timingSafeEqual } from 'node:crypto';

/** File of the data directory that holds the operator token. */
export const operatorTokenFile = 'operator.token';

/** Whether a key is the token; the time it takes tells nothing of the token. */
export function isOperatorToken(key: string, token: string): boolean {
  return timingSafeEqual(digest(key), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
