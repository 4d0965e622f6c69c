import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { LecternError, messageOf } from '../errors.ts';
import type { Embedder, Reranker } from '../models/embedder.ts';
import type { ManifestSync } from '../resources/manifest-sync.ts';
import { createContextSearch, type InjectionPolicy } from '../search/context.ts';
import { createLibrarySearch } from '../search/libraries.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import { licenseState } from '../transfer/license-info.ts';
import type { Access } from '../access/access.ts';
import { createAdmission, type Admission } from '../access/admission.ts';
import { withOperator } from '../access/authenticator.ts';
import type { Check } from './check.ts';
import { operationsOf, type ApiDocument } from './description.ts';
import { loadDescription } from './load-description.ts';
import { lastSeen, seenModels } from './last-seen.ts';
import { createMetrics, type ApiMetrics } from './metrics.ts';
import { toolServer } from '../mcp/mount.ts';
import { expressPath, operationHandlers } from './operation-handlers.ts';
import { createOperations } from './operations.ts';
import { problemOf } from './problem.ts';
import { publishedDescription } from './published-description.ts';
import { requestContext } from './request-context.ts';
import { createRequestScope, type RequestLog, type RequestScope } from './request-scope.ts';
import type { Route } from './route.ts';
import { changePolicies, getPolicies } from './routes/access/policies.ts';
import { createKey, listKeys, revokeKey } from './routes/access/keys.ts';
import { addRoutes } from './routes/add/routes.ts';
import { uploadRoutes } from './routes/add/uploads.ts';
import { getContext, searchLibraries } from './routes/answers.ts';
import { challengeOf } from '../oauth/challenge.ts';
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
import { transferRoutes, type TransferOptions } from './routes/transfer/routes.ts';
import { createValidators } from './validator.ts';

export interface ApiOptions {
  catalog: Pick<Catalog, 'get' | 'search' | 'count'>;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'read'>;
  registry: Pick<Registry, 'get' | 'list' | 'create' | 'patch' | 'delete'>;
  /** Where tokens that arrive in requests are kept. */
  secrets: SecretStore;
  /** ManifestSyncs: the one named `default` is the GitOps settings. */
  manifests: Pick<Registry<ManifestSync>, 'list' | 'get' | 'create' | 'patch'>;
  embedder: Embedder;
  reranker?: Reranker;
  /** What becomes of snippets that instruct a language model. */
  injections?: InjectionPolicy;
  log: Logger;
  /** Version of the program. */
  version: string;
  /** Address the server is bound to; on a loopback one, other Host names may change nothing. */
  host: string;
  /** Address that clients reach the server by, without a slash at its end; what each request calls it when absent. */
  publicUrl?: string;
  /** Lets its bearer add, refresh and delete libraries, local paths included. */
  operatorToken: string;
  /** What push webhooks are signed with; without one they are off. */
  webhookSecret?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: string[];
  /** Who may call besides. */
  access: Access;
  /** What exports and imports need. */
  transfer: TransferOptions;
  /** What the API is measured by; something of its own when absent. */
  metrics?: ApiMetrics;
  /** What /api/ready tells of besides the catalog and the index; questions are answered without it. */
  checks?: Record<string, Check>;
}

/** Milliseconds that a count of the libraries is told for. */
const countedForMs = 30_000;
/** An id that no library has: asking for it shows that the store answers. */
const nobody = '/lectern/ready';

/** The HTTP API as an express application: the routes of openapi/, carried out over the ports. */
export function createApi(options: ApiOptions): Express {
  const document = loadDescription();
  const measures = options.metrics ?? createMetrics();
  const requests = createRequestScope(options.log);
  const { log } = requests;
  const routes = routesOf({ ...options, log }, document, measures);
  const validatorOf = createValidators(document);
  const { access, operatorToken } = options;
  const authenticator = withOperator(operatorToken, access.authenticator);
  const admission = noting(createAdmission({ ...access, authenticator }), requests);
  const { limits } = access;
  const guard = { names: options, admission, limits };

  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', false);
  trust(app, options.trustedProxies ?? []);
  app.use(requestContext({ requests, metrics: measures, log: options.log }));
  for (const operation of operationsOf(document)) {
    const route = routes[operation.id];
    if (!route)
      throw new Error(`openapi/ names the operation ${operation.id}; nothing carries it out`);
    const handlers = operationHandlers(operation, {
      route,
      validator: validatorOf(operation),
      guard,
    });
    app.route(expressPath(operation.path))[operation.method](...handlers);
  }
  const onChange = (): void => requests.note({ changes: true });
  const operationsFor = createOperations({ document, routes, validatorOf, admission, onChange });
  const onCall: ApiMetrics['tool'] = (call, seconds) => {
    measures.tool(call, seconds);
    requests.note(call);
  };
  app.use(toolServer({ ...options, log, admission, operationsFor, onCall }));
  for (const path of Object.keys(document.paths))
    app.all(expressPath(path), wrongMethod(document, path));
  app.use(unknownPath(), failed(requests, access));
  return app;
}

/** Takes the addresses of callers from what these proxies say of them. */
function trust(app: Express, proxies: string[]): void {
  try {
    app.set('trust proxy', proxies);
  } catch (error) {
    const message = `trustedProxies (LECTERN_TRUSTED_PROXIES): ${messageOf(error)}; expected addresses and ranges such as 10.0.0.0/8`;
    throw new LecternError('validation_error', 400, message, { cause: error });
  }
}

/** What routes are made of: their log names the request that a line is about. */
type RouteOptions = Omit<ApiOptions, 'log'> & { log: RequestLog };

function routesOf(
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

function wrongMethod(document: ApiDocument, path: string): RequestHandler {
  const methods = operationsOf(document).filter((operation) => operation.path === path);
  const names = methods.map(({ method }) => method.toUpperCase());
  const allowed = (names.includes('GET') ? [...names, 'HEAD'] : names).join(', ');
  return (request, response) => {
    response.set('Allow', allowed);
    const message = `${path} does not answer ${request.method}; it answers ${allowed}.`;
    throw new LecternError('method_not_allowed', 405, message);
  };
}

function unknownPath(): RequestHandler {
  return () => {
    const message =
      'There is nothing at this path; use /mcp for the Model Context Protocol, /api/openapi.json lists the others.';
    throw new LecternError('not_found', 404, message);
  };
}

/** An admission that tells a request's log line who called. */
function noting(admission: Admission, requests: RequestScope): Admission {
  return {
    ...admission,
    async identify(key) {
      const caller = await admission.identify(key);
      requests.note({ caller });
      return caller;
    },
  };
}

/** Express knows an error handler by its four parameters. */
function failed(requests: RequestScope, { oauth }: Access): ErrorRequestHandler {
  return (error, _request, response, _next) => {
    if (response.headersSent || response.destroyed) {
      if (response.headersSent && !hasLeft(error)) requests.note({ error });
      response.destroy();
      return;
    }
    const { status, body } = problemOf(error);
    const challenge = challengeOf(error, oauth);
    if (challenge !== undefined) response.set('WWW-Authenticate', challenge);
    if (status >= 500) requests.note({ error });
    response.status(status).json(body);
  };
}

/** Whether an answer ended because nobody reads it any more. */
function hasLeft(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE')
  );
}
