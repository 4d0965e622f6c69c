import { RunError } from '../../../base/errors.ts';
import { HttpClient } from '../../../base/http/client.ts';
import { Notion } from '../../../indexing/sources/pages/notion.ts';
import { notionUrl } from '../../../indexing/sources/pages/open-pages.ts';
import type { SecretValues } from '../../../store/secrets.ts';
import { appOf, type GitCredentials } from '../git-credentials.ts';
import { InstallationTokens } from '../github-app.ts';
import { probeGitApi } from './git-api.ts';
import { nameIn, type Probed, type ProbeParts } from './probe.ts';
import { remoteRevision } from '../../../indexing/sources/git/ls-remote.ts';
import { parseLocation } from '../../../indexing/sources/git/location.ts';
import { findGit } from '../../../indexing/sources/git/git-process.ts';
import { HttpStatusError } from '../../../base/http/http-errors.ts';
import { wikiAccess } from '../../../indexing/sources/wiki/access.ts';
import { textOf } from '../../../base/json-fields.ts';
import { WikiRequests } from '../../../indexing/sources/wiki/requests.ts';

interface ProbeOptions extends RepositoryProbe {
  /** Returns the URL of a repository that a library or manifest reads from a host. For hosts without a known API. */
  repositoryOn: (host: string) => Promise<string | undefined>;
  /** URL of Notion's API. Default: the public one. */
  notionUrl?: string;
}

/** Milliseconds without data until a request fails, and milliseconds for all requests. */
const idleMs = 5_000;
const totalMs = 20_000;

/**
 * Tests a stored credential with a small request that needs it. A refusal or an unreachable host is a result, not an error.
 * Rejects with the signal's reason, or with an unexpected error.
 */
export async function probeIntegration(
  { name, fields }: { name: string; fields: SecretValues },
  options: ProbeOptions,
  signal: AbortSignal,
): Promise<Probed> {
  const { allowedRanges } = options;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(totalMs)]);
  const http = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const parts = { fields, http, allowedRanges, signal: limited };
    return withoutSecrets(await probe(name, parts, options), fields);
  } catch (error) {
    signal.throwIfAborted();
    if (limited.aborted)
      return { ok: false, message: `No answer within ${totalMs / 1000} seconds` };
    if (error instanceof RunError)
      return withoutSecrets({ ok: false, message: error.message }, fields);
    throw error;
  } finally {
    await http.close();
  }
}

function probe(name: string, parts: ProbeParts, options: ProbeOptions): Promise<Probed> {
  if (name === 'wiki') return probeWiki(parts);
  if (name === 'pages') return probePages(parts, options.notionUrl);
  return probeGit(name.slice('git/'.length), parts, options);
}

async function probePages({ http, fields, signal }: ProbeParts, url = notionUrl): Promise<Probed> {
  const notion = new Notion({ http, token: fields['token'] ?? '', baseUrl: url, signal });
  const { name, workspace } = await notion.me();
  const login = nameIn(name) ?? 'an integration without a name';
  const place = nameIn(workspace);
  const where = place === undefined ? '' : ` of the workspace ${place}`;
  return { ok: true, message: `Notion accepts the token of ${login}${where}`, login };
}

async function probeGit(host: string, parts: ProbeParts, options: ProbeOptions): Promise<Probed> {
  const { fields, signal, allowedRanges } = parts;
  const app = appOf(host, fields);
  if (app) {
    const { slug, account } = await new InstallationTokens({ allowedRanges }).installed(
      app,
      signal,
    );
    const login = nameIn(slug) ?? `app ${app.appId}`;
    const whose = nameIn(account);
    const where = whose === undefined ? '' : ` that is installed for ${whose}`;
    return { ok: true, message: `${host} accepts the key of the app ${login}${where}`, login };
  }
  const repository = await options.repositoryOn(host);
  const result =
    fields['token'] === undefined
      ? undefined
      : await probeGitApi(host, originOf(host, repository), parts);
  if (result?.ok || (result && (host === 'github.com' || repository === undefined))) return result;
  if (repository !== undefined) return probeRepository(repository, options, signal);
  const message = `Not tested: ${host} has no known API, and no library or manifest is read from it yet`;
  return { ok: false, message };
}

/** Returns the origin of a host. It is http only if a repository on that host and port is read over http. */
function originOf(host: string, repository: string | undefined): string {
  const isPlain = host.includes(':') && repository?.startsWith('http:');
  return `${isPlain ? 'http' : 'https'}://${host}`;
}

/** Replaces a message that contains a secret, because a host may repeat the secret that it received. */
function withoutSecrets(probed: Probed, { token, privateKey, identity }: SecretValues): Probed {
  const secrets = [token, privateKey, identity].filter((one) => one !== undefined);
  const holds = (text: string): boolean => secrets.some((one) => text.includes(one.trim()));
  if (!holds(probed.message) && !holds(probed.login ?? '')) return probed;
  return { ok: probed.ok, message: 'The response of the host contains the secret' };
}

/** What a request to a repository needs. */
interface RepositoryProbe {
  allowedRanges: readonly string[];
  /** Folder for temporary files. */
  workDir: string;
  gitCredentials: GitCredentials;
}

/** Milliseconds without data until a request fails. */
const repositoryIdleMs = 10_000;

/** Reads the commit of a repository's default branch with the credentials of its host. Throws RunError. */
async function probeRepository(
  url: string,
  { allowedRanges, workDir, gitCredentials }: RepositoryProbe,
  signal: AbortSignal,
): Promise<Probed> {
  const location = parseLocation(url, false);
  const credentials = await gitCredentials(url, signal);
  if (location.kind === 'local' || !credentials) {
    throw new RunError('AccessDenied', `the integration has no credential for ${url}`);
  }
  const connection = {
    trusted: false,
    credentials,
    allowedRanges,
    idleMs: repositoryIdleMs,
    workDir,
    signal,
  };
  const tools = { program: await findGit('git', process.env), env: process.env };
  await remoteRevision(location, connection, tools);
  return { ok: true, message: `The credentials can read ${location.url}` };
}

/** Maximum bytes of a response about one user or one space. */
const maxBytes = 500_000;

/**
 * Requests the owner of the token. If the wiki refuses that, requests one space, because a token with scopes may have access to
 * spaces but not to the account. Throws RunError. Sources: developer.atlassian.com "Confluence Cloud REST API v1: get current
 * user", "v2: get spaces", and "Confluence Data Center REST API".
 */
async function probeWiki({ http, fields, signal }: ProbeParts): Promise<Probed> {
  const settings = Object.entries(fields).map(([name, value]) => [`wiki.${name}`, value]);
  const access = wikiAccess({ siteUrl: fields['siteUrl'] ?? '' }, Object.fromEntries(settings));
  const requests = new WikiRequests(http, access, signal);
  const user = await requests.one('/rest/api/user/current', {}, maxBytes).catch(notTold);
  if (user && textOf(user['type']) === 'anonymous') {
    return { ok: false, message: `${access.site} treats the token as anonymous` };
  }
  const login = nameIn(user?.['displayName']);
  if (login !== undefined) {
    return { ok: true, message: `${access.site} accepts the token of ${login}`, login };
  }
  const spaces = access.kind === 'cloud' ? '/api/v2/spaces' : '/rest/api/space';
  await requests.one(spaces, { limit: '1' }, maxBytes);
  return { ok: true, message: `${access.site} accepts the token, but does not return its owner` };
}

/** Ignores a refusal, because the token may still have access to spaces. */
function notTold(error: unknown): undefined {
  const isRefusal = error instanceof RunError && error.reason === 'AccessDenied';
  const isMissing = error instanceof HttpStatusError && error.httpStatus === 404;
  if (!isRefusal && !isMissing) throw error;
}
