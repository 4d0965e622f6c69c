import type { IndexedSnippet } from '../store/snippet.ts';

/** A snippet chosen for an answer. */
export interface RankedSnippet {
  /** 1 is the best of the whole answer, over both kinds. */
  rank: number;
  score: number;
  /** URL of the source a person can open. */
  link: string;
  snippet: IndexedSnippet;
}

/** An answer before it takes its JSON or text form; each list best first. */
export interface ContextAnswer {
  /** What the library's owner wants those to know who ask, one line each; absent where there is nothing. */
  rules?: string[];
  code: RankedSnippet[];
  info: RankedSnippet[];
  /** Tokens the answer takes in its text form, at most the budget save for a single large snippet and long rules. */
  tokens: number;
}
