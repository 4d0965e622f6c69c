import type { IndexedSnippet } from '../store/snippet.ts';

/** Tokens of an answer unless the caller asks for another budget. */
export const defaultBudget = 3_300;
/** Share of the budget that one page may take while other pages have something to say. */
const pageShare = 0.6;
/** More snippets than this help nobody, however short they are. */
const maxSnippets = 20;

/** A snippet that may be shown, with its cost. */
export interface Candidate {
  snippet: IndexedSnippet;
  /** Tokens it takes in an answer, its source line and separators included. */
  cost: number;
}

/**
 * The candidates that fit the budget, in the order given (best first). One page may take most of the answer only with what
 * other pages leave over. The best candidate is taken even when nothing at all fits.
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

/** Tokens a snippet takes in an answer: its own, its link's, and those of fences and separators. */
export function answerCost(snippet: IndexedSnippet, link: string): number {
  // Links hold commits and paths, which tokenise worse than prose: at most one token for two characters.
  const note = snippet.flags ? noteTokens : 0;
  return snippet.tokens + Math.ceil(link.length / 2) + framing + note;
}

/** Tokens that the rules of a library's owner take: at most one for three characters of prose. */
export function rulesCost(rules: readonly string[] = []): number {
  if (rules.length === 0) return 0;
  return rules.reduce((sum, rule) => sum + Math.ceil(rule.length / 3) + 2, framing);
}

/** The note on what a snippet is flagged for. */
const noteTokens = 32;
/** `### `, `Source: `, a fence and the line of dashes. */
const framing = 14;
