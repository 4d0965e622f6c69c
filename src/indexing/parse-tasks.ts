import { readFileSync } from 'node:fs';
import type { SourceDocument } from './documents/document.ts';
import type { DocumentToPrepare, PreparedDocument } from './prepare.ts';
import type { RepositoryConfig } from './sources/git/repository-config.ts';
import type { LlmsFile, LlmsText } from './sources/llmstxt/read-file.ts';
import type { DescriptionPreview } from './sources/openapi/preview-description.ts';
import type { ListedDocuments, ListedRepository } from './sources/preview/listed-documents.ts';
import type { DescribingFile, ProjectFacts } from './sources/project/project-facts.ts';
import type { SourceFacts } from './sources/source-facts.ts';
import type { PageText, ReadPageText } from './sources/website/page-text.ts';
import type { RobotsRules } from './sources/website/robots-rules.ts';
import type { Sitemap } from './sources/website/parse-sitemap.ts';

/** A text, and its name in messages. */
interface NamedText {
  where: string;
  text: string;
}

/** The tasks that read texts of a source in a parse process. Each loads its code on its first call. */
export const tasks = {
  /** Returns a document as snippets that are ready to embed. */
  async document(input: DocumentToPrepare): Promise<PreparedDocument> {
    const { prepareDocument } = await import('./prepare.ts');
    const { countTokens } = await import('../models/tokens.ts');
    const { countModelTokens } = await import('../models/word-pieces.ts');
    return prepareDocument(input.document, { ...input, countTokens, countModelTokens });
  },

  /** Returns which files a document includes that did not come with it. */
  async includes(document: SourceDocument): Promise<string[][]> {
    return (await import('./documents/includes/expand-includes.ts')).neededIncludes(document);
  },

  /** Returns the rules of a robots.txt for this program. */
  async robots(text: string): Promise<RobotsRules> {
    return (await import('./sources/website/robots-rules.ts')).readRobots(text);
  },

  async sitemap(text: string): Promise<Sitemap> {
    return (await import('./sources/website/parse-sitemap.ts')).parseSitemap(text);
  },

  /** Returns the metadata and the links of a page. */
  async page(input: PageText): Promise<ReadPageText> {
    return (await import('./sources/website/page-text.ts')).readPageText(input);
  },

  /** Returns the pages that an llms.txt lists or contains. */
  async llmstxt(input: LlmsText): Promise<LlmsFile> {
    return (await import('./sources/llmstxt/read-file.ts')).readLlmsFile(input);
  },

  /** Returns title and description of an API description. */
  async description({ where, text }: NamedText): Promise<SourceFacts> {
    return (await import('./sources/openapi/description-facts.ts')).descriptionFacts(where, text);
  },

  /** Returns the preview of an API description. */
  async descriptionPreview({ where, text }: NamedText): Promise<DescriptionPreview> {
    return (await import('./sources/openapi/preview-description.ts')).previewDescription(
      where,
      text,
    );
  },

  /** As `description`, for an uploaded file. Refuses a file that describes nothing. */
  async uploadedDescription(input: { file: string; fileName: string }): Promise<SourceFacts> {
    const { checkDescription } = await import('./sources/openapi/check-description.ts');
    const { decodeText } = await import('../base/http/charset.ts');
    return checkDescription(input.fileName, decodeText(readFileSync(input.file)));
  },

  /** Returns title, description and packages of a project. */
  async project(files: DescribingFile[]): Promise<ProjectFacts> {
    return (await import('./sources/project/project-facts.ts')).readProject(files);
  },

  /** Returns the documents of a repository for its preview. */
  async listedDocuments(input: ListedRepository): Promise<ListedDocuments> {
    return (await import('./sources/preview/listed-documents.ts')).listedDocuments(input);
  },

  /** Returns the settings of a repository's context7.json. */
  async repositoryConfig(text: string): Promise<RepositoryConfig> {
    return (await import('./sources/git/repository-config.ts')).parseRepositoryConfig(text);
  },
};
