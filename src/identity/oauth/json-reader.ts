import { HttpClient } from '../../base/http/client.ts';
import type { ReadJson } from './issuer-keys.ts';

/** Timeout of a whole document in milliseconds, because a request waits for it. */
const timeoutMs = 5_000;
/** Maximum bytes of a discovery document or of an issuer's keys. */
const maxBytes = 262_144;

/** Reads documents of the issuer. Allows all addresses, because the operator has configured it. */
export function createJsonReader(): { read: ReadJson; close: () => Promise<void> } {
  const http = new HttpClient({
    allowedRanges: ['0.0.0.0/0', '::/0'],
    requestTimeoutMs: timeoutMs,
  });
  return {
    async read(url) {
      const response = await http.get(url, {
        signal: AbortSignal.timeout(timeoutMs),
        maxBytes,
        accept: 'application/json',
        onRedirect(to) {
          throw new Error(
            `${url} redirects to ${to.origin}; an issuer's documents must not redirect`,
          );
        },
      });
      return JSON.parse(response.text()) as unknown;
    },
    close: () => http.close(),
  };
}
