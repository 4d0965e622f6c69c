import { RunError } from '../../base/errors.ts';
import type { LibrarySource, WikiSource } from '../../resources/library.ts';
import { descriptionEnding } from '../documents/openapi/description-ending.ts';
import { remoteGitSource, gitAddress, hasNoRepository } from './git-address.ts';
import { libraryId } from './library-id.ts';
import { isLlmsFile } from './llms-file.ts';
import { pageIdIn } from './pages/page-id.ts';
import { llmstxtAddress, webUrl } from './web-url.ts';
import { wikiAddress } from './wiki/address.ts';

/** How a library is read, by the field that its source has: `git`, `website` and so on. */
export type SourceType = keyof LibrarySource;

/** The source that a URL or path means. */
export interface Recognized {
  /** The library id, /owner/name. */
  id: string;
  source: LibrarySource;
}

const descriptionPath = /\/(v\d\/)?(api-docs|openapi|swagger)\/?$/i;

/**
 * Recognizes the source that a URL or local path means, unless the type is given:
 *
 * 1. git: a local path (`/x`, `./x`, `../x`, `~/x`, `.`, `file://`), `git@host:owner/repo`, `ssh://`, `git://`, anything
 *    ending in `.git` or `/_git/<repository>`, and a repository on a known Git host. `/tree/<branch>/<folder>` behind it names the branch and folder to
 *    read. `owner/repo` alone means GitHub.
 * 2. llmstxt: a file called `llms.txt`, `llms-full.txt` or alike.
 * 3. openapi: a `.json`, `.yaml` or `.yml` file, or a path ending in `/openapi`, `/swagger` or `/api-docs`.
 * 4. website: everything else. A host without a scheme means https.
 *
 * A wiki or pages source is never guessed, because its public pages are a website too.
 *
 * Throws RunError('InvalidSource') for any other text.
 */
export function recognize(input: string, type?: SourceType): Recognized {
  const text = input.trim();
  const source = sourceOf(type ?? guess(text), text);
  return { id: libraryId(source), source };
}

function guess(text: string): SourceType {
  if (gitAddress(text) || hasNoRepository(text)) return 'git';
  const url = anyUrl(text);
  if (isLlmsFile(url.pathname)) return 'llmstxt';
  const isDescription = descriptionEnding.test(url.pathname) || descriptionPath.test(url.pathname);
  return isDescription ? 'openapi' : 'website';
}

/** Parses a URL. The error also mentions paths, because the text can be a mistyped path. */
function anyUrl(text: string): URL {
  try {
    return webUrl(text);
  } catch (error) {
    if (!(error instanceof RunError) || /credentials/.test(error.message)) throw error;
    const shown = JSON.stringify(text.slice(0, 100));
    throw new RunError(
      'InvalidSource',
      `${shown} is neither a URL nor a path; expected one such as https://docs.example.org/ or ./docs`,
    );
  }
}

function sourceOf(type: SourceType, text: string): LibrarySource {
  if (type === 'wiki') return { wiki: wikiOf(webUrl(text)) };
  if (type === 'pages') return { pages: { pageIds: [pageIdIn(text)] } };
  if (type === 'llmstxt') return { llmstxt: { url: new URL(llmstxtAddress(text)).href } };
  if (type !== 'git') return { [type]: { url: webUrl(text).href } };
  const address = gitAddress(text);
  return { git: address?.local ? { url: address.url } : remoteGitSource(text) };
}

function wikiOf(url: URL): WikiSource {
  const { siteUrl, spaceKey, pageId } = wikiAddress(url.href);
  if (spaceKey === undefined && pageId === undefined) {
    throw new RunError(
      'InvalidSource',
      `${url.host}${url.pathname} names neither a space nor a page; expected a URL such as https://example.atlassian.net/wiki/spaces/DOC`,
    );
  }
  return { siteUrl, ...(spaceKey && { spaceKey }), ...(pageId && { pageIds: [pageId] }) };
}
