import type { CustomFetch } from 'openid-client';
import { isSecure } from '../oauth/issuer-keys.ts';

/** Milliseconds that an answer of the issuer may take as a whole: a person waits for it. */
const timeoutMs = 5_000;
/** Bytes of one. */
const maxBytes = 262_144;

/** The issuer cannot be had now, or answers what it should not. */
export class IssuerAway extends Error {
  override readonly name = 'IssuerAway';
}

/** A fetch for an issuer's endpoints: over https or within the machine, without redirects, limited in time and size. Rejects with IssuerAway. */
export const boundedFetch: CustomFetch = async (url, { body, headers, method, signal }) => {
  const { origin, pathname } = new URL(url);
  if (!isSecure(new URL(url))) throw new IssuerAway(`${origin}${pathname} is not https`);
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body !== undefined && body !== null && { body }),
    });
    const { status } = response;
    const text = await bodyOf(response);
    const bare = [204, 205, 304].includes(status);
    return new Response(bare ? null : text, { status, headers: response.headers });
  } catch (cause) {
    throw new IssuerAway(`${origin}${pathname} cannot be asked now`, { cause });
  }
};

async function bodyOf(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Error(`it answered more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
