import { RunError } from '../../base/errors.ts';
import { isLlmsFile } from './llms-file.ts';

const maxLength = 2000;
const scheme = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * Parses a web address as people write it: an http or https URL, or a host and path, which mean https. Throws
 * RunError('InvalidSource') for any other text, and for URLs with credentials.
 */
export function webUrl(text: string): URL {
  const trimmed = text.trim();
  const hasScheme = scheme.test(trimmed);
  const url =
    hasScheme || namesHost(trimmed) ? read(hasScheme ? trimmed : `https://${trimmed}`) : null;
  if (!url) {
    throw invalid(`${shown(text)} is not a URL; expected one such as https://docs.example.org/`);
  }
  if (url.username || url.password) {
    throw invalid(
      `the URL of ${url.host} must not carry credentials; pages behind a sign-in cannot be read`,
    );
  }
  return url;
}

/** As `webUrl`, but returns text. Does not change a URL with a scheme. */
export function webAddress(text: string): string {
  const url = webUrl(text);
  return scheme.test(text.trim()) ? text.trim() : url.href;
}

/** As `webAddress`, for an llms.txt file. Throws RunError('InvalidSource') for a file with another name. */
export function llmstxtAddress(text: string): string {
  if (isLlmsFile(webUrl(text).pathname)) return webAddress(text);
  throw invalid(
    `${shown(text)} is not an llms.txt file; expected the URL of a file llms.txt, llms-full.txt or llms-small.txt`,
  );
}

/** Parses the http or https URL of a stored source. Throws RunError('InvalidSource') for any other text. */
export function parseUrl(text: string): URL {
  const url = read(text);
  if (url) return url;
  throw invalid(`${shown(text)} is not a URL; expected one such as https://docs.example.org/`);
}

function read(text: string): URL | null {
  if (text.length > maxLength || /[\p{Cc}\p{Bidi_Control}]/u.test(text)) return null;
  const url = URL.parse(text);
  return url?.hostname && /^https?:$/.test(url.protocol) ? url : null;
}

/** Returns whether a text begins with a host. A single word is a mistake. */
function namesHost(text: string): boolean {
  const host = /^[^/?#]*/.exec(text)?.[0] ?? '';
  return /[^.]\.[^.]|:\d+$|^localhost$|@/i.test(host);
}

function shown(text: string): string {
  // The text before an @ can be a password.
  return JSON.stringify(text.slice(0, 100).replace(/(^|\/\/)[^/?#]*@/, '$1'));
}

function invalid(message: string): RunError {
  return new RunError('InvalidSource', message);
}
