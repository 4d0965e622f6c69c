import { RunError } from '../errors.ts';

const maxUrlLength = 2000;

/** Parses a source's URL. Throws RunError('InvalidSource') unless it is http or https and has no credentials. */
export function parseHttpUrl(text: string): URL {
  const url = text.length > maxUrlLength ? null : URL.parse(text);
  if (!url?.hostname) {
    throw new RunError(
      'InvalidSource',
      `${JSON.stringify(text.slice(0, 100))} is not a URL; expected one such as https://docs.example.org/`,
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RunError(
      'InvalidSource',
      `${url.protocol}// URLs cannot be read here; expected http:// or https://`,
    );
  }
  if (url.username || url.password) {
    throw new RunError(
      'InvalidSource',
      `the URL of ${url.host} carries credentials; pages behind a sign-in cannot be read`,
    );
  }
  return url;
}

/** Returns a URL for messages and logs, without credentials. A query, which can hold a token, becomes `?…`. */
export function describeUrl(url: URL | string): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : url;
  if (!parsed) return 'an invalid URL';
  const text = `${parsed.protocol}//${parsed.host}${parsed.pathname}${parsed.search ? '?…' : ''}`;
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

/** Returns the host of a URL without the brackets around an address of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

/** Returns a part of a URL without percent-encoding; unchanged if its encoding is broken. */
export function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
