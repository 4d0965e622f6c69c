import { onTestFinished } from 'vitest';
import { makeLibrary } from '../../support/library.ts';
import { freePort } from '../../support/client-programs.ts';
import { record } from '../../support/fake-stores.ts';
import { startOidcServer, type Claims, type OidcServer } from '../../support/oidc-server.ts';
import { startApi, type ApiServer, type ApiSetUp } from '../api/api-server.ts';

/** A Lectern whose tokens come from a provider of its own. */
export interface OauthInstall {
  lectern: ApiServer;
  oidc: OidcServer;
  /** Address of the tool server, which tokens are for. */
  resource: string;
  /** The header with a token of a program that `claims` names. */
  as: (program: string, scope?: string) => Promise<{ authorization: string }>;
  close: () => Promise<void>;
}

/** The programs of every install here, and the person who signs in. */
const claims: Claims = {
  ann: { team: 'default' },
  robot: { team: 'default' },
  docs: { team: 'docs' },
  stranger: { team: 'other' },
  chief: { team: 'default', groups: ['staff', 'docs-admins'] },
  homeless: {},
};

/** As startInstall, closed when the test ends. */
export async function install(settings?: ApiSetUp['settings']): Promise<OauthInstall> {
  const started = await startInstall(settings);
  onTestFinished(started.close);
  return started;
}

/** Starts both; nobody may ask without a key or token, unless the settings say so. */
export async function startInstall(settings: ApiSetUp['settings'] = {}): Promise<OauthInstall> {
  const oidc = await startOidcServer(claims);
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const secret = { visibility: 'private', teamspace: 'docs' } as const;
  const lectern = await startApi({
    serving: { port },
    // What a token may do is decided by its scope here.
    parts: { publicUrl, memberRuns: 'all' },
    libraries: [makeLibrary({ spec: { id: '/acme/web' } })],
    records: [record('/team/secret', secret)],
    settings: {
      anonymousAccess: 'none',
      publicUrl,
      oidcIssuer: oidc.issuer,
      oidcTeamspaceClaim: 'team',
      oidcAdminGroup: 'docs-admins',
      ...settings,
    },
  });
  const resource = `${publicUrl}/mcp`;
  return {
    lectern,
    oidc,
    resource,
    async as(program, scope = 'lectern:read') {
      const token = await oidc.tokenFor(program, { resource, scope });
      return { authorization: `Bearer ${token}` };
    },
    async close() {
      await lectern.close();
      await oidc.stop();
    },
  };
}
