import express, { type Express } from 'express';
import { LecternError, messageOf } from '../base/errors.ts';
import { openLive } from './live/live.ts';
import { createShownNaming } from '../search/shown-naming.ts';
import { createAdmission, type Admission } from '../identity/access/admission.ts';
import { withOperator } from '../identity/access/authenticator.ts';
import { operationsOf } from './description.ts';
import { checkOrigin } from './origin-check.ts';
import { loadDescription } from './load-description.ts';
import type { ApiOptions } from './api-options.ts';
import { createMetrics, type ApiMetrics } from './metrics.ts';
import { dashboard } from './dashboard.ts';
import { toolServer } from './mcp/endpoint.ts';
import { notingChanges } from './noted-changes.ts';
import { expressPath, operationHandlers } from './operation-handlers.ts';
import { createOperations } from './operations.ts';
import { requestContext, createRequestScope, type RequestScope } from './request-log.ts';
import { withoutPort } from '../identity/limits/counted-address.ts';
import { createSessions, type Sessions } from '../identity/sessions/sessions.ts';
import { createValidators } from './validator.ts';
import { errorResponse, unknownPath, wrongMethod } from './error-responses.ts';
import { routesOf } from './routes.ts';
import type { AnyRoute } from './route.ts';
import type { RequestHandler } from 'express';

/** Paths whose last parameter matches any number of segments. */
const endsInAny = /\{\*\w+\}$/;

/** Creates the HTTP API as an express application with the routes of openapi/. */
export function createApi(options: ApiOptions): Express {
  const document = loadDescription();
  const measures = options.metrics ?? createMetrics();
  const requests = createRequestScope(options.log);
  const { log } = requests;
  const validatorOf = createValidators(document);
  const { access, operatorToken } = options;
  const authenticator = withOperator(operatorToken, access.authenticator);
  const admission = loggingCaller(createAdmission({ ...access, authenticator }), requests);
  const sessions = loggingSessions(createSessions({ ...access.sessions, operatorToken }), requests);
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
  const operations = operationsOf(document);
  const made: Readonly<Record<string, AnyRoute>> = routesOf(parts, document, measures);
  const routes = Object.fromEntries(
    operations.map((operation) => {
      const route = made[operation.id];
      if (!route)
        throw new Error(`openapi/ has the operation ${operation.id}, but no route handles it`);
      return [operation.id, notingChanges(operation, route, (facts) => requests.note(facts))];
    }),
  );
  const { limits } = access;
  const guard = {
    publicUrl: options.publicUrl,
    admission,
    sessions,
    limits,
  };

  const app = express();
  app.disable('x-powered-by').set('etag', false).set('query parser', false);
  // A proxy in front compares letters exactly: /Metrics must not lead around its rule for /metrics.
  app.enable('case sensitive routing');
  trust(app, options.trustedProxies ?? []);
  const publicPath = publicPathOf(options.publicUrl);
  app.use(belowPublicPath(publicPath));
  app.use(requestContext({ requests, metrics: measures, log: options.log }));
  app.use(checkOrigin(options));
  const answer = (paths: string[]): void => {
    for (const operation of operations.filter(({ path }) => paths.includes(path))) {
      const handlers = operationHandlers(operation, {
        route: routes[operation.id]!,
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
  // These patterns also match closed paths, so they must come last.
  answer(paths.open ?? []);
  const operationsFor = createOperations({ document, routes, validatorOf, admission });
  const onCall: ApiMetrics['tool'] = (call, seconds) => {
    measures.tool(call, seconds);
    requests.note(call);
  };
  app.use(toolServer({ ...options, log, admission, operationsFor, onCall }));
  app.use(dashboard(publicPath === '' ? {} : { base: `${publicPath}/` }));
  app.use(unknownPath(), errorResponse(requests, access));
  return app;
}

/** Trusts X-Forwarded-For of these proxies. */
function trust(app: Express, proxies: string[]): void {
  try {
    app.set('trust proxy', proxies);
    const isTrusted = app.get('trust proxy fn') as (address: string, hop: number) => boolean;
    app.set('trust proxy', (address: string, hop: number) => isTrusted(withoutPort(address), hop));
  } catch (error) {
    const message = `trustedProxies (LECTERN_TRUSTED_PROXIES): ${messageOf(error)}; expected addresses and ranges such as 10.0.0.0/8`;
    throw new LecternError('validation_error', message, { cause: error });
  }
}

/** Wraps an admission to add callers to the log lines of their requests. */
function loggingCaller(admission: Admission, requests: RequestScope): Admission {
  return {
    ...admission,
    async identify(key) {
      const caller = await admission.identify(key);
      requests.note({ caller });
      return caller;
    },
  };
}

/** Wraps sessions to add callers to the log lines of their requests. The start of a session is a change, also by a GET. */
function loggingSessions(sessions: Sessions, requests: RequestScope): Sessions {
  return {
    ...sessions,
    async open(holder) {
      const session = await sessions.open(holder);
      if (session) requests.note({ caller: session.caller, changes: true });
      return session;
    },
    async find(token) {
      const session = await sessions.find(token);
      if (session) requests.note({ caller: session.caller });
      return session;
    },
  };
}

/** Returns the path of `publicUrl`, without a trailing slash; '' if it has none. */
function publicPathOf(publicUrl: string | undefined): string {
  return publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/**
 * Removes the path of `publicUrl` from request paths. Some proxies remove it and others do not: an Ingress forwards paths
 * unchanged by default.
 */
function belowPublicPath(path: string): RequestHandler {
  return (request, _response, next) => {
    const { url } = request;
    const rest = url.slice(path.length);
    if (path !== '' && url.startsWith(path) && /^($|[/?])/.test(rest)) {
      request.url = rest.startsWith('/') ? rest : `/${rest}`;
    }
    next();
  };
}
