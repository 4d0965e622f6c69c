import type { Access } from '../../identity/access/access.ts';
import { allowsAnonymous } from '../../identity/access/caller.ts';
import type { LicenseState } from '../../transfer/license-info.ts';
import type { Dependency } from '../dependency-check.ts';
import type { Connectivity } from '../watched-models.ts';
import type { ApiMetrics } from '../metrics.ts';
import type { Route } from '../route.ts';
import { clientGuide } from '../clients/client-guide.ts';
import { clientConfigurations } from '../clients/clients.ts';

/** Values of GET /api/health. None of them waits for a dependency. */
export interface HealthFacts {
  version: string;
  license: () => Promise<LicenseState>;
  /** Returns the number of public libraries; undefined until it is known. */
  libraries: () => number | undefined;
  connectivity: () => Connectivity;
}

/** GET /api/health: responds while the process runs. */
export function health({
  version,
  license,
  libraries,
  connectivity,
}: HealthFacts): Route<'health'> {
  return {
    async handle() {
      const served = libraries();
      return {
        json: {
          status: 'healthy',
          version,
          setup: 'complete',
          ...(await license()),
          ...(served !== undefined && { repos_parsed: served }),
          uptime: Math.round(process.uptime()),
          connectivity: connectivity(),
        },
      };
    },
  };
}

/**
 * GET /api/ready: 200 if all required dependencies respond. Reports the state of every dependency, but not why one fails,
 * because everybody may ask and a reason can name hosts and models of the install. The log and the overview have it.
 */
export function ready(dependencies: () => Promise<Dependency[]>): Route<'ready'> {
  return {
    async handle() {
      const results = await dependencies();
      const checks = Object.fromEntries(
        results.map(({ name, ok }) => [name, ok ? 'ok' : 'failed']),
      );
      const down = results.flatMap(({ name, needed, ok }) => (needed && !ok ? [name] : []));
      if (down.length === 0) return { json: { status: 'ready', checks } };
      const message = `Not ready: ${down.join(', ')} ${down.length > 1 ? 'do' : 'does'} not answer. The log of the server has the reason.`;
      return { status: 503, json: { error: 'search_failed', message, checks } };
    },
  };
}

/** GET /api/auth/mcp: whether the tool server requires a key or token. */
export function mcpAuth({ anonymous }: Pick<Access, 'anonymous'>): Route<'mcpAuth'> {
  return { handle: () => ({ json: { enabled: !allowsAnonymous(anonymous, 'ask') } }) };
}

/** GET /api/openapi.json. */
export function openapi(document: object): Route<'openapi'> {
  return { handle: () => ({ json: document }) };
}

/** GET /metrics. */
export function metrics({ registry }: ApiMetrics): Route<'metrics'> {
  return {
    handle: async () => ({ text: await registry.metrics(), contentType: registry.contentType }),
  };
}

/** GET /api/v1/clients: how to connect each client to the server at an address. */
export function listClients({ anonymous }: Pick<Access, 'anonymous'>): Route<'listClients'> {
  return {
    handle({ query }) {
      const server = { url: query('url'), withKey: !allowsAnonymous(anonymous, 'ask') };
      return { json: { clients: clientConfigurations.map((one) => clientGuide(one, server)) } };
    },
  };
}
