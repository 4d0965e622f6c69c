import type { SecretStore } from '../store/secrets.ts';
import { readIntegrations } from './read-integrations.ts';
import { integrationIn } from './settings.ts';

/** Tells the site of the wiki integration, as it is set at that moment; undefined while there is none. */
export function wikiSite(secrets: Pick<SecretStore, 'get'>): () => Promise<string | undefined> {
  return async () => integrationIn(await readIntegrations(secrets), 'wiki')?.['siteUrl'];
}
