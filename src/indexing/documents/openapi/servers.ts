import { objectOf } from '../../../base/json.ts';
import { entriesOf, field, listOf, textOf } from './json-values.ts';
import type { JsonObject } from './json-values.ts';

/** Placeholder for a host that the description does not name. */
const unknownHost = 'https://HOST';

/** Returns a server's URL with the defaults of its variables. */
export function serverUrl(server: unknown): string {
  let url = textOf(field(objectOf(server), 'url'));
  for (const [name, variable] of entriesOf(field(objectOf(server), 'variables'), 20)) {
    const fallback = textOf(field(objectOf(variable), 'default'));
    if (fallback !== '') url = url.replaceAll(`{${name}}`, fallback);
  }
  return url.slice(0, 300).replace(/\s+/g, '');
}

/**
 * Returns the base URL of requests, without a final slash: from the nearest list of servers, or
 * from Swagger's host and basePath.
 */
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

/** Resolves a relative server URL against the URL of the description, if it has one. */
function absolute(url: string, documentPath: string): string {
  if (/^[a-z][\w+.-]*:\/\//i.test(url)) return url;
  if (/^https?:/i.test(documentPath) && URL.canParse(url || '/', documentPath)) {
    // Variables stay as the description writes them.
    return new URL(url || '/', documentPath).href.replaceAll('%7B', '{').replaceAll('%7D', '}');
  }
  return `${unknownHost}${url.startsWith('/') || url === '' ? '' : '/'}${url}`;
}
