import type { RateLimits } from '../limits/rate-limits.ts';
import type { Usage } from '../usage/meter.ts';
import type { Teams } from '../teamspaces/teamspaces.ts';
import type { AnonymousAccess } from './caller.ts';
import type { Authenticator } from './authenticator.ts';
import type { Keys } from './keys.ts';
import type { PolicyCache } from './policy-cache.ts';
import type { OAuth } from '../oauth/oauth.ts';
import type { OidcSignIn } from '../sessions/oidc-sign-in.ts';
import type { SessionParts } from '../sessions/sessions.ts';

/** Authentication, authorization and limits of an install. */
export interface Access {
  /** Identifies callers by keys and tokens. */
  authenticator: Authenticator;
  keys: Keys;
  /** The library policies of teamspaces. */
  policies: PolicyCache;
  /** Limits on requests per minute. */
  limits: RateLimits;
  /** Counts answers and their cost. */
  usage: Usage;
  /** Teamspaces with their members and projects. */
  teams: Teams;
  /** Prefix of the install's keys, for messages. */
  keyPrefix: string;
  /** The access of callers without a key. */
  anonymous: AnonymousAccess;
  /** Dependencies of sessions. */
  sessions: SessionParts;
  /** The issuer that also signs people in; absent if people can only sign in with keys. */
  oidc?: OidcSignIn;
  /** The issuer of accepted access tokens; absent if only keys are accepted. */
  oauth?: OAuth;
}
