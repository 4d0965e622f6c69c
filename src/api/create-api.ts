import express, { type Express } from 'express';
import type { Logger } from 'pino';
import { LecternError, messageOf } from '../errors.ts';
import type { Embedder, Reranker } from '../models/embedder.ts';
import type { ManifestSync } from '../resources/manifest-sync.ts';
import type { InjectionPolicy } from '../search/context.ts';
import type { Catalog } from '../store/catalog.ts';
import type { Registry } from '../store/registry.ts';
import type { SecretStore } from '../store/secrets.ts';
import type { SnippetIndex } from '../store/snippet-index.ts';
import type { Access } from '../access/access.ts';
import { createAdmission, type Admission } from '../access/admission.ts';
import { withOperator } from '../access/authenticator.ts';
import type { Check } from './check.ts';
import { operationsOf } from './description.ts';
import { loadDescription } from './load-description.ts';
import { createMetrics, type ApiMetrics } from './metrics.ts';
import { toolServer } from '../mcp/mount.ts';
import { expressPath, operationHandlers } from './operation-handlers.ts';
import { createOperations } from './operations.ts';
import { requestContext } from './request-context.ts';
import { createRequestScope, type RequestScope } from './request-scope.ts';
import type { TransferOptions } from './routes/transfer/routes.ts';
import { createValidators } from './validator.ts';
import { failed, unknownPath, wrongMethod } from './failures.ts';
import { routesOf } from './routes.ts';

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
