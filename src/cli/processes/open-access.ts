import type { Logger } from 'pino';
import type { Access } from '../../identity/access/access.ts';
import type { AnonymousAccess } from '../../identity/access/caller.ts';
import { createKeyAuthenticator } from '../../identity/access/key-authenticator.ts';
import { anyOf, type Authenticator } from '../../identity/access/authenticator.ts';
import { createKeys } from '../../identity/access/keys.ts';
import type { KeyStore } from '../../identity/access/key-store.ts';
import { createPolicyCache } from '../../identity/access/policy-cache.ts';
import { createUseLog } from '../../identity/access/use-log.ts';
import type { Settings } from '../settings/settings.ts';
import { SqlPolicies } from '../../store/metadata/access/policies.ts';
import { SqlKeys } from '../../store/metadata/access/keys.ts';
import { SqlSessions } from '../../store/metadata/access/sessions.ts';
import { type MetadataDatabase, isShared } from '../../store/metadata/database.ts';
import { oidcOf, type OidcSettings, publicUrlOf, type Oidc } from '../settings/oidc.ts';
import { SqlMembers } from '../../store/metadata/teamspaces/members.ts';
import { SqlProjects } from '../../store/metadata/teamspaces/projects.ts';
import { SqlTeamspaces } from '../../store/metadata/teamspaces/teamspaces.ts';
import { SqlUsers } from '../../store/metadata/teamspaces/users.ts';
import type { Counter, CounterOptions } from '../../identity/limits/counter.ts';
import { fallbackCounter } from '../../identity/limits/fallback-counter.ts';
import { memoryCounter } from '../../identity/limits/memory-counter.ts';
import {
  createRateLimits,
  type Limit,
  type RateLimits,
} from '../../identity/limits/rate-limits.ts';
import { postgresCounter } from '../../store/metadata/rate-counter.ts';
import { createIssuerKeys } from '../../identity/oauth/issuer-keys.ts';
import { createJsonReader } from '../../identity/oauth/json-reader.ts';
import { createTokenAuthenticator } from '../../identity/oauth/token-authenticator.ts';
import { createOidcClient } from '../../identity/sessions/oidc-client.ts';
import { createOidcSignIn, type OidcSignIn } from '../../identity/sessions/oidc-sign-in.ts';
import { SqlUsage } from '../../store/metadata/usage.ts';
import { createMeter, type Usage } from '../../identity/usage/meter.ts';

/** The database that holds keys, teamspaces and usage, and the settings that decide who may call. */
export interface AccessOptions {
  database: MetadataDatabase;
  settings: OidcSettings &
    SignInSettings &
    Pick<
      Settings,
      | 'keyPrefix'
      | 'acceptedKeyPrefixes'
      | 'anonymousAccess'
      | 'sessionHours'
      | 'oidcSessionMinutes'
    > &
    LimitSettings &
    UsageSettings;
  /** Access of callers without a key, if the setting `anonymousAccess` is absent. */
  anonymous: AnonymousAccess;
  log: Pick<Logger, 'warn'>;
}

/** Access control of an install. Close it before the database. */
export interface OpenAccess extends Access {
  store: KeyStore;
  /** Accepted prefixes of keys. */
  prefixes: readonly string[];
  close(): Promise<void>;
}

/** Opens access control on the metadata database. */
export function openAccess({ database, settings, anonymous, log }: AccessOptions): OpenAccess {
  const { keyPrefix, acceptedKeyPrefixes } = settings;
  const store = new SqlKeys(database);
  const prefixes = [keyPrefix, ...acceptedKeyPrefixes];
  const uses = createUseLog({
    store,
    onError: (error) => log.warn({ err: error }, 'failed to record uses of keys'),
  });
  const authenticator = createKeyAuthenticator({ store, prefixes, uses });
  const forget = (): void => authenticator.forget();
  const teams = {
    teamspaces: new SqlTeamspaces(database),
    users: new SqlUsers(database, forget),
    members: new SqlMembers(database, forget),
    projects: new SqlProjects(database),
  };
  const oidc = oidcOf(settings);
  const tokens = oidc && openTokens(oidc, settings);
  const usage = openUsage(database, settings, log);
  return {
    store,
    prefixes,
    authenticator: tokens ? anyOf(authenticator, tokens.authenticator) : authenticator,
    ...(oidc && { oauth: oidc }),
    ...(tokens?.signIn && { oidc: tokens.signIn }),
    teams,
    keys: createKeys({ store, teams, prefix: keyPrefix, onRevoked: forget }),
    policies: createPolicyCache(new SqlPolicies(database)),
    keyPrefix,
    anonymous: settings.anonymousAccess ?? anonymous,
    sessions: {
      store: new SqlSessions(database),
      findKey: (id) => store.find(id),
      uses,
      hours: settings.sessionHours,
      personMinutes: settings.oidcSessionMinutes,
      onError: (error) => log.warn({ err: error }, 'failed to record the use of a session'),
    },
    limits: openLimits(database, settings, log),
    usage,
    async close() {
      await tokens?.close();
      await uses.flush();
      await usage.meter.close();
    },
  };
}

/** The settings of limits. 0 means no limit. */
type LimitSettings = Pick<Settings, 'requestsPerMinutePerKey' | 'requestsPerMinutePerAddress'> & {
  /** Milliseconds that a request waits for its count in the database. Only tests set it. */
  countMs?: number;
};

/**
 * Opens the limits of an install. A single process counts in memory; several processes count in their database. While the database
 * is unreachable, each process counts on its own.
 */
function openLimits(
  database: MetadataDatabase,
  settings: LimitSettings,
  log: Pick<Logger, 'warn'>,
): RateLimits {
  const counterOf = (options: CounterOptions): Counter => {
    const fallback = memoryCounter(options);
    if (!isShared(database)) return fallback;
    const { countMs: timeoutMs = 500 } = settings;
    return fallbackCounter(postgresCounter(database, { ...options, timeoutMs }), {
      fallback,
      timeoutMs,
      onError: (error) => log.warn({ err: error }, 'counting requests in this process only'),
    });
  };
  const limitOf = (limit: number, kind: CounterOptions['kind']): Limit | undefined =>
    limit === 0 ? undefined : { limit, counter: counterOf({ limit, kind }) };
  const key = limitOf(settings.requestsPerMinutePerKey, 'key');
  const address = limitOf(settings.requestsPerMinutePerAddress, 'address');
  return createRateLimits({ ...(key && { key }), ...(address && { address }) });
}

/** The settings of sign-ins with an issuer. Sign-ins are off without a client. */
type SignInSettings = Pick<
  Settings,
  'publicUrl' | 'oidcClientId' | 'oidcClientSecret' | 'oidcSignInScopes'
>;

/** Opens access tokens and sign-ins of an issuer. Does not call the issuer before the first token or sign-in. */
function openTokens(
  oidc: Oidc,
  settings: SignInSettings,
): {
  authenticator: Authenticator;
  signIn?: OidcSignIn;
  close: () => Promise<void>;
} {
  const { read, close } = createJsonReader();
  const { issuer } = oidc;
  const keys = createIssuerKeys({ issuer, read });
  const authenticator = createTokenAuthenticator({ ...oidc, keys });
  const { oidcClientId: clientId, oidcClientSecret: clientSecret } = settings;
  if (clientId === undefined) return { authenticator, close };
  const client = { issuer, clientId, ...(clientSecret !== undefined && { clientSecret }) };
  const signIn = createOidcSignIn({
    ...oidc,
    redirectUri: `${publicUrlOf(settings)}/api/v1/session/callback`,
    scopes: settings.oidcSignInScopes,
    configuration: createOidcClient(client, { read }),
  });
  return { authenticator, signIn, close };
}

/** The settings of spending. */
type UsageSettings = Pick<Settings, 'requestPrice'>;

/** Opens the usage meter on the metadata database. Close it before the database. */
function openUsage(
  database: MetadataDatabase,
  { requestPrice }: UsageSettings,
  log: Pick<Logger, 'warn'>,
): Usage {
  const store = new SqlUsage(database);
  const meter = createMeter({
    store,
    price: requestPrice,
    onError: (error) => log.warn({ err: error }, 'failed to read or write usage'),
  });
  return { meter, store };
}
