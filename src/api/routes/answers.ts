import type { IncomingHttpHeaders } from 'node:http';
import {
  isRestricting,
  type JudgedLibrary,
  type Policies,
} from '../../identity/access/policies.ts';
import { isAllowed } from '../../identity/access/policy-judge.ts';
import type { Access } from '../../identity/access/access.ts';
import type { Caller } from '../../identity/access/caller.ts';
import { maySee } from '../../identity/access/visibility.ts';
import { LecternError } from '../../base/errors.ts';
import { answerJson } from '../../search/answer-json.ts';
import { answerText } from '../../search/answer-text.ts';
import type { AnswerStage, ContextSearch } from '../../search/context.ts';
import type { LibrarySearch } from '../../search/libraries.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import { clientOf } from '../../identity/usage/use.ts';
import type { Route } from '../route.ts';
import type { FindProject } from './projects/projects.ts';
import { serverTiming } from '../server-timing.ts';

/** Checks whether a caller may ask, and counts the answers. */
type AnswerAccess = Pick<Access, 'policies' | 'usage'> & { findProject: FindProject };

/** Reads the header in which clients name their project, as the query parameter. */
function amendProject(query: URLSearchParams, headers: IncomingHttpHeaders): void {
  const named = headers['x-lectern-project'];
  if (typeof named === 'string' && !query.has('project')) query.set('project', named);
}

/** GET /api/v2/libs/search. Throws LecternError('search_failed', 503) if the catalog does not answer. */
export function searchLibraries(
  libraries: LibrarySearch,
  { policies: book, usage: { meter }, findProject }: AnswerAccess,
): Route<'searchLibraries'> {
  return {
    amend(query, headers) {
      amendProject(query, headers);
      // ctx7 sends no query when its user gives none, although the API says that it is required.
      const name = query.get('libraryName');
      const lenient = headers['x-context7-source'] === 'cli' && !query.has('query');
      if (lenient && name !== null) query.set('query', name);
    },
    async handle(call) {
      await meter.admit(call.caller);
      try {
        const [libraryName, query] = [call.query('libraryName'), call.query('query')];
        const policies = await book.of(call.caller.teamspace);
        const now = Date.now();
        const sees = (record: LibraryRecord): boolean =>
          maySee(call.caller, record) && isAllowed(policies, record, now);
        const filtered = isRestricting(policies);
        const fast = call.query('fast') === 'true';
        const project = await findProject(call.query('project'), call.caller);
        const asked = { libraryName, query, sees, filtered, fast };
        const question = { ...asked, ...(project && { project }) };
        const json = await libraries.search(question, call.signal);
        const client = clientOf(call.headers);
        meter.note(call.caller, { operation: 'search', form: 'json', client, tokens: 0 });
        return { json };
      } catch (error) {
        if (error instanceof LecternError || call.signal.aborted) throw error;
        const message = 'Search failed: service temporarily unavailable. Try again in a moment.';
        throw new LecternError('search_failed', message, { cause: error });
      }
    },
  };
}

/** GET /api/v2/context, as text or JSON. `measured` gets the duration of each stage; Server-Timing shows those of this answer. */
export function getContext(
  search: ContextSearch,
  { policies: book, usage: { meter }, findProject }: AnswerAccess,
  measured: (stage: AnswerStage, seconds: number) => void,
): Route<'getContext'> {
  return {
    amend: amendProject,
    async handle({ query, headers: given, caller, signal }) {
      const start = performance.now();
      const timings = new Map<string, number>();
      await meter.admit(caller);
      let libraryId = '';
      const policies = await book.of(caller.teamspace);
      const project = await findProject(query('project'), caller);
      const answer = await search.answer(
        {
          libraryId: query('libraryId'),
          query: query('query'),
          fast: query('fast') === 'true',
          tokens: Number(query('tokens')),
          ...(project && { project }),
          sees(library) {
            if (!mayAsk(caller, policies, library)) return false;
            libraryId = library.id;
            return true;
          },
          onStage(stage, seconds) {
            measured(stage, seconds);
            timings.set(stage, (timings.get(stage) ?? 0) + seconds * 1000);
          },
        },
        signal,
      );
      const { tokens } = answer;
      const form = query('type') === 'json' ? 'json' : 'txt';
      const client = clientOf(given);
      meter.note(caller, { operation: 'context', form, client, libraryId, tokens });
      const shown = form === 'json' ? { json: answerJson(answer) } : { text: answerText(answer) };
      timings.set('total', performance.now() - start);
      const headers = {
        'Server-Timing': serverTiming(timings),
        'X-Answer-Tokens': String(tokens),
      };
      return { ...shown, headers };
    },
  };
}

/**
 * Returns whether a caller sees a library. Throws LecternError('access_denied', 403) if the policies of the teamspace exclude
 * a library that the caller sees.
 */
export function mayAsk(caller: Caller, policies: Policies, library: JudgedLibrary): boolean {
  if (!maySee(caller, library)) return false;
  if (isAllowed(policies, library, Date.now())) return true;
  const message = `Access denied: your teamspace's policies exclude library ${library.id}. GET /api/v2/policies shows them.`;
  throw new LecternError('access_denied', message);
}
