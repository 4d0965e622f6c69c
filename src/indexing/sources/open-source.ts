import { RunError } from '../../base/errors.ts';
import { withinReach } from './reach.ts';
import type { OpenSource } from './source.ts';

/** Opens a source of any type. Each type's code is loaded when the first source of that type is opened. */
export const openSource: OpenSource = async (source, given) => {
  const options = await withinReach(source, given);
  const { git, website, llmstxt, openapi, wiki, pages } = source;
  if (git) return (await import('./git/open-git.ts')).openGit(git, options);
  if (website) return (await import('./website/open-website.ts')).openWebsite(website, options);
  if (source.import) {
    return (await import('./import/open-import.ts')).openImport(source.import, options);
  }
  if (llmstxt) return (await import('./llmstxt/open-llmstxt.ts')).openLlmstxt(llmstxt, options);
  if (openapi?.upload) {
    const { openUploadedOpenapi } = await import('./openapi/open-openapi.ts');
    return openUploadedOpenapi(openapi.upload, options);
  }
  if (openapi?.url !== undefined) {
    const { openOpenapi } = await import('./openapi/open-openapi.ts');
    return openOpenapi({ url: openapi.url }, options);
  }
  if (wiki) return (await import('./wiki/open-wiki.ts')).openWiki(wiki, options);
  if (pages) return (await import('./pages/open-pages.ts')).openPages(pages, options);
  throw new RunError(
    'InvalidSource',
    'the source is empty; expected git, website, llmstxt, openapi, wiki or pages',
  );
};
