import { bareHost, safelyDecoded } from '../base/http/http-url.ts';

const maxNameLength = 200;

/** Joins parts of an address to one segment of a library id: lower-case letters, digits, `.`, `_` and `-`. */
export function joinName(parts: readonly string[]): string {
  return parts
    .map((part) =>
      safelyDecoded(part)
        .toLowerCase()
        .replace(/[^\p{L}\p{N}._-]+/gu, '_'),
    )
    .map((part) => part.replace(/^[._-]+|[._-]+$/g, ''))
    .filter(Boolean)
    .join('_')
    .slice(0, maxNameLength);
}

/** Returns the short name of a host, with its port if any: `python` for `docs.python.org`, `react.dev` for itself. */
export function hostName(url: URL): string {
  const bare = bareHost(url.hostname).replace(/:/g, '_');
  const tail = url.port ? `_${url.port}` : '';
  const short = bare.replace(/^(www|docs)\.(?=[^.]+\.)/, '');
  return `${short.replace(/(?<=[^.])\.(com|org|net)$/, '')}${tail}`;
}

/** What the ids of a host's websites begin with, up to the end or a `_` (src/indexing/sources/library-id.ts). */
export interface SiteNames {
  /** Of ids without a hash: the short name, which several hosts can have, and the host itself. */
  plain: string[];
  /** Of ids with a hash. */
  hashed: string;
}

/** Returns the names of the sites of a host; undefined if the text is no host. Pure. */
export function siteNames(host: string): SiteNames | undefined {
  const url = URL.parse(`https://${host}`);
  if (!url) return undefined;
  const named = (text: string): string => joinName([text]).replaceAll('.', '_');
  return { plain: [named(hostName(url)), url.hostname], hashed: named(url.hostname) };
}
