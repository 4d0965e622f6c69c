import { isUtf8 } from 'node:buffer';
import type { Request } from 'express';
import { LecternError } from '../base/errors.ts';

/** Returns the query of a request. The application parses none (createApi), so `request.query` is empty. */
export function queryOf({ url }: Pick<Request, 'url'>): URLSearchParams {
  return new URLSearchParams(textOf(url));
}

/**
 * As `queryOf`. Throws LecternError if a parameter of these names has other bytes than those of UTF-8, which would silently become
 * replacement characters.
 */
export function utf8QueryOf(
  request: Pick<Request, 'url'>,
  names: readonly string[],
): URLSearchParams {
  for (const parameter of textOf(request.url).split('&')) {
    const [name = ''] = parameter.split('=');
    if (!names.includes(name) || isInUtf8(parameter)) continue;
    const message = `Query parameter "${name}" is not valid UTF-8: percent-encode its text in UTF-8.`;
    throw new LecternError('validation_error', message);
  }
  return queryOf(request);
}

function isInUtf8(encoded: string): boolean {
  const bytes = encoded.match(/(?:%[0-9a-f]{2})+/gi) ?? [];
  return bytes.every((some) => isUtf8(Buffer.from(some.replaceAll('%', ''), 'hex')));
}

function textOf(url: string): string {
  return url.split('?').slice(1).join('?');
}
