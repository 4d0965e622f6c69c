import { RunError } from '../../../base/errors.ts';
import { kindOf, publicHosts, type HostKind } from '../../../indexing/sources/git/hosts.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import { fieldAt } from '../../../base/json-fields.ts';
import type { SecretValues } from '../../../store/secrets.ts';
import { nameIn, type Probed, type ProbeParts } from './probe.ts';

/** The API of a kind of host that returns the owner of a token. */
interface UserApi {
  /** Path of the API on hosts without a separate API address. */
  base: string;
  authorization: (fields: SecretValues) => string;
  /** Path of the owner's name in the response. */
  login: readonly string[];
}

const bearer = ({ token = '' }: SecretValues): string => `Bearer ${token}`;

/**
 * Sources: docs.github.com "Get the authenticated user"; docs.gitlab.com "Users API: for the current user";
 * developer.atlassian.com "Bitbucket Cloud: get current user"; docs.gitea.com "API: user".
 */
const apis: Record<HostKind, UserApi> = {
  github: { base: '/api/v3', authorization: bearer, login: ['login'] },
  gitlab: { base: '/api/v4', authorization: bearer, login: ['username'] },
  bitbucket: {
    base: '/2.0',
    // An account's token needs the account's email. A token of a repository or workspace needs no user.
    authorization: ({ username, token = '' }) =>
      username === undefined
        ? `Bearer ${token}`
        : `Basic ${Buffer.from(`${username}:${token}`).toString('base64')}`,
    login: ['display_name'],
  },
  gitea: {
    base: '/api/v1',
    authorization: ({ token = '' }) => `token ${token}`,
    login: ['login'],
  },
};

/** Maximum bytes of a response about one user. */
const maxBytes = 200_000;

/**
 * Requests the owner of a token from a Git host. Uses the API that the host's name suggests, or else tries each known API.
 * Returns undefined if the host has none of them. Hosts answer 403 if a token may read repositories but not its owner. Throws
 * RunError.
 */
export async function probeGitApi(
  host: string,
  origin: string,
  parts: ProbeParts,
): Promise<Probed | undefined> {
  const known = knownApi(host, parts.fields['apiUrl']);
  if (known) return ask(host, known, parts);
  for (const kind of ['gitea', 'gitlab', 'github'] as const) {
    const probed = await ask(host, { kind, url: origin + apis[kind].base }, parts);
    if (probed) return probed;
  }
  return undefined;
}

interface KnownApi {
  kind: HostKind;
  url: string;
}

function knownApi(host: string, apiUrl: string | undefined): KnownApi | undefined {
  const listed = publicHosts.find((one) => one.host === host);
  // Only GitHub Enterprise Server uses this field.
  if (apiUrl !== undefined) return { kind: 'github', url: apiUrl.replace(/\/+$/, '') };
  if (listed) return { kind: listed.kind, url: listed.apiUrl };
  const kind = kindOf(host);
  return kind && { kind, url: `https://${host}${apis[kind].base}` };
}

async function ask(
  host: string,
  { kind, url }: KnownApi,
  { http, fields, signal }: ProbeParts,
): Promise<Probed | undefined> {
  const { authorization, login: path } = apis[kind];
  try {
    const answer = await http.get(`${url}/user`, {
      signal,
      maxBytes,
      accept: 'application/json',
      authorization: authorization(fields),
      onRedirect: notThis,
      onContent: (mediaType) => (mediaType === 'application/json' ? undefined : notThis()),
    });
    const login = nameIn(fieldAt(JSON.parse(answer.text()), ...path));
    return login === undefined
      ? undefined
      : { ok: true, message: `${host} accepts the token of ${login}`, login };
  } catch (error) {
    if (error instanceof HttpStatusError) return refusal(host, kind, error);
    if (error instanceof SyntaxError) return undefined;
    if (error instanceof RunError && error.reason === 'Malformed') return undefined;
    throw error;
  }
}

function refusal(host: string, kind: HostKind, error: HttpStatusError): Probed | undefined {
  if (error.httpStatus === 404) return undefined;
  if (error.httpStatus === 401) {
    return {
      ok: false,
      message: `${host} refuses the token (401): it is wrong, revoked or expired`,
    };
  }
  if (error.httpStatus !== 403) throw error;
  // GitHub lets every valid token read its owner.
  if (kind === 'github') {
    const causes = 'single sign-on, a suspended account, or an address allow list';
    return { ok: false, message: `${host} refuses the token (403), possibly because of ${causes}` };
  }
  return { ok: true, message: `${host} accepts the token, but the token may not read its owner` };
}

function notThis(): never {
  throw new RunError('Malformed', 'the host does not have this API');
}
