import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { PlanSync } from '../libraries/manifest-sync/plan-sync.ts';
import { LecternError, messageOf } from '../base/errors.ts';
import type { InstallFacts } from '../base/install-facts.ts';
import type { Embedder, Reranker } from '../models/embedder.ts';
import type { ManifestSync } from '../resources/manifest-sync.ts';
import type { InjectionPolicy } from '../search/context.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import { openLive } from './live/live.ts';
import { createShownNaming } from '../search/shown-naming.ts';
import type { ApiRegistry } from './live/noted-registry.ts';
import type { WriteLog } from '../store/write-log.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import type { Access } from '../identity/access/access.ts';
import type { MemberRuns } from '../identity/access/visibility.ts';
import { createAdmission, type Admission } from '../identity/access/admission.ts';
import { withOperator } from '../identity/access/authenticator.ts';
import type { Check } from './check.ts';
import { operationsOf } from './description.ts';
import { entrance } from './entrance.ts';
import { loadDescription } from './load-description.ts';
import { createMetrics, type ApiMetrics } from './metrics.ts';
import { dashboard } from './page/dashboard.ts';
import { toolServer } from './mcp/mount.ts';
import { expressPath, operationHandlers } from './operation-handlers.ts';
import { createOperations } from './operations.ts';
import { belowPublicPath, publicPathOf } from './public-path.ts';
import { requestContext } from './request-context.ts';
import { createRequestScope, type RequestScope } from './request-scope.ts';
import type { LookingOptions } from './routes/add/preview.ts';
import type { TransferOptions } from './routes/transfer/routes.ts';
import { createSessions, type Sessions } from '../identity/sessions/sessions.ts';
import { createValidators } from './validator.ts';
import { failed, unknownPath, wrongMethod } from './failures.ts';
import { routesOf } from './routes.ts';
import type { Parser } from '../base/parsing/parser.ts';

export interface ApiOptions {
  catalog: Pick<Catalog, 'get' | 'search' | 'count' | 'each'>;
  index: Pick<SnippetIndex, 'search' | 'versions' | 'page' | 'read'>;
  registry: ApiRegistry;
  /** Where tokens that arrive in requests are kept. */
  secrets: SecretStore;
  /** ManifestSyncs: the one named `default` is the GitOps settings. */
  manifests: Pick<Registry<ManifestSync>, 'list' | 'get' | 'watch' | 'create' | 'patch'>;
  /** Tells what a sync of GitOps settings would do; absent where this process reads no manifests. */
  planSync?: PlanSync;
  embedder: Embedder;
  reranker?: Reranker;
  /** Whose runs members may start and cancel; those of their teamspace's own libraries when absent. */
  memberRuns?: MemberRuns;
  /** What becomes of snippets, titles and descriptions that instruct a language model. */
  injections?: InjectionPolicy;
  log: Logger;
  /** Version of the program. */
  version: string;
  /** Address the server is bound to. */
  host: string;
  /** Address that clients reach the server by, without a slash at its end; what each request calls it when absent. */
  publicUrl?: string;
  /** More host names that clients may call the server by. */
  allowedHosts?: readonly string[];
  /** Origins of other pages that may call the server. */
  allowedOrigins?: readonly string[];
  /** Lets its bearer add, refresh and delete libraries, local paths included. */
  operatorToken: string;
  /** What push webhooks are signed with; without one they are off. */
  webhookSecret?: string;
  /** Addresses and ranges of proxies whose X-Forwarded-For is believed. */
  trustedProxies?: string[];
  /** Who may call besides. */
  access: Access;
  /** How sources are looked at before they are added. */
  looking: LookingOptions;
  /** Reads what strangers wrote. */
  parser: Parser;
  /** What exports and imports need. */
  transfer: TransferOptions;
  /** What the API is measured by; something of its own when absent. */
  metrics?: ApiMetrics;
  /** Aborts when the server is about to end: event streams end, and nothing is followed any more. */
  stopped: AbortSignal;
  /** Where other processes of the API note what they write; absent where there is one process alone. */
  writeLog?: WriteLog;
  /** What /api/ready tells of besides the catalog and the index; questions are answered without it. */
  checks?: Record<string, Check>;
  /** What the install is made of, for its admins. */
  facts?: InstallFacts;
}

/** Paths whose end is any number of segments. */
const endsInAny = /\{\*\w+\}$/;

/** The HTTP API as an express application: the routes of openapi/, carried out over the ports. */
export function createApi(options: ApiOptions): Express {
  const document = loadDescription();
  const measures = options.metrics ?? createMetrics();
  const requests = createRequestScope(options.log);
  const { log } = requests;
  const validatorOf = createValidators(document);
  const { access, operatorToken } = options;
  const authenticator = withOperator(operatorToken, access.authenticator);
  const admission = noting(createAdmission({ ...access, authenticator }), requests);
  const sessions = createSessions({ ...access.sessions, operatorToken });
  const naming = createShownNaming(options.injections);
  const live = openLive({ ...options, naming, log });
  const parts = {
    ...options,
    log,
    admission,
    sessions,
    validatorOf,
    live,
    naming,
    registry: live.registry,
  };
  const routes = routesOf(parts, document, measures);
  const { limits } = access;
  const guard = {
    publicUrl: options.publicUrl,
    admission,
    sessions: notingFound(sessions, requests),
    limits,
  };

  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', false);
  trust(app, options.trustedProxies ?? []);
  const publicPath = publicPathOf(options.publicUrl);
  app.use(belowPublicPath(publicPath));
  app.use(requestContext({ requests, metrics: measures, log: options.log }));
  app.use(entrance(options));
  const answer = (paths: string[]): void => {
    for (const operation of operationsOf(document).filter(({ path }) => paths.includes(path))) {
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
    for (const path of paths) app.all(expressPath(path), wrongMethod(document, path));
  };
  const paths = Object.groupBy(Object.keys(document.paths), (path) =>
    endsInAny.test(path) ? 'open' : 'closed',
  );
  answer(paths.closed ?? []);
  // These would take the methods that the paths below them do not have.
  answer(paths.open ?? []);
  const onChange = (): void => requests.note({ changes: true });
  const operationsFor = createOperations({ document, routes, validatorOf, admission, onChange });
  const onCall: ApiMetrics['tool'] = (call, seconds) => {
    measures.tool(call, seconds);
    requests.note(call);
  };
  app.use(toolServer({ ...options, log, admission, operationsFor, onCall }));
  app.use(dashboard(publicPath === '' ? {} : { base: `${publicPath}/` }));
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

/** Sessions that tell a request's log line who called. */
function notingFound(sessions: Sessions, requests: RequestScope): Pick<Sessions, 'find'> {
  return {
    async find(token) {
      const session = await sessions.find(token);
      if (session) requests.note({ caller: session.caller });
      return session;
    },
  };
}
