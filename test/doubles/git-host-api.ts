import { createServer } from 'node:http';
import { closeServer, listen } from '../support/web-server.ts';

/** Options for the API of a Git host. */
export interface GitHostApiOptions {
  kind: 'github' | 'gitlab' | 'gitea';
  token: string;
  /** User of the token. Absent for a token that may read repositories but not users. */
  login?: string;
}

/** A running API of a Git host. */
export interface GitHostApi {
  /** Host and port. */
  host: string;
  /** `METHOD path` of every request. */
  requests: string[];
  close: () => Promise<void>;
}

const apis = {
  github: { path: '/api/v3/user', prefix: 'Bearer ', field: 'login' },
  gitlab: { path: '/api/v4/user', prefix: 'Bearer ', field: 'username' },
  gitea: { path: '/api/v1/user', prefix: 'token ', field: 'login' },
};

/**
 * Starts an API that returns the user of a token as Git hosts do, on a free port of 127.0.0.1.
 * Other pages redirect to a sign-in. Sources: docs.github.com "Get the authenticated user";
 * docs.gitlab.com "Users API"; docs.gitea.com "API: user".
 */
export async function startGitHostApi(options: GitHostApiOptions): Promise<GitHostApi> {
  const { path, prefix, field } = apis[options.kind];
  const requests: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    requests.push(`${method} ${url}`);
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (url !== path) response.writeHead(302, { location: '/users/sign_in' }).end();
    else if (headers.authorization !== prefix + options.token) send(401, { message: '401' });
    else if (options.login === undefined) send(403, { error: 'insufficient_scope' });
    else send(200, { id: 7, [field]: options.login, name: 'Ada', email: 'ada@example.org' });
  });
  const port = await listen(server);
  return { host: `127.0.0.1:${port}`, requests, close: () => closeServer(server) };
}
