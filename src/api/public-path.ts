import type { RequestHandler } from 'express';

/** The path of `publicUrl`, without a slash at its end; '' where it has none. */
export function publicPathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/**
 * Takes the path of `publicUrl` off the paths of requests, so that it does not matter whether the proxy in front does: an
 * Ingress hands paths on as they are unless it is told otherwise.
 */
export function belowPublicPath(path: string): RequestHandler {
  return (request, _response, next) => {
    const { url } = request;
    const rest = url.slice(path.length);
    if (path !== '' && url.startsWith(path) && /^($|[/?])/.test(rest)) {
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  };
}
