import { createContentLook } from '../search/content-look.ts';
import { createConcepts } from '../search/concepts.ts';
import { createVocabulary } from '../search/vocabulary.ts';
import { createContextSearch } from '../search/context.ts';
import { createLibrarySearch } from '../search/libraries.ts';
import type { ShownNaming } from '../search/shown-naming.ts';
import { createTokenTrial } from '../libraries/add/token-trial.ts';
import type { Admission } from '../identity/access/admission.ts';
import type { Sessions } from '../identity/sessions/sessions.ts';
import type { Live } from './live/live.ts';
import type { LiveRegistry } from './live/live-registry.ts';
import { licenseState } from '../transfer/license-info.ts';
import type { ApiDocument, Operation } from './description.ts';
import { cachedInBackground } from './cached.ts';
import { checkDependencies } from './dependency-check.ts';
import { watchModels } from './watched-models.ts';
import { failureOf } from './library-status.ts';
import type { ApiMetrics } from './metrics.ts';
import { publishedDescription } from './load-description.ts';
import type { RequestLog } from './request-log.ts';
import type { Routes } from './route.ts';
import { codeProjectRoutes, rememberProjects } from './routes/projects/projects.ts';
import { policyRoutes } from './routes/policies.ts';
import { createKey, listKeys, revokeKey } from './routes/keys.ts';
import { addRoutes } from './routes/add/add-source.ts';
import { previewAdding } from './routes/add/preview.ts';
import { uploadRoutes } from './routes/add/uploads.ts';
import { getContext, searchLibraries } from './routes/answers.ts';
import {
  benchmarkLibrary,
  addLibrary,
  deleteLibrary,
  getLibrary,
  listLibraries,
} from './routes/libraries.ts';
import { listClients, health, mcpAuth, metrics, openapi, ready } from './routes/service.ts';
import { events } from './routes/events.ts';
import { withMetrics, pushWebhooks } from './routes/webhooks.ts';
import {
  configureGitops,
  gitopsStatusRoute,
  reconcileGitops,
  validateGitops,
} from './routes/gitops.ts';
import {
  deleteIntegration,
  listIntegrations,
  putIntegration,
  testIntegration,
} from './routes/integrations.ts';
import { overview, testModels } from './routes/overview.ts';
import { cancelRun, refreshLibrary, refreshProject } from './routes/runs.ts';
import { changeLibrary, getLibrarySettings } from './routes/library-settings.ts';
import { createSnippetBrowser } from '../search/snippet-browser.ts';
import { listSnippets } from './routes/snippets.ts';
import { parseStatus, parseRoutes } from './routes/parse.ts';
import { usageRoutes } from './routes/usage.ts';
import { beginOidc, endOidc } from './routes/oidc.ts';
import { makeSignInLink, signInByLink } from './routes/sign-in-links.ts';
import { getSession, signIn, signOut } from './routes/sessions.ts';
import { memberRoutes, projectRoutes, teamspaceRoutes } from './routes/teamspaces/teamspaces.ts';
import { userRoutes } from './routes/teamspaces/users.ts';
import { transferRoutes } from './routes/transfer.ts';
import type { RequestValidator } from './validator.ts';
import type { ApiOptions } from './api-options.ts';

/** Milliseconds for which the number of libraries is cached. */
const countedForMs = 30_000;
/** An id that no library has: a lookup of it shows that the store responds. */
const nobody = '/lectern/ready';

/** Dependencies of the routes. Log lines name the request. */
type RouteOptions = Omit<ApiOptions, 'log' | 'registry'> & {
  registry: LiveRegistry;
  log: RequestLog;
  admission: Admission;
  sessions: Sessions;
  validatorOf: (operation: Operation) => RequestValidator;
  live: Live;
  naming: ShownNaming;
};

/** Returns the route of each operation, by its id. */
export function routesOf(
  options: RouteOptions,
  document: ApiDocument,
  measures: ApiMetrics,
): Routes {
  const { catalog, index, registry, manifests, version, checks, naming } = options;
  const { keys, policies, teams, oidc } = options.access;
  const signIns = { ...options, anonymous: options.access.anonymous, ...(oidc && { oidc }) };
  const secrets = options.webhookSecret === undefined ? [] : [options.webhookSecret];
  const webhooks = withMetrics(pushWebhooks({ manifests, secrets }), measures.webhook);
  const models = {
    ...watchModels(options),
    concepts: createConcepts(),
    vocabulary: createVocabulary(),
  };
  const license = licenseState(options.transfer);
  const dependencies = checkDependencies(
    {
      needed: { catalog: () => catalog.load(), index: () => index.versions(nobody) },
      useful: { registry: () => registry.get('lectern-ready'), ...checks },
    },
    options.log,
  );
  const whyFailed = async (id: string): Promise<string | undefined> => {
    const library = await registry.find(id);
    return library && failureOf(library);
  };
  const search = createContextSearch({ ...options, ...models, failureOf: whyFailed });
  const { codeProjects, findProject } = rememberProjects(options.codeProjects);
  const answerAccess = { ...options.access, findProject };
  const adding = { ...options, tryToken: createTokenTrial(options.preview) };
  return {
    searchLibraries: searchLibraries(
      createLibrarySearch({
        ...options,
        ...models,
        look: createContentLook({ ...options, ...models }),
        naming,
      }),
      answerAccess,
    ),
    getContext: getContext(search, answerAccess, measures.stage),
    ...codeProjectRoutes({ ...options, codeProjects }),
    listLibraries: listLibraries(options.live.view, options),
    events: events(options.live.hub),
    getLibrary: getLibrary({ registry, catalog }, options),
    benchmarkLibrary: benchmarkLibrary(options),
    addLibrary: addLibrary(options),
    deleteLibrary: deleteLibrary(registry),
    refreshLibrary: refreshLibrary(adding),
    refreshProject: refreshProject(adding),
    cancelRun: cancelRun(options),
    listSnippets: listSnippets({
      ...options,
      browse: createSnippetBrowser({ ...options, ...models, failureOf: whyFailed }),
    }),
    getLibrarySettings: getLibrarySettings(options),
    changeLibrary: changeLibrary(options),
    ...addRoutes(adding),
    previewAdding: previewAdding({ ...adding, document }),
    ...uploadRoutes(options),
    ...parseRoutes(adding),
    ...usageRoutes(options),
    parseStatus: parseStatus(registry),
    ...policyRoutes({ catalog, policies, teams }),
    getSession: getSession(signIns),
    signIn: signIn(signIns),
    signOut: signOut(signIns),
    signInByLink: signInByLink(signIns),
    makeSignInLink: makeSignInLink(signIns),
    beginOidc: beginOidc(signIns),
    endOidc: endOidc(signIns),
    listKeys: listKeys(keys),
    createKey: createKey(keys),
    revokeKey: revokeKey(keys),
    ...teamspaceRoutes(teams, registry),
    ...memberRoutes(teams),
    ...projectRoutes(teams),
    ...userRoutes(teams),
    gitopsStatus: gitopsStatusRoute(manifests),
    ...transferRoutes(options),
    configureGitops: configureGitops(manifests),
    reconcileGitops: reconcileGitops(manifests),
    validateGitops: validateGitops(options),
    listIntegrations: listIntegrations(options.secrets),
    putIntegration: putIntegration(options),
    deleteIntegration: deleteIntegration(options.secrets),
    testIntegration: testIntegration(options),
    githubWebhook: webhooks.github,
    githubWebhookAlias: webhooks.github,
    gitlabWebhook: webhooks.gitlab,
    giteaWebhook: webhooks.gitea,
    bitbucketWebhook: webhooks.bitbucket,
    overview: overview({
      version,
      libraries: () => registry.snapshots(),
      license,
      dependencies,
      models,
      ...(options.facts && { facts: options.facts }),
    }),
    testModels: testModels(models),
    health: health({
      version,
      license,
      libraries: cachedInBackground(() => catalog.count(), countedForMs),
      connectivity: () => models.connectivity(),
    }),
    ready: ready(dependencies),
    mcpAuth: mcpAuth(options.access),
    listClients: listClients(options.access),
    openapi: openapi(publishedDescription(document)),
    metrics: metrics(measures),
  };
}
