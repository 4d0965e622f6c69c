import { InsufficientScope, BadCredential } from '../access/refusals.ts';
import { LecternError } from '../../base/errors.ts';
import { askedScopes, type OAuth } from './oauth.ts';

/**
 * The `WWW-Authenticate` header of an answer to something thrown: where to get a token, and with which scopes (RFC 6750 and
 * 9728); undefined where none belongs. Pure.
 */
export function challengeOf(error: unknown, oauth: OAuth | undefined): string | undefined {
  if (error instanceof InsufficientScope && oauth) {
    return challenge(oauth, {
      error: 'insufficient_scope',
      scope: askedScopes(oauth, error.scopes),
    });
  }
  if (!(error instanceof LecternError) || error.status !== 401) return undefined;
  // What carries licences and signatures is told nothing of tokens.
  if (!oauth || error.code !== 'invalid_api_key') return 'Bearer';
  const scope = askedScopes(oauth, ['lectern:read']);
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
