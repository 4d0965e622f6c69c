import { retryFailedSyncs } from '../../../libraries/gitops/retry-failed.ts';
import {
  integrationIn,
  integrationsIn,
  integrationsName,
  withIntegration,
} from '../../../libraries/integrations/settings.ts';
import type { ManifestSync } from '../../../resources/manifest-sync.ts';
import type { Registry } from '../../../store/registry.ts';
import type { SecretStore } from '../../../store/secrets.ts';
import type { Route } from '../../route.ts';
import { readWith, retryWaiting } from '../add/retry-waiting.ts';
import { noIntegration } from './test-integration.ts';

interface IntegrationPorts {
  secrets: Pick<SecretStore, 'get' | 'put'>;
  registry: Pick<Registry, 'list' | 'patch'>;
  manifests: Pick<Registry<ManifestSync>, 'list' | 'patch'>;
}

/** GET /api/v1/integrations: what is set, and never to what. */
export function listIntegrations(secrets: Pick<SecretStore, 'get'>): Route {
  return {
    handle: async () => ({
      json: { integrations: integrationsIn(await secrets.get(integrationsName)) },
    }),
  };
}

/** PUT /api/v1/integrations/{name}: sets all fields of one, and has manifests and libraries that lacked it read again. */
export function putIntegration({ secrets, registry, manifests }: IntegrationPorts): Route {
  return {
    async handle(call) {
      const name = call.path('name').toLowerCase();
      const fields: Record<string, string> = call.body;
      const held = await secrets.get(integrationsName);
      const now = new Date();
      const values = withIntegration(held, name, { fields, now });
      await secrets.put(integrationsName, values);
      await retryFailedSyncs(manifests, now);
      await retryWaiting(registry, readWith(name));
      return { json: integrationsIn(values).find((one) => one.name === name) };
    },
  };
}

/** DELETE /api/v1/integrations/{name}. */
export function deleteIntegration(secrets: Pick<SecretStore, 'get' | 'put'>): Route {
  return {
    async handle(call) {
      const name = call.path('name').toLowerCase();
      const held = await secrets.get(integrationsName);
      if (!integrationIn(held, name)) {
        throw noIntegration(name);
      }
      await secrets.put(integrationsName, withIntegration(held, name));
      return { json: { message: `The integration ${name} is gone.` } };
    },
  };
}
