import type { Logger } from 'pino';
import type { Access } from '../../identity/access/access.ts';
import type { AnonymousAccess } from '../../identity/access/anonymous-access.ts';
import { createKeyAuthenticator } from '../../identity/access/key-authenticator.ts';
import { anyOf } from '../../identity/access/authenticator.ts';
import { createKeys } from '../../identity/access/keys.ts';
import type { KeyStore } from '../../identity/access/key-store.ts';
import { createPolicyBook } from '../../identity/access/policy-book.ts';
import { createUseLog } from '../../identity/access/use-log.ts';
import type { Settings } from '../settings/settings.ts';
import { SqlPolicies } from '../../store/metadata/access/policies.ts';
import { SqlKeys } from '../../store/metadata/access/keys.ts';
import { SqlSessions } from '../../store/metadata/access/sessions.ts';
import type { MetadataDatabase } from '../../store/metadata/database.ts';
import { oidcOf, type OidcSettings } from '../settings/oidc.ts';
import { openTokens, type SignInSettings } from './open-tokens.ts';
import { openLimits, type LimitSettings } from './open-limits.ts';
import { openUsage, type UsageSettings } from './open-usage.ts';
import { SqlMembers } from '../../store/metadata/teamspaces/members.ts';
import { SqlProjects } from '../../store/metadata/teamspaces/projects.ts';
import { SqlTeamspaces } from '../../store/metadata/teamspaces/teamspaces.ts';
import { SqlUsers } from '../../store/metadata/teamspaces/users.ts';

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
  /** What callers without a key may do where no setting says so. */
  anonymous: AnonymousAccess;
  log: Pick<Logger, 'warn'>;
}

/** The keys of an install, and what has to be closed before the database is. */
export interface OpenAccess extends Access {
  store: KeyStore;
  /** What keys may begin with. */
  prefixes: readonly string[];
  close(): Promise<void>;
}

/** Who may call, as the metadata database has it. */
export function openAccess({ database, settings, anonymous, log }: AccessOptions): OpenAccess {
  const { keyPrefix, acceptedKeyPrefixes } = settings;
  const store = new SqlKeys(database);
  const prefixes = [keyPrefix, ...acceptedKeyPrefixes];
  const uses = createUseLog({
    store,
    onError: (error) => log.warn({ err: error }, 'uses of keys could not be noted'),
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
    policies: createPolicyBook(new SqlPolicies(database)),
    keyPrefix,
    anonymous: settings.anonymousAccess ?? anonymous,
    sessions: {
      store: new SqlSessions(database),
      findKey: (id) => store.find(id),
      uses,
      hours: settings.sessionHours,
      personMinutes: settings.oidcSessionMinutes,
      onError: (error) => log.warn({ err: error }, 'the use of a session could not be noted'),
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
