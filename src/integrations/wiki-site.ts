import type { SecretStore } from '../store/secrets.ts';
import { integrationIn, integrationsName } from './settings.ts';

/** Tells the site of the wiki integration, as it is set at that moment; undefined while there is none. */
export function wikiSite(secrets: Pick<SecretStore, 'get'>): () => Promise<string | undefined> {
  return async () => integrationIn(await secrets.get(integrationsName), 'wiki')?.['siteUrl'];
}
