import { isAllowed, isRestricting } from '../../access/policies.ts';
import type { Access } from '../../access/access.ts';
import { maySee } from '../../access/visibility.ts';
import { LecternError } from '../../errors.ts';
import { answerJson } from '../../search/answer-json.ts';
import { answerText } from '../../search/answer-text.ts';
import type { ContextSearch } from '../../search/context.ts';
import type { LibrarySearch } from '../../search/libraries.ts';
import type { LibraryRecord } from '../../store/catalog.ts';
import { clientOf } from '../../usage/use.ts';
import type { Route } from '../route.ts';

/** What decides whether a caller is answered, and counts it. */
type AnswerAccess = Pick<Access, 'policies' | 'usage'>;

/** GET /api/v2/libs/search. A catalog that does not answer is 503 search_failed. */
export function searchLibraries(
  libraries: LibrarySearch,
  { policies: book, usage: { meter } }: AnswerAccess,
): Route {
  return {
    amend(query, headers) {
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
        const json = await libraries.search({ libraryName, query, sees, filtered });
        const client = clientOf(call.headers);
        meter.note(call.caller, { operation: 'search', form: 'json', client, tokens: 0 });
        return { json };
      } catch (error) {
        if (error instanceof LecternError) throw error;
        const message = 'Search failed: service temporarily unavailable. Try again in a moment.';
        throw new LecternError('search_failed', 503, message, { cause: error });
      }
    },
  };
}

/** GET /api/v2/context, as text or JSON. */
export function getContext(
  search: ContextSearch,
  { policies: book, usage: { meter } }: AnswerAccess,
): Route {
  return {
    async handle({ query, headers, caller, signal }) {
      await meter.admit(caller);
      let libraryId = '';
      const policies = await book.of(caller.teamspace);
      const answer = await search.answer(
        {
          libraryId: query('libraryId'),
          query: query('query'),
          fast: query('fast') === 'true',
          tokens: Number(query('tokens')),
          sees(library) {
            if (!maySee(caller, library)) return false;
            libraryId = library.id;
            if (isAllowed(policies, library, Date.now())) return true;
            throw notAllowed(library.id);
          },
        },
        signal,
      );
      const { tokens } = answer;
      const form = query('type') === 'json' ? 'json' : 'txt';
      const client = clientOf(headers);
      meter.note(caller, { operation: 'context', form, client, libraryId, tokens });
      return form === 'json' ? { json: answerJson(answer) } : { text: answerText(answer) };
    },
  };
}

/** The library is there, but the teamspace's policies leave it out. */
function notAllowed(id: string): LecternError {
  const message = `Access denied: library ${id} is left out by your teamspace's policies. GET /api/v2/policies shows them.`;
  return new LecternError('access_denied', 403, message);
}
