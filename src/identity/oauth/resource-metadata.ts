import { Router, type Request } from 'express';
import { askedScopes, type OAuth } from './oauth.ts';

export interface ResourceMetadataOptions {
  oauth: OAuth | undefined;
  /** The address that a request reaches the server by. */
  addressOf: (request: Request) => string;
}

/** At the root, where every answer of /mcp points to, and where a client looks that was told nothing. */
const paths = ['', '/mcp', '/mcp/oauth'].map(
  (path) => `/.well-known/oauth-protected-resource${path}`,
);

/** Where clients of the tool server get tokens (RFC 9728). */
export function resourceMetadata({ oauth, addressOf }: ResourceMetadataOptions): Router {
  const router = Router();
  router.get(paths, (request, response) => {
    response.json({
      resource: oauth?.resource ?? `${addressOf(request)}/mcp`,
      resource_name: 'Lectern',
      // Without an issuer there is nobody to get tokens from; clients that look see that they need none.
      authorization_servers: oauth ? [oauth.issuer] : [],
      // What everybody needs; a client that wants more is told so when it does (revision 2026-07-28).
      scopes_supported: oauth ? askedScopes(oauth, ['lectern:read']) : [],
      bearer_methods_supported: ['header'],
    });
  });
  return router;
}
