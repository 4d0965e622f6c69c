import { RunError } from '../../../base/errors.ts';
import type { LibrarySource } from '../../../resources/library.ts';
import { withinReach } from '../reach.ts';
import type { Preview, PreviewOptions } from './preview.ts';

/**
 * Previews a source: names and counts, not its content. Stops after `maxMs` milliseconds. Returns a failure of the
 * source in the preview. Rejects when the signal aborts.
 */
export async function previewSource(
  source: LibrarySource,
  options: PreviewOptions,
): Promise<Preview> {
  const { signal, maxMs = 10_000 } = options;
  const timed = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
  try {
    return await previewByType(source, { ...options, signal: timed });
  } catch (error) {
    signal.throwIfAborted();
    if (timed.aborted) {
      const message = `it did not answer within ${maxMs / 1000} seconds`;
      return { failure: { reason: 'Timeout', message } };
    }
    if (!(error instanceof RunError)) throw error;
    return { failure: { reason: error.reason, message: error.message } };
  }
}

/** Loads the code of a source type on its first use. */
async function previewByType(source: LibrarySource, given: PreviewOptions): Promise<Preview> {
  const options = await withinReach(source, given);
  const { git, website, llmstxt, openapi, wiki, pages } = source;
  if (git) return (await import('./preview-git.ts')).previewGit(git, options);
  if (website) return (await import('./preview-website.ts')).previewWebsite(website, options);
  if (llmstxt) return (await import('./preview-file.ts')).previewLlmstxt(llmstxt, options);
  if (openapi?.url !== undefined) {
    return (await import('./preview-file.ts')).previewOpenapi(openapi.url, options);
  }
  const workspace = await import('./preview-workspace.ts');
  if (wiki) return workspace.previewWiki(wiki, options);
  if (pages) return workspace.previewPages(pages, options);
  return {};
}
