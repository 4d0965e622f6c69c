import { HttpClient } from '../../base/http/client.ts';
import type { ReadJson } from './issuer-keys.ts';

/** Milliseconds that a document may take as a whole: a request waits for it. */
const timeoutMs = 5_000;
/** Bytes of a discovery document, or of an issuer's keys. */
const maxBytes = 262_144;

/** Reads documents of an issuer that the operator has chosen, so of any address. */
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
            `${url} redirects to ${to.origin}; documents of an issuer stand where it says`,
          );
        },
      });
      return JSON.parse(response.text()) as unknown;
    },
    close: () => http.close(),
  };
}
