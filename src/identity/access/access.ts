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

/** Who may call an install, and how often. */
export interface Access {
  /** Knows the callers with keys, and those with tokens. */
  authenticator: Authenticator;
  keys: Keys;
  /** What teamspaces may be answered from. */
  policies: PolicyCache;
  /** How many requests a minute. */
  limits: RateLimits;
  /** What they were answered, and what it costs. */
  usage: Usage;
  /** Who and what belongs to which teamspace. */
  teams: Teams;
  /** What the keys of this install begin with, for messages. */
  keyPrefix: string;
  /** What callers without a key may do. */
  anonymous: AnonymousAccess;
  /** How people stay signed in. */
  sessions: SessionParts;
  /** Who signs people in besides; absent where keys alone do. */
  oidc?: OidcSignIn;
  /** Whose access tokens are good too; absent where only keys are. */
  oauth?: OAuth;
}
