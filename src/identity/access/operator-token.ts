import { hash, timingSafeEqual } from 'node:crypto';

/** File in the data directory with the operator token. */
export const operatorTokenFile = 'operator.token';
/** File in the data directory with the server's address; it exists while the server runs. */
export const serverAddressFile = 'server.url';

/** Returns a function that compares keys with the token in constant time. */
export function operatorTokenCheck(token: string): (key: string) => boolean {
  const wanted = digest(token);
  return (key) => timingSafeEqual(digest(key), wanted);
}

/** Hashes in one call, which is faster than a Hash object; every request with a key calls this. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
