import type { Access } from '../../identity/access/access.ts';
import { allowsAnonymous } from '../../identity/access/caller.ts';
import type { LicenseState } from '../../transfer/license-info.ts';
import { outcomeOf, type Check } from '../dependency-check.ts';
import type { Connectivity } from '../watched-models.ts';
import type { ApiMetrics } from '../metrics.ts';
import type { Route } from '../route.ts';
import { clientGuide } from '../clients/client-guide.ts';
import { clientConfigurations } from '../clients/clients.ts';

/** What GET /api/health tells, none of which asks anything that could keep it waiting. */
export interface HealthFacts {
  version: string;
  license: () => Promise<LicenseState>;
  /** How many public libraries are served; undefined before that was seen. */
  libraries: () => number | undefined;
  connectivity: () => Connectivity;
}

/** GET /api/health: the process runs. */
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

/** What GET /api/ready asks. */
export interface ReadyChecks {
  /** What no question is answered without. */
  needed: Record<string, Check>;
  /** What questions are answered without, if not as well. */
  useful: Record<string, Check>;
}

/** GET /api/ready: every dependency that answers need does answer; says which does not, also of the others. */
export function ready({ needed, useful }: ReadyChecks): Route<'ready'> {
  return {
    async handle() {
      const results = await Promise.all(
        Object.entries({ ...needed, ...useful }).map(
          async ([name, check]) => [name, (await outcomeOf(check)).message] as const,
        ),
      );
      const states = Object.fromEntries(results);
      const down = Object.keys(needed).filter((name) => states[name] !== 'ok');
      if (down.length === 0) return { json: { status: 'ready', checks: states } };
      const message = `Not ready: ${down.join(', ')} ${down.length > 1 ? 'do' : 'does'} not answer.`;
      return { status: 503, json: { error: 'search_failed', message, checks: states } };
    },
  };
}

/** GET /api/auth/mcp: whether questions to the tool server want a key or token. */
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

/** GET /api/v1/clients: how each client is connected to the server at an address. */
export function listClients({ anonymous }: Pick<Access, 'anonymous'>): Route<'listClients'> {
  return {
    handle({ query }) {
      const server = { url: query('url'), withKey: !allowsAnonymous(anonymous, 'ask') };
      return { json: { clients: clientConfigurations.map((one) => clientGuide(one, server)) } };
    },
  };
}
