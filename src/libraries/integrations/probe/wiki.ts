import { RunError } from '../../../base/errors.ts';
import { HttpStatusError } from '../../../base/http/status-error.ts';
import { wikiAccess } from '../../../indexing/sources/wiki/access.ts';
import { textOf } from '../../../indexing/sources/wiki/json.ts';
import { WikiRequests } from '../../../indexing/sources/wiki/requests.ts';
import { nameIn, type Probed, type ProbeParts } from './probe.ts';

/** Bytes of an answer about one user, or one space. */
const maxBytes = 500_000;

/**
 * Asks the wiki whose the token is, else for one space: a token with scopes may read spaces and not the account. Throws
 * RunError. Sources: developer.atlassian.com "Confluence Cloud REST API v1: get current user", "v2: get spaces", and
 * "Confluence Data Center REST API".
 */
export async function probeWiki({ http, fields, signal }: ProbeParts): Promise<Probed> {
  const settings = Object.entries(fields).map(([name, value]) => [`wiki.${name}`, value]);
  const access = wikiAccess({ siteUrl: fields['siteUrl'] ?? '' }, Object.fromEntries(settings));
  const requests = new WikiRequests(http, access, signal);
  const user = await requests.one('/rest/api/user/current', {}, maxBytes).catch(notTold);
  if (user && textOf(user['type']) === 'anonymous') {
    return { ok: false, message: `${access.site} takes the token for nobody's` };
  }
  const login = nameIn(user?.['displayName']);
  if (login !== undefined) {
    return { ok: true, message: `${access.site} takes the token of ${login}`, login };
  }
  const spaces = access.kind === 'cloud' ? '/api/v2/spaces' : '/rest/api/space';
  await requests.one(spaces, { limit: '1' }, maxBytes);
  return { ok: true, message: `${access.site} lets its spaces be read, and does not say by whom` };
}

/** What is refused here may still read spaces. */
function notTold(error: unknown): undefined {
  const isRefusal = error instanceof RunError && error.reason === 'AccessDenied';
  const isMissing = error instanceof HttpStatusError && error.httpStatus === 404;
  if (!isRefusal && !isMissing) throw error;
}
