import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify, type CryptoKey, type KeyObject } from 'jose';
import { closeServer, listen } from '../support/web-server.ts';

/** Options for GitHub's API. */
export interface GithubApiOptions {
  /** Public key of the app. */
  publicKey: CryptoKey | KeyObject;
  appId: string;
  /** Repositories (`owner/name`) for which the app is installed. */
  repositories: string[];
  /** Returns the next installation token with its expiry. */
  mint: () => { token: string; expiresAt: Date };
  /** The API's clock. */
  now: () => Date;
}

/** A running API of GitHub. */
export interface GithubApi {
  /** Base URL of the REST API, in the form of an Enterprise Server. */
  apiUrl: string;
  /** `METHOD path` of every request. */
  requests: string[];
  /** What each token that was given is restricted to. */
  grants: Grant[];
  close: () => Promise<void>;
}

/** The body of a request for a token. GitHub gives everything that the app has for what is absent. */
interface Grant {
  repositories?: string[];
  permissions?: Record<string, string>;
}

const installation = 4711;

/**
 * Starts a server with the part of GitHub's REST API that gives a GitHub App its tokens, with its
 * errors. From docs.github.com: "Get a repository installation for the authenticated app", "Create
 * an installation access token for an app", "Get the authenticated app", and "List" and "Get" of
 * its installations.
 */
export async function startGithubApi(options: GithubApiOptions): Promise<GithubApi> {
  const requests: string[] = [];
  const grants: Grant[] = [];
  const server = createServer((request, response) => {
    const line = `${request.method} ${request.url}`;
    requests.push(line);
    const answer = async (): Promise<[status: number, body: object]> => {
      if (!(await isApp(request.headers.authorization, options))) {
        return [401, { message: 'A JSON web token could not be decoded', status: '401' }];
      }
      const repository = /^GET \/api\/v3\/repos\/(.+)\/installation$/.exec(line)?.[1];
      if (repository !== undefined && options.repositories.includes(repository)) {
        return [
          200,
          { id: installation, app_id: Number(options.appId), target_type: 'Organization' },
        ];
      }
      if (line === 'GET /api/v3/app') return [200, { id: 1, slug: 'docs-reader', name: 'Docs' }];
      const held = { id: installation, account: { login: 'acme', type: 'Organization' } };
      if (line === `GET /api/v3/app/installations/${installation}`) return [200, held];
      if (line === 'GET /api/v3/app/installations?per_page=1') {
        return [200, options.repositories.length > 0 ? [held] : []];
      }
      if (line === `POST /api/v3/app/installations/${installation}/access_tokens`) {
        const grant = JSON.parse((await text(request)) || '{}') as Grant;
        const names = options.repositories.map((repository) => repository.split('/')[1]);
        if (grant.repositories?.some((name) => !names.includes(name))) {
          return [422, { message: 'There is at least one repository that does not exist' }];
        }
        grants.push(grant);
        const { token, expiresAt } = options.mint();
        const seconds = expiresAt.toISOString().replace(/\.\d+Z$/, 'Z');
        return [201, { token, expires_at: seconds, permissions: { contents: 'read' } }];
      }
      return [404, { message: 'Not Found', status: '404' }];
    };
    const send = async (): Promise<void> => {
      const [status, body] = await answer();
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
      response.end(JSON.stringify(body));
    };
    void send();
  });
  const port = await listen(server);
  return {
    apiUrl: `http://127.0.0.1:${port}/api/v3`,
    requests,
    grants,
    close: () => closeServer(server),
  };
}

/** Returns whether a JWT has the signature of the app's key and lasts at most ten minutes. */
async function isApp(
  authorization = '',
  { publicKey, appId, now }: GithubApiOptions,
): Promise<boolean> {
  try {
    const jwt = authorization.replace(/^Bearer /, '');
    const { payload } = await jwtVerify(jwt, publicKey, {
      algorithms: ['RS256'],
      issuer: appId,
      currentDate: now(),
    });
    return (payload.exp ?? 0) - now().getTime() / 1000 <= 600;
  } catch {
    return false;
  }
}
