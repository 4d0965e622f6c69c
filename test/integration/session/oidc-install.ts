import { onTestFinished } from 'vitest';
import {
  signIn,
  startOidcServer,
  type DashboardClient,
  type OidcServer,
} from '../../support/oidc-server.ts';
import { browserAt, type SignedInBrowser } from '../../support/signed-in-browser.ts';
import { listen, startApi, type ApiServer, type ApiSetUp } from '../api/api-server.ts';

/** People who can sign in, by name. */
const people = {
  ann: { team: 'docs', name: 'Ann Example', groups: ['staff'] },
  chief: { team: 'default', name: 'Chief', groups: ['staff', 'docs-admins'] },
  homeless: { name: 'Homeless' },
};

/** An API with an OpenID Connect provider for its people. */
export interface OidcInstall {
  lectern: ApiServer;
  oidc: OidcServer;
  /** Begins a sign-in in a browser. Returns the address of the provider's page. */
  begin: (browser: SignedInBrowser, to?: string) => Promise<URL>;
  /** Signs a person in at the provider. Returns the parameters that it sends back. */
  answer: (begun: URL, name: string) => Promise<URLSearchParams>;
  /** Returns from the provider. The result is the path of the page after that. */
  comeBack: (browser: SignedInBrowser, query: URLSearchParams | string) => Promise<string>;
  /** Returns a browser in which this person has signed in. */
  signedIn: (name: string) => Promise<SignedInBrowser>;
}

/** As `startOidcInstall`, but ends with the test. */
export async function oidcInstall(
  client?: Partial<DashboardClient>,
  settings?: ApiSetUp['settings'],
): Promise<OidcInstall> {
  const { close, ...install } = await startOidcInstall(client, settings);
  onTestFinished(close);
  return install;
}

/** Starts the API and the provider. */
export async function startOidcInstall(
  client: Partial<DashboardClient> = {},
  settings: ApiSetUp['settings'] = {},
): Promise<OidcInstall & { close: () => Promise<void> }> {
  const listening = await listen();
  const publicUrl = listening.url;
  const callback = `${publicUrl}/api/v1/session/callback`;
  const oidc = await startOidcServer(people, { redirectUri: callback, ...client });
  const lectern = await startApi({
    listening,
    parts: { publicUrl },
    settings: {
      anonymousAccess: 'none',
      publicUrl,
      oidcIssuer: oidc.issuer,
      oidcTeamspaceClaim: 'team',
      oidcAdminGroup: 'docs-admins',
      oidcClientId: 'dashboard',
      ...(client.secret !== undefined && { oidcClientSecret: client.secret }),
      ...settings,
    },
  });
  const located = (response: Response): URL => {
    const location = response.headers.get('location');
    if (response.status !== 303 || location === null)
      throw new Error(`answered ${response.status}, which leads nowhere`);
    return new URL(location);
  };
  const install: OidcInstall = {
    lectern,
    oidc,
    async begin(browser, to = '/') {
      const place = `/api/v1/session/oidc?to=${encodeURIComponent(to)}`;
      return located(await browser.open(place, { 'sec-fetch-site': 'same-origin' }));
    },
    answer: (begun, name) => signIn(begun, name, callback),
    async comeBack(browser, query) {
      const back = `${callback}?${query.toString()}`;
      const page = located(await browser.open(back, { 'sec-fetch-site': 'cross-site' }));
      if (page.origin !== publicUrl) throw new Error(`leads to ${page.origin}`);
      return page.href.slice(publicUrl.length);
    },
    async signedIn(name) {
      const browser = browserAt(lectern.url);
      const begun = await install.begin(browser);
      await install.comeBack(browser, await install.answer(begun, name));
      await browser.who();
      return browser;
    },
  };
  return {
    ...install,
    async close() {
      await lectern.close();
      await oidc.stop();
    },
  };
}
