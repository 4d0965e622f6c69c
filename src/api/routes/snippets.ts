import type { Access } from '../../identity/access/access.ts';
import { createConcurrencyLimit } from '../../base/concurrency-limit.ts';
import { invalid } from '../../libraries/add/submission.ts';
import type { InjectionPolicy } from '../../search/context.ts';
import type {
  BrowsedSnippet,
  BrowsedSnippets,
  Browsing,
  SnippetBrowser,
} from '../../search/snippet-browser.ts';
import type { PageEnd } from '../../store/snippet-index.ts';
import type { Exchange, Route } from '../route.ts';
import { mayAsk } from './answers.ts';

interface BrowsePorts {
  access: Pick<Access, 'policies'>;
  browse: SnippetBrowser;
  /** How answers treat snippets that instruct a model. Default: `flag`. */
  injections?: InjectionPolicy;
}

/** Scans for flagged snippets that run at a time. Each reads a whole version. */
const concurrency = { total: 4, perKey: 2 };

/** GET /api/v1/library/snippets: lists a library's snippets for callers who may ask it. It does not count as usage. */
export function listSnippets({
  access,
  browse,
  injections = 'flag',
}: BrowsePorts): Route<'listSnippets'> {
  const scans = createConcurrencyLimit(concurrency);
  const browsed = (
    browsing: Browsing,
    { caller, signal }: Pick<Exchange, 'caller' | 'signal'>,
  ): Promise<BrowsedSnippets> => {
    const isScan = browsing.flagged && browsing.search === '';
    if (!isScan) return browse(browsing, signal);
    const who = caller.keyId ?? caller.userId ?? caller.role;
    return scans(who, signal, () => browse(browsing, signal));
  };
  return {
    async handle({ query, caller, signal }) {
      const policies = await access.policies.of(caller.teamspace);
      const [search, flagged, version] = [
        query('search'),
        query('flagged') === 'true',
        query('version'),
      ];
      const after = query('after') === '' ? undefined : pageEnd(query('after'));
      if (after && (search !== '' || flagged)) {
        throw invalid(
          'Query parameter "after" cannot be combined with "search" or "flagged"; leave it out.',
        );
      }
      let id = '';
      const { active, snippets, next } = await browsed(
        {
          id: query('id'),
          version,
          path: query('path'),
          flagged,
          search,
          ...(after && { after }),
          limit: Number(query('limit')),
          sees(library) {
            if (!mayAsk(caller, policies, library)) return false;
            id = library.id;
            return true;
          },
        },
        { caller, signal },
      );
      const { documents, snippets: total, tokens, updatedAt } = active;
      return {
        json: {
          id,
          version,
          documents,
          total,
          tokens,
          updatedAt,
          injections,
          snippets: snippets.map(viewOf),
          ...(next && { next: `${next.shown}:${next.path}` }),
        },
      };
    },
  };
}

function viewOf({ snippet, link, score }: BrowsedSnippet) {
  const { anchor: _, ...facts } = snippet;
  return { ...facts, link, ...(score !== undefined && { score }) };
}

/** Parses the end of a page. The document's pattern has validated it. */
function pageEnd(text: string): PageEnd {
  const colon = text.indexOf(':');
  return { path: text.slice(colon + 1), shown: Number(text.slice(0, colon)) };
}
