import { LecternError } from '../../base/errors.ts';
import { environmentName, type Settings } from './settings.ts';
import { isSecure } from '../../identity/oauth/issuer-keys.ts';
import type { OAuth } from '../../identity/oauth/oauth.ts';
import type { ClaimNames } from '../../identity/oauth/token-claims.ts';

/** The settings of access tokens. */
export type OidcSettings = Pick<
  Settings,
  | 'publicUrl'
  | 'oidcIssuer'
  | 'oidcAudience'
  | 'oidcScopePrefix'
  | 'oidcTeamspaceClaim'
  | 'oidcGroupsClaim'
  | 'oidcAdminGroup'
>;

/** Which access tokens are accepted, and where clients get them. */
export interface Oidc extends OAuth, ClaimNames {
  audience: string;
}

/** Returns the configuration of access tokens, or undefined without an issuer. Throws LecternError that names a wrong setting. */
export function oidcOf(settings: OidcSettings): Oidc | undefined {
  const { oidcIssuer: issuer, oidcTeamspaceClaim: teamspaceClaim, oidcAdminGroup } = settings;
  const origin = publicUrlOf(settings);
  if (issuer === undefined) return undefined;
  const address = bareUrl(issuer);
  if (!address || !isSecure(address)) {
    const must =
      'must be an address such as https://login.example.com/realms/docs; http is allowed only on this machine';
    throw mistake('oidcIssuer', must);
  }
  // The caller chooses the Host header. An audience derived from it would accept tokens for other servers.
  if (origin === undefined) throw mistake('publicUrl', 'is missing; oidcIssuer requires it');
  const resource = `${origin}/mcp`;
  return {
    issuer,
    resource,
    metadataUrl: `${origin}/.well-known/oauth-protected-resource`,
    audience: settings.oidcAudience ?? resource,
    scopePrefix: settings.oidcScopePrefix ?? '',
    groupsClaim: settings.oidcGroupsClaim ?? 'groups',
    ...(teamspaceClaim !== undefined && { teamspaceClaim }),
    ...(oidcAdminGroup !== undefined && { adminGroup: oidcAdminGroup }),
  };
}

/** Returns the public address without a slash at its end. Throws LecternError if the setting is not an address. */
export function publicUrlOf({ publicUrl }: Pick<Settings, 'publicUrl'>): string | undefined {
  if (publicUrl === undefined) return undefined;
  const url = bareUrl(publicUrl);
  if (!url) throw mistake('publicUrl', 'must be an address such as https://docs.example.com');
  return url.href.replace(/\/+$/, '');
}

/** Parses a URL that has only a host and a path. */
function bareUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const bare = url && !url.username && !url.password && !url.search && !url.hash;
  return bare && /^https?:$/.test(url.protocol) ? url : undefined;
}

function mistake(setting: keyof OidcSettings, problem: string): LecternError {
  const message = `Configuration: ${setting} (${environmentName(setting)}) ${problem}`;
  return new LecternError('validation_error', message);
}
