import type { IndexedSnippet } from '../store/snippet.ts';

/** A snippet chosen for an answer. */
export interface RankedSnippet {
  /** 1 is the best of the whole answer, over both kinds. */
  rank: number;
  score: number;
  /** URL of the source, which a person can open. */
  link: string;
  snippet: IndexedSnippet;
}

/** An answer before it becomes JSON or text. Each list has the best snippet first. */
export interface ContextAnswer {
  /** Rules of the library's owner for readers, one line each. Absent if there are none. */
  rules?: string[];
  /** Says from which version the answer is; absent if the caller names the version or no project. */
  versionNote?: string;
  code: RankedSnippet[];
  info: RankedSnippet[];
  /** Tokens of the text form. Above the budget only if a single snippet or the rules exceed it. */
  tokens: number;
}
