import type { Admission } from '../identity/access/admission.ts';
import type { Caller } from '../identity/access/caller.ts';
import type { ApiDocument, Operation } from './description.ts';
import { operationsOf } from './description.ts';
import type { AnyRoute, OperationId, Reply } from './route.ts';
import type { RequestValidator } from './validator.ts';

/** The input of an operation, as in a request. */
interface OperationInput {
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/**
 * The operations of openapi/ for one caller in this process: with the same validation, results and errors as over HTTP. Does
 * not support operations with a streamed body.
 */
export interface Operations {
  json(id: OperationId, input: OperationInput, signal: AbortSignal): Promise<unknown>;
  text(id: OperationId, input: OperationInput, signal: AbortSignal): Promise<string>;
}

interface OperationParts {
  document: ApiDocument;
  routes: Readonly<Record<string, AnyRoute>>;
  validatorOf: (operation: Operation) => RequestValidator;
  admission: Pick<Admission, 'check'>;
}

/** Returns the operations of a caller, which run through the routes. */
export function createOperations({
  document,
  routes,
  validatorOf,
  admission,
}: OperationParts): (caller: Caller) => Operations {
  const known = new Map(
    operationsOf(document).map((operation) => [
      operation.id,
      { ...operation, route: routes[operation.id], validator: validatorOf(operation) },
    ]),
  );

  async function run(
    caller: Caller,
    { id, query = {}, body }: OperationInput & { id: OperationId },
    signal: AbortSignal,
  ): Promise<Reply> {
    const { route, validator, requirement } = known.get(id) ?? {};
    if (!route || !validator) throw new Error(`There is no operation ${id}`);
    if (requirement) admission.check(caller, requirement);
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) given.set(name, String(value));
    }
    const values = validator.query(given);
    validator.body(body);
    return route.handle({
      query: (name) => values.get(name) ?? '',
      path: () => '',
      // The header that Context7's tool server sends from everywhere.
      headers: { 'x-context7-source': 'mcp-server' },
      body,
      caller,
      signal,
    });
  }

  return (caller) => ({
    async json(id, input, signal) {
      const reply = await run(caller, { id, ...input }, signal);
      if (!('json' in reply)) throw new Error(`${id} does not answer JSON`);
      return reply.json;
    },
    async text(id, input, signal) {
      const reply = await run(caller, { id, ...input }, signal);
      if (!('text' in reply)) throw new Error(`${id} does not answer text`);
      return reply.text;
    },
  });
}
