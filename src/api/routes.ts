import { createContextSearch } from '../search/context.ts';
import { createLibrarySearch } from '../search/libraries.ts';
import { licenseState } from '../transfer/license-info.ts';
import type { ApiDocument } from './description.ts';
import { lastSeen, seenModels } from './last-seen.ts';
import type { ApiMetrics } from './metrics.ts';
import { publishedDescription } from './published-description.ts';
import type { RequestLog } from './request-scope.ts';
import type { Route } from './route.ts';
import { changePolicies, getPolicies } from './routes/access/policies.ts';
import { createKey, listKeys, revokeKey } from './routes/access/keys.ts';
import { addRoutes } from './routes/add/routes.ts';
import { uploadRoutes } from './routes/add/uploads.ts';
import { getContext, searchLibraries } from './routes/answers.ts';
import { benchmarkLibrary } from './routes/benchmark.ts';
import { counted } from './routes/gitops/counted.ts';
import { configureGitops, gitopsStatusRoute, reconcileGitops } from './routes/gitops/gitops.ts';
import { pushWebhooks } from './routes/gitops/webhooks.ts';
import {
  deleteIntegration,
  listIntegrations,
  putIntegration,
} from './routes/integrations/integrations.ts';
import { addLibrary, deleteLibrary, getLibrary, listLibraries } from './routes/libraries.ts';
import { health, mcpAuth, metrics, openapi, ready } from './routes/operation.ts';
import { parseStatus } from './routes/parse-status.ts';
import { parseRoutes } from './routes/parse.ts';
import { usageRoutes } from './routes/usage/routes.ts';
import { refreshLibrary, refreshProject } from './routes/refresh.ts';
import { teamRoutes } from './routes/teamspaces/routes.ts';
import { transferRoutes } from './routes/transfer/routes.ts';
import type { ApiOptions } from './create-api.ts';

/** Milliseconds that a count of the libraries is told for. */
const countedForMs = 30_000;
/** An id that no library has: asking for it shows that the store answers. */
const nobody = '/lectern/ready';

/** What routes are made of: their log names the request that a line is about. */
type RouteOptions = Omit<ApiOptions, 'log'> & { log: RequestLog };

/** The route of each operation, by its id. */
export function routesOf(
  options: RouteOptions,
  document: ApiDocument,
  measures: ApiMetrics,
): Record<string, Route> {
  const { catalog, index, registry, manifests, version, checks } = options;
  const { keys, policies, teams } = options.access;
  const secrets = options.webhookSecret === undefined ? [] : [options.webhookSecret];
  const webhooks = counted(pushWebhooks({ manifests, secrets }), measures.webhook);
  const models = seenModels(options);
  const search = createContextSearch({ ...options, ...models, onStage: measures.stage });
  return {
    searchLibraries: searchLibraries(createLibrarySearch({ catalog }), options.access),
    getContext: getContext(search, options.access),
    listLibraries: listLibraries(registry),
    getLibrary: getLibrary(registry),
    benchmarkLibrary: benchmarkLibrary(options),
    addLibrary: addLibrary(options),
    deleteLibrary: deleteLibrary(registry),
    refreshLibrary: refreshLibrary(options),
    refreshProject: refreshProject(options),
    ...addRoutes(options),
    ...uploadRoutes(options),
    ...parseRoutes(options),
    ...usageRoutes(options),
    parseStatus: parseStatus(registry),
    getPolicies: getPolicies({ registry, policies }),
    changePolicies: changePolicies({ registry, policies }),
    listKeys: listKeys(keys),
    createKey: createKey(keys),
    revokeKey: revokeKey(keys),
    ...teamRoutes(teams, registry),
    gitopsStatus: gitopsStatusRoute(manifests),
    ...transferRoutes(options),
    configureGitops: configureGitops(manifests),
    reconcileGitops: reconcileGitops(manifests),
    listIntegrations: listIntegrations(options.secrets),
    putIntegration: putIntegration(options),
    deleteIntegration: deleteIntegration(options.secrets),
    githubWebhook: webhooks.github,
    githubWebhookAlias: webhooks.github,
    gitlabWebhook: webhooks.gitlab,
    giteaWebhook: webhooks.gitea,
    bitbucketWebhook: webhooks.bitbucket,
    health: health({
      version,
      license: licenseState(options.transfer),
      libraries: lastSeen(() => catalog.count(), countedForMs),
      connectivity: () => models.connectivity(),
    }),
    ready: ready({
      needed: { catalog: () => catalog.get(nobody), index: () => index.versions(nobody) },
      useful: { registry: () => registry.get('lectern-ready'), ...checks },
    }),
    mcpAuth: mcpAuth(options.access),
    openapi: openapi(publishedDescription(document)),
    metrics: metrics(measures),
  };
}
