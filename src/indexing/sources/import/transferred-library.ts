import type { CodeSample } from '../../../store/snippet.ts';

/** A library as it goes from one install to another (`ImportLibrary` of the API): text, and no vectors. */
export interface TransferredLibrary extends LibraryFacts {
  codeSnippets: TransferredCode[];
  infoSnippets: TransferredInfo[];
  /** Versions besides the default one; absent where there are none. */
  versions?: TransferredVersion[];
}

/** Versions of a library that is transferred, besides its default one: as many as a Library may name. */
export const maxVersions = 50;

/** A version besides the default one. */
export interface TransferredVersion {
  /** Tag or branch. */
  version: string;
  totalTokens?: number;
  codeSnippets: TransferredCode[];
  infoSnippets: TransferredInfo[];
}

/** What is known of a library besides its snippets. */
export interface LibraryFacts {
  /** Library id. */
  project: string;
  title?: string;
  description?: string;
  type?: LibraryType;
  /** Of the texts, in English: "English". */
  language?: string;
  branch?: string;
  docsRepoUrl?: string;
  docsSiteUrl?: string;
  totalTokens?: number;
}

/** What a library was made of. */
export const libraryTypes = ['repo', 'website', 'openapi'] as const;
export type LibraryType = (typeof libraryTypes)[number];

export interface TransferredCode {
  /** URL of the source with a mark that makes it unique, see snippet-id.ts. */
  id: string;
  title: string;
  description: string;
  language: string;
  codeList: CodeSample[];
  tokens: number;
}

export interface TransferredInfo {
  id: string;
  content: string;
  /** Headings joined by ' > '. */
  breadcrumb: string;
  tokens: number;
}

/** The first line of an upload. */
export interface UploadHead extends LibraryFacts {
  /** Names of the versions besides the default one, in the order in which they follow; absent where there are none. */
  versions?: string[];
}

/** A line of an upload after the first. The lines that follow a version are of that version, those before it of the default one. */
export type UploadLine = { code: TransferredCode } | { info: TransferredInfo } | VersionLine;
export interface VersionLine {
  version: string;
}
