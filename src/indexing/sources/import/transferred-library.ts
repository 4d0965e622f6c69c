import type { CodeSample } from '../../../store/snippet.ts';

/** A library in an export (`ImportLibrary` of the API): texts without vectors. */
export interface TransferredLibrary extends LibraryFacts {
  codeSnippets: TransferredCode[];
  infoSnippets: TransferredInfo[];
  /** Versions besides the default one; absent where there are none. */
  versions?: TransferredVersion[];
}

/** Maximum number of versions besides the default one: as many as a Library may name. */
export const maxVersions = 50;

/** A version besides the default one. */
interface TransferredVersion {
  /** Tag or branch. */
  version: string;
  totalTokens?: number;
  codeSnippets: TransferredCode[];
  infoSnippets: TransferredInfo[];
}

/** Facts of a library. */
export interface LibraryFacts {
  /** Library id. */
  project: string;
  title?: string;
  description?: string;
  type?: LibraryType;
  /** Language of the texts, by its English name: "English". */
  language?: string;
  branch?: string;
  docsRepoUrl?: string;
  docsSiteUrl?: string;
  totalTokens?: number;
}

/** Kind of a library's source. */
export const libraryTypes = ['repo', 'website', 'openapi'] as const;
type LibraryType = (typeof libraryTypes)[number];

/** A snippet with code, in Context7's format of exports. */
export interface TransferredCode {
  /** URL of the source with a unique mark, see snippet-id.ts. */
  id: string;
  title: string;
  /** Prose around the code, Markdown. */
  description: string;
  /** Language of the code; '' if it is unknown. */
  language: string;
  codeList: CodeSample[];
  tokens: number;
}

/** A snippet of prose, in Context7's format of exports. */
export interface TransferredInfo {
  /** See TransferredCode. */
  id: string;
  /** Markdown. */
  content: string;
  /** Headings joined by ' > '. */
  breadcrumb: string;
  tokens: number;
}

/** The first line of an upload. */
export interface UploadHead extends LibraryFacts {
  /** Versions besides the default one, in the order of their lines; absent if there are none. */
  versions?: string[];
}

/** A line of an upload after the first. Lines after a version belong to it, lines before the first version to the default one. */
export type UploadLine = { code: TransferredCode } | { info: TransferredInfo } | VersionLine;

/** Begins a version other than the default one. */
export interface VersionLine {
  /** Tag or branch. */
  version: string;
}
