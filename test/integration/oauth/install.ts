import { onTestFinished } from 'vitest';
import { makeLibrary } from '../../support/library.ts';
import { record } from '../../support/fake-stores.ts';
import { startOidcServer, type Claims, type OidcServer } from '../../support/oidc-server.ts';
import { listen, startApi, type ApiServer, type ApiSetUp } from '../api/api-server.ts';

/** An API with an OpenID Connect provider that issues its tokens. */
export interface OauthInstall {
  lectern: ApiServer;
  oidc: OidcServer;
  /** Address of the tool server. Tokens are for this resource. */
  resource: string;
  /** Returns the header with a token of a program in `claims`. */
  as: (program: string, scope?: string) => Promise<{ authorization: string }>;
  close: () => Promise<void>;
}

/** The programs of every install, and the person who signs in. */
const claims: Claims = {
  ann: { team: 'default' },
  robot: { team: 'default' },
  docs: { team: 'docs' },
  stranger: { team: 'other' },
  chief: { team: 'default', groups: ['staff', 'docs-admins'] },
  homeless: {},
};

/** As `startInstall`, but ends with the test. */
export async function install(settings?: ApiSetUp['settings']): Promise<OauthInstall> {
  const started = await startInstall(settings);
  onTestFinished(started.close);
  return started;
}

/** Starts the API and the provider. Callers need a key or a token, unless the settings differ. */
export async function startInstall(settings: ApiSetUp['settings'] = {}): Promise<OauthInstall> {
  const oidc = await startOidcServer(claims);
  const listening = await listen();
  const publicUrl = listening.url;
  const secret = { visibility: 'private', teamspace: 'docs' } as const;
  const lectern = await startApi({
    listening,
    // Only the scope of a token decides its rights.
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
