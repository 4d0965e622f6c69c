import { safelyDecoded } from '../../base/http/http-url.ts';

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
  const bare = url.hostname.replace(/^\[|\]$/g, '').replace(/:/g, '_');
  const tail = url.port ? `_${url.port}` : '';
  const short = bare.replace(/^(www|docs)\.(?=[^.]+\.)/, '');
  return `${short.replace(/(?<=[^.])\.(com|org|net)$/, '')}${tail}`;
}
