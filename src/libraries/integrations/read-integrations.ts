import { LecternError } from '../../base/errors.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { integrationsName } from './settings.ts';

/** The set of integrations; undefined where there is none. Where Lectern may not read Secrets there are none either. */
export async function readIntegrations(
  secrets: Pick<SecretStore, 'get'>,
): Promise<SecretValues | undefined> {
  try {
    return await secrets.get(integrationsName);
  } catch (error) {
    if (error instanceof LecternError && error.code === 'access_denied') return undefined;
    throw error;
  }
}
