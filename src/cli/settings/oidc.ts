import { LecternError } from '../../base/errors.ts';
import { environmentName, type Settings } from './settings.ts';
import { isSecure } from '../../identity/oauth/issuer-keys.ts';
import type { OAuth } from '../../identity/oauth/oauth.ts';
import type { ClaimNames } from '../../identity/oauth/token-claims.ts';

/** The settings of access tokens; all optional. */
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

/** Which tokens are good, and where clients get them. */
export interface Oidc extends OAuth, ClaimNames {
  audience: string;
}

/** What the settings say of access tokens; undefined without an issuer. Throws LecternError naming the setting that is wrong. */
export function oidcOf(settings: OidcSettings): Oidc | undefined {
  const { oidcIssuer: issuer, oidcTeamspaceClaim: teamspaceClaim, oidcAdminGroup } = settings;
  const origin = publicUrlOf(settings);
  if (issuer === undefined) return undefined;
  const address = bareUrl(issuer);
  if (!address || !isSecure(address)) {
    const must =
      'must be an address such as https://login.example.com/realms/docs; http is for this machine alone';
    throw mistake('oidcIssuer', must);
  }
  // The Host header is the caller's: an audience made of it would let tokens for other servers in.
  if (origin === undefined) throw mistake('publicUrl', 'is missing; oidcIssuer needs it');
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

/** The address that clients reach the server by, without a slash at its end. Throws LecternError for what is none. */
export function publicUrlOf({ publicUrl }: Pick<Settings, 'publicUrl'>): string | undefined {
  if (publicUrl === undefined) return undefined;
  const url = bareUrl(publicUrl);
  if (!url) throw mistake('publicUrl', 'must be an address such as https://docs.example.com');
  return url.href.replace(/\/+$/, '');
}

/** A URL of a host and perhaps a path, and of nothing else. */
function bareUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  const bare = url && !url.username && !url.password && !url.search && !url.hash;
  return bare && /^https?:$/.test(url.protocol) ? url : undefined;
}

function mistake(setting: keyof OidcSettings, problem: string): LecternError {
  const message = `Configuration: ${setting} (${environmentName(setting)}) ${problem}`;
  return new LecternError('validation_error', 400, message);
}
