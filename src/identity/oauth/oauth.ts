import type { Scope } from '../access/caller.ts';
import { InsufficientScope, BadCredential } from '../access/errors.ts';
import { LecternError } from '../../base/errors.ts';

/** Where clients of an install get tokens, and what they ask for. */
export interface OAuth {
  /** The authorization server. */
  issuer: string;
  /** Address of the tool server, which tokens are asked for (RFC 8707), and which they name as their audience by default. */
  resource: string;
  /** Where the metadata of the tool server stand (RFC 9728). */
  metadataUrl: string;
  /** Put before scopes where clients are told what to ask for; '' for most issuers. */
  scopePrefix: string;
}

/** Scopes as clients ask the issuer for them. */
export function requestedScopes({ scopePrefix }: OAuth, scopes: readonly Scope[]): string[] {
  return scopes.map((scope) => `${scopePrefix}${scope}`);
}

/**
 * The `WWW-Authenticate` header of an answer to something thrown: where to get a token, and with which scopes (RFC 6750 and
 * 9728); undefined where none belongs. Pure.
 */
export function challengeOf(error: unknown, oauth: OAuth | undefined): string | undefined {
  if (error instanceof InsufficientScope && oauth) {
    return challenge(oauth, {
      error: 'insufficient_scope',
      scope: requestedScopes(oauth, error.scopes),
    });
  }
  if (!(error instanceof LecternError) || error.status !== 401) return undefined;
  // What carries licences and signatures is told nothing of tokens.
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
