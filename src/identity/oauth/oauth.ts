import type { Scope } from '../access/caller.ts';
import { InsufficientScope, BadCredential } from '../access/errors.ts';
import { LecternError } from '../../base/errors.ts';

/** The authorization server of an install, and its scopes. */
export interface OAuth {
  /** The authorization server. */
  issuer: string;
  /** Address of the tool server: the resource of token requests (RFC 8707), and by default the audience of tokens. */
  resource: string;
  /** Address of the tool server's metadata (RFC 9728). */
  metadataUrl: string;
  /** Prefix of scopes in token requests; '' for most issuers. */
  scopePrefix: string;
}

/** Returns scopes with the prefix that the issuer requires. */
export function requestedScopes({ scopePrefix }: OAuth, scopes: readonly Scope[]): string[] {
  return scopes.map((scope) => `${scopePrefix}${scope}`);
}

/**
 * Returns the `WWW-Authenticate` header for an error: where to get a token, and with which scopes (RFC 6750 and 9728). Returns
 * undefined for other errors. Pure.
 */
export function challengeOf(error: unknown, oauth: OAuth | undefined): string | undefined {
  if (error instanceof InsufficientScope && oauth) {
    return challenge(oauth, {
      error: 'insufficient_scope',
      scope: requestedScopes(oauth, error.scopes),
    });
  }
  if (!(error instanceof LecternError) || error.status !== 401) return undefined;
  // Licenses and signatures have no tokens.
  if (!oauth || error.code !== 'invalid_api_key') return 'Bearer';
  const scope = requestedScopes(oauth, ['lectern:read']);
  return error instanceof BadCredential
    ? challenge(oauth, { error: 'invalid_token', scope })
    : challenge(oauth, { scope });
}

function challenge(
  { metadataUrl }: OAuth,
  { error, scope }: { error?: string; scope: string[] },
): string {
  const named = error === undefined ? '' : `error="${error}", `;
  return `Bearer ${named}scope="${scope.join(' ')}", resource_metadata="${metadataUrl}"`;
}
