import { pagesSubmission, wikiSubmission } from '../../../libraries/add/workspace.ts';
import type { Submission } from '../../../libraries/add/submission.ts';
import type { Call, Route } from '../../route.ts';
import { readers } from './readers.ts';
import { submit, type AddPorts } from './submit.ts';

/** POST /api/v2/add/...: the operations by their ids. */
export function addRoutes(ports: AddPorts): Record<string, Route> {
  const adding = (read: (body: Call['body']) => Submission): Route => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { id } = library.spec;
      const message = existed
        ? `Library ${id} is there already and is read again, with the settings it has.`
        : `Library ${id} was added and is queued for indexing.`;
      return { json: { libraryName: id, message } };
    },
  });
  const routes = Object.values(readers).map(({ operation, read }) => [operation, adding(read)]);
  return {
    ...(Object.fromEntries(routes) as Record<string, Route>),
    addConfluence: adding(wikiSubmission),
    addNotion: adding(pagesSubmission),
  };
}
