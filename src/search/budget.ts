import type { IndexedSnippet } from '../store/snippet.ts';

/** Tokens of an answer if the caller names no budget. */
export const defaultBudget = 3_300;
/** Share of the budget that one page may take while other pages have candidates. */
const pageShare = 0.6;
/** Most snippets in an answer. */
const maxSnippets = 20;

/** A snippet and its cost. */
export interface Candidate {
  snippet: IndexedSnippet;
  /** Tokens in an answer, with source line and separators. */
  cost: number;
}

/**
 * Returns the candidates that fit the budget, in the order given (best first). One page takes more than its share only if
 * other pages leave tokens over. Returns the best candidate if none fits.
 */
export function fitBudget<Item extends Candidate>(ranked: Item[], budget: number): Item[] {
  const taken = new Set<Item>();
  const pages = new Map<string, number>();
  let left = budget;
  const take = (item: Item): void => {
    taken.add(item);
    left -= item.cost;
    pages.set(item.snippet.path, (pages.get(item.snippet.path) ?? 0) + item.cost);
  };
  for (const item of ranked) {
    const ofPage = pages.get(item.snippet.path) ?? 0;
    const pageFull = ofPage > 0 && ofPage + item.cost > budget * pageShare;
    if (taken.size < maxSnippets && item.cost <= left && !pageFull) take(item);
  }
  for (const item of ranked) {
    if (taken.size < maxSnippets && item.cost <= left && !taken.has(item)) take(item);
  }
  return taken.size > 0 ? ranked.filter((item) => taken.has(item)) : ranked.slice(0, 1);
}

/** Returns the tokens of a snippet in an answer: its text, its link, fences and separators. */
export function answerCost(snippet: IndexedSnippet, link: string): number {
  // Links hold commits and paths, which take up to one token for two characters.
  const note = snippet.flags ? noteTokens : 0;
  return snippet.tokens + Math.ceil(link.length / 2) + framing + note;
}

/** Returns the tokens of the owner's rules: at most one for three characters of prose. */
export function rulesCost(rules: readonly string[] = []): number {
  if (rules.length === 0) return 0;
  return rules.reduce((sum, rule) => sum + Math.ceil(rule.length / 3) + 2, framing);
}

/** Tokens of the note on a flagged snippet. */
const noteTokens = 32;
/** Tokens of `### `, `Source: `, a fence and the line of dashes. */
const framing = 14;
