import type { SecretStore } from '../../store/secrets.ts';
import { readIntegrations, integrationIn } from './settings.ts';
import type { WikiSource } from '../../resources/library.ts';

/** Tells the site of the wiki integration, as it is set at that moment; undefined while there is none. */
export function wikiSite(secrets: Pick<SecretStore, 'get'>): () => Promise<string | undefined> {
  return async () => integrationIn(await readIntegrations(secrets), 'wiki')?.['siteUrl'];
}

/** Why the wiki integration of a site cannot read a source, as a clause; undefined where it can. Pure. */
export function siteMismatch(
  { siteUrl }: Pick<WikiSource, 'siteUrl'>,
  site: string | undefined,
): string | undefined {
  if (site === undefined) return 'the wiki integration is not configured';
  if (URL.parse(site)?.origin === URL.parse(siteUrl)?.origin) return undefined;
  return `the wiki integration reads ${site}, not ${siteUrl}`;
}
