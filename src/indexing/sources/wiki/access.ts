import { RunError } from '../../../base/errors.ts';
import type { WikiSource } from '../../../resources/library.ts';
import { parseHttpUrl } from '../../../base/http/http-url.ts';
import { unsetIntegration } from '../unset-integration.ts';
import { wikiAddress } from './address.ts';

/** The site of the wiki integration, and how to access it. */
export interface WikiAccess {
  kind: 'cloud' | 'data-center';
  /** URL of the site in a browser, without a final slash. */
  site: string;
  /** Base URL of the REST API. */
  api: string;
  /** Value of the Authorization header. Never part of a message. */
  authorization: string;
}

/** Base URL for tokens with scopes, which need the site's id in the path. */
const scopedTokens = 'https://api.atlassian.com/ex/confluence';

/**
 * Reads the settings of the wiki integration. Cloud needs `wiki.siteUrl`, `wiki.email` and
 * `wiki.token` (an API token), and `wiki.cloudId` for a token with scopes. Data Center needs
 * `wiki.siteUrl` and `wiki.token` (a personal access token), without an email. The token goes to
 * that site only: rejects a source on another site. Throws RunError('AccessDenied' |
 * 'InvalidSource').
 */
export function wikiAccess(
  source: WikiSource,
  settings: Readonly<Record<string, string>> = {},
): WikiAccess {
  const field = (name: string): string => settings[`wiki.${name}`]?.trim() ?? '';
  const [siteUrl, token, email, cloudId] = ['siteUrl', 'token', 'email', 'cloudId'].map(field);
  if (!siteUrl || !token) throw notConfigured(siteUrl ? 'wiki.token' : 'wiki.siteUrl', settings);
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw new RunError('AccessDenied', 'wiki.token holds characters that a header cannot have');
  }
  const { siteUrl: site } = wikiAddress(siteUrl);
  parseHttpUrl(site);
  assertSame(source, site, cloudId);
  if (!email) return { kind: 'data-center', site, api: site, authorization: `Bearer ${token}` };
  const base = site.replace(/\/wiki$/, '');
  return {
    kind: 'cloud',
    site: base,
    api: `${cloudId ? `${scopedTokens}/${encodeURIComponent(cloudId)}` : base}/wiki`,
    authorization: `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`,
  };
}

function notConfigured(missing: string, settings: Readonly<Record<string, string>>): RunError {
  const isPart = Object.keys(settings).some((key) => key.startsWith('wiki.'));
  const what = isPart ? ` whole: ${missing} is missing` : '';
  // A retry can succeed after an admin sets it.
  return new RunError('AccessDenied', unsetIntegration('wiki', what), { retry: 'backoff' });
}

function assertSame(source: WikiSource, site: string, cloudId: string | undefined): void {
  const wanted = wikiAddress(source.siteUrl).siteUrl;
  if (URL.parse(wanted)?.origin !== URL.parse(site)?.origin) {
    throw new RunError('InvalidSource', `the wiki integration reads ${site}, not ${wanted}`);
  }
  if (cloudId && source.cloudId && source.cloudId !== cloudId) {
    throw new RunError(
      'InvalidSource',
      `the wiki integration reads the site with the cloudId ${cloudId}, not ${source.cloudId}`,
    );
  }
}
