import type { LibrarySource } from '../../resources/library.ts';
import { recognize } from '../../indexing/sources/recognize.ts';
import { inField, invalid, submissionOf, type CommonBody, type Submission } from './submission.ts';

interface WebsiteBody extends CommonBody {
  websiteUrl: string;
  /** Limits the crawl to pages whose URL begins with it. */
  websiteBaseUrl?: string;
  maxPages?: number;
  maxDepth?: number;
  excludePatterns?: string[];
}

/** Returns the Library of a website. If there is a base URL, the id is derived from it. Throws LecternError('validation_error'). */
export function websiteSubmission(body: WebsiteBody): Submission {
  const { websiteUrl, websiteBaseUrl, maxPages, maxDepth, excludePatterns } = body;
  const url = webUrl(websiteUrl, 'websiteUrl', 'website');
  const settings = {
    ...(maxPages !== undefined && { maxPages }),
    ...(maxDepth !== undefined && { maxDepth }),
    ...(excludePatterns && { excludePatterns }),
  };
  if (websiteBaseUrl === undefined) return submissionOf({ website: { url, ...settings } }, body);
  const baseUrl = webUrl(websiteBaseUrl, 'websiteBaseUrl', 'website');
  if (!isUnder(baseUrl, url)) {
    throw invalid(
      `Field "websiteUrl" must begin with websiteBaseUrl, so that the first page is one of those read: ${JSON.stringify(url)} does not begin with ${JSON.stringify(baseUrl)}.`,
    );
  }
  return submissionOf({ website: { url, baseUrl, ...settings } }, body);
}

/** Returns the Library of an OpenAPI description. Throws LecternError('validation_error'). */
export function openapiSubmission(body: CommonBody & { openApiUrl: string }): Submission {
  return submissionOf({ openapi: { url: webUrl(body.openApiUrl, 'openApiUrl', 'openapi') } }, body);
}

/** Returns the Library of an llms.txt file. Throws LecternError('validation_error'). */
export function llmstxtSubmission(body: CommonBody & { llmstxtUrl: string }): Submission {
  return submissionOf({ llmstxt: { url: webUrl(body.llmstxtUrl, 'llmstxtUrl', 'llmstxt') } }, body);
}

/** Parses a URL in the same way as `lectern add` and manifests. */
function webUrl(text: string, field: string, type: 'website' | 'openapi' | 'llmstxt'): string {
  const source: LibrarySource = inField(field, () => recognize(text, type).source);
  return source[type]?.url ?? text;
}

/** Returns whether a URL has the host of `base`, and its path or one below it. */
function isUnder(base: string, url: string): boolean {
  const [outer, inner] = [new URL(base), new URL(url)];
  const folder = outer.pathname.replace(/\/?$/, '/');
  return outer.host === inner.host && `${inner.pathname}/`.startsWith(folder);
}
