import { retryFailedSyncs } from '../../libraries/gitops/retry-failed.ts';
import {
  integrationIn,
  integrationsIn,
  integrationsName,
  withIntegration,
} from '../../libraries/integrations/settings.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import type { SecretStore } from '../../store/secrets.ts';
import type { Route } from '../route.ts';
import { usesIntegration, retryRefused } from './retry-refused.ts';
import { LecternError } from '../../base/errors.ts';
import type { GitCredentials } from '../../libraries/integrations/git-credentials.ts';
import { probeIntegration } from '../../libraries/integrations/probe/probe-integration.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';

interface IntegrationPorts {
  secrets: Pick<SecretStore, 'update'>;
  registry: Pick<LiveRegistry, 'snapshots' | 'patch'>;
  manifests: Pick<Registry<ManifestSync>, 'list' | 'patch'>;
}

/** GET /api/v1/integrations: names of the set fields, never their values. */
export function listIntegrations(secrets: Pick<SecretStore, 'get'>): Route<'listIntegrations'> {
  return {
    handle: async () => ({
      json: { integrations: integrationsIn(await secrets.get(integrationsName)) },
    }),
  };
}

/** PUT /api/v1/integrations/{name}: sets all fields of one integration, and retries manifests and libraries that failed without it. */
export function putIntegration({
  secrets,
  registry,
  manifests,
}: IntegrationPorts): Route<'putIntegration'> {
  return {
    async handle(call) {
      const name = call.path('name').toLowerCase();
      const fields = call.body;
      const now = new Date();
      // One Secret holds all integrations. Somebody may set another one at the same time.
      const values = await secrets.update(integrationsName, (held) =>
        withIntegration(held, name, { fields, now }),
      );
      await retryFailedSyncs(manifests, now);
      await retryRefused(registry, usesIntegration(name));
      return { json: integrationsIn(values).find((one) => one.name === name) };
    },
  };
}

/** DELETE /api/v1/integrations/{name}. */
export function deleteIntegration(
  secrets: Pick<SecretStore, 'update'>,
): Route<'deleteIntegration'> {
  return {
    async handle(call) {
      const name = call.path('name').toLowerCase();
      await secrets.update(integrationsName, (held) => {
        if (!integrationIn(held, name)) throw noIntegration(name);
        return withIntegration(held, name);
      });
      return { json: { message: `Deleted the integration ${name}.` } };
    },
  };
}

interface TestIntegrationPorts {
  secrets: Pick<SecretStore, 'get'>;
  registry: Pick<LiveRegistry, 'snapshots'>;
  manifests: Pick<Registry<ManifestSync>, 'list'>;
  preview: { allowedRanges: readonly string[]; workDir: string; gitCredentials: GitCredentials };
}

/** POST /api/v1/integrations/{name}/test. */
export function testIntegration(ports: TestIntegrationPorts): Route<'testIntegration'> {
  return {
    async handle({ path, signal }) {
      const name = path('name').toLowerCase();
      const fields = integrationIn(await ports.secrets.get(integrationsName), name);
      if (!fields) throw noIntegration(name);
      const repositoryOn = (host: string): Promise<string | undefined> => findOn(ports, host);
      const options = { ...ports.preview, repositoryOn };
      const probed = await probeIntegration({ name, fields }, options, signal);
      return { json: { ...probed, checkedAt: new Date().toISOString() } };
    },
  };
}

/** The error for an unknown integration. */
function noIntegration(name: string): LecternError {
  const message = `Unknown integration ${name}. GET /api/v1/integrations lists the integrations.`;
  return new LecternError('not_found', message);
}

/** Returns a repository on this host that uses the integration: a library's, else a manifest's. */
async function findOn(
  { registry, manifests }: TestIntegrationPorts,
  host: string,
): Promise<string | undefined> {
  const libraries = (await registry.snapshots()).filter(({ spec }) => !spec.secretRef);
  const urls = libraries.map(({ spec }) => spec.source.git?.url);
  const found = urls.find((url) => isOn(host, url));
  if (found !== undefined) return found;
  const syncs = (await manifests.list()).filter(({ spec }) => !spec.secretRef);
  return syncs.map(({ spec }) => spec.repository).find((url) => isOn(host, url));
}

function isOn(host: string, url: string | undefined): boolean {
  try {
    const location = parseLocation(url ?? '', false);
    if (location.kind === 'ssh') return location.hostname.toLowerCase() === host;
    return location.kind === 'http' && new URL(location.url).host === host;
  } catch {
    // A path, or an unreadable address.
    return false;
  }
}
