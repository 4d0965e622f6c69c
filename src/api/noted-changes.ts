import { isObject } from '../base/json.ts';
import type { Operation } from './description.ts';
import type { RequestFacts } from './request-log.ts';
import type { AnyCall, AnyRoute } from './route.ts';

/** Fields of bodies that tell what a change is about. Other fields can contain credentials or texts. */
const fields = ['id', 'libraryName', 'library', 'teamspace', 'userId', 'role'];

/** Returns a route that notes that the operation changes something, and what each request is about; the same one for a GET. */
export function notingChanges(
  { method, parameters }: Pick<Operation, 'method' | 'parameters'>,
  route: AnyRoute,
  note: (facts: Partial<RequestFacts>) => void,
): AnyRoute {
  if (method === 'get') return route;
  const aboutOf = (call: AnyCall): Record<string, string> => {
    const given = parameters.map((one) => [one.name, call[one.in](one.name)] as const);
    const body: unknown = call.body;
    const named = fields.map((name) => [name, isObject(body) ? body[name] : undefined] as const);
    const texts = [...given, ...named].filter(([, value]) => typeof value === 'string' && value);
    return Object.fromEntries(texts) as Record<string, string>;
  };
  return {
    ...route,
    handle(call) {
      const about = aboutOf(call);
      note({ changes: true, ...(Object.keys(about).length > 0 && { about }) });
      return route.handle(call);
    },
  };
}
