import { entriesOf, field, listOf, objectOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';

/** Stands for a host that the description does not name. */
const unknownHost = 'https://HOST';

/** A server's URL with its variables' defaults in place. */
export function serverUrl(server: unknown): string {
  let url = textOf(field(objectOf(server), 'url'));
  for (const [name, variable] of entriesOf(field(objectOf(server), 'variables'), 20)) {
    const fallback = textOf(field(objectOf(variable), 'default'));
    if (fallback !== '') url = url.replaceAll(`{${name}}`, fallback);
  }
  return url.slice(0, 300).replace(/\s+/g, '');
}

/** The URL requests begin with, without a slash at its end: of the nearest servers list, or Swagger's host and basePath. */
export function baseUrl(holders: JsonObject[], documentPath: string): string {
  const [root = {}] = holders.slice(-1);
  const [server] = holders.flatMap((holder) => listOf(field(holder, 'servers'), 1));
  const url = server === undefined ? swaggerUrl(root) : serverUrl(server);
  return absolute(url, documentPath).replace(/\/+$/, '');
}

function swaggerUrl(root: JsonObject): string {
  const host = textOf(field(root, 'host'));
  const base = textOf(field(root, 'basePath')).slice(0, 200);
  const scheme = listOf(field(root, 'schemes')).map(textOf).includes('http') ? 'http' : 'https';
  const secure = listOf(field(root, 'schemes')).map(textOf).includes('https') ? 'https' : scheme;
  return host === '' ? base : `${secure}://${host.slice(0, 200)}${base}`;
}

/** A relative server URL is relative to where the description lives, where that is a URL. */
function absolute(url: string, documentPath: string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return url;
  if (/^https?:/i.test(documentPath) && URL.canParse(url || '/', documentPath)) {
    return decodeURI(new URL(url || '/', documentPath).href);
  }
  return `${unknownHost}${url.startsWith('/') || url === '' ? '' : '/'}${url}`;
}
