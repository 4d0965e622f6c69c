import { unsetIntegration } from '../../indexing/sources/unset-integration.ts';
import type { SecretStore } from '../../store/secrets.ts';
import { readIntegrations, integrationIn } from './settings.ts';
import type { WikiSource } from '../../resources/library.ts';

/** Returns a function that reads the wiki integration's current site; undefined if it is not configured. */
export function wikiSite(secrets: Pick<SecretStore, 'get'>): () => Promise<string | undefined> {
  return async () => integrationIn(await readIntegrations(secrets), 'wiki')?.['siteUrl'];
}

/** Returns why the wiki integration cannot read a source, as a clause; undefined if it can. Pure. */
export function siteMismatch(
  { siteUrl }: Pick<WikiSource, 'siteUrl'>,
  site: string | undefined,
): string | undefined {
  if (site === undefined) return unsetIntegration('wiki');
  if (URL.parse(site)?.origin === URL.parse(siteUrl)?.origin) return undefined;
  return `the wiki integration reads ${site}, not ${siteUrl}`;
}
