import type { Request } from 'express';

/** The address a request called, without a path. A Host header is whatever the caller wrote; one that is no host is left out. */
export function originOf(request: Request): string {
  const host = request.get('host') ?? '';
  const valid = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i.test(host);
  return valid ? `${request.protocol}://${host}` : 'http://127.0.0.1:7700';
}
