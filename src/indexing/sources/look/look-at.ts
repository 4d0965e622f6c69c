import { RunError } from '../../../base/errors.ts';
import type { LibrarySource } from '../../../resources/library.ts';
import type { Look, LookOptions } from './found.ts';

/**
 * Looks at a source without reading it, for at most `lookMs` milliseconds. What is wrong with it is part of the answer;
 * rejects when the signal aborts.
 */
export async function lookAt(
  source: LibrarySource,
  options: LookOptions,
  lookMs = 10_000,
): Promise<Look> {
  const { signal } = options;
  const timed = AbortSignal.any([signal, AbortSignal.timeout(lookMs)]);
  try {
    return await look(source, { ...options, signal: timed });
  } catch (error) {
    signal.throwIfAborted();
    if (timed.aborted) {
      const message = `it did not answer within ${lookMs / 1000} seconds`;
      return { failure: { reason: 'Timeout', message } };
    }
    if (!(error instanceof RunError)) throw error;
    return { failure: { reason: error.reason, message: error.message } };
  }
}

/** Each type's code is loaded when the first source of that type is looked at. */
async function look(source: LibrarySource, options: LookOptions): Promise<Look> {
  const { git, website, llmstxt, openapi, wiki, pages } = source;
  if (git) return (await import('./look-at-git.ts')).lookAtGit(git, options);
  if (website) return (await import('./look-at-website.ts')).lookAtWebsite(website, options);
  if (llmstxt) return (await import('./look-at-llmstxt.ts')).lookAtLlmstxt(llmstxt, options);
  if (openapi?.url !== undefined) {
    return (await import('./look-at-openapi.ts')).lookAtOpenapi(openapi.url, options);
  }
  const workspace = await import('./look-at-workspace.ts');
  if (wiki) return workspace.lookAtWiki(wiki, options);
  if (pages) return workspace.lookAtPages(pages, options);
  return {};
}
