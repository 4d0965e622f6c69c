import type { IndexedSnippet } from '../store/snippet.ts';

/** Tokens of an answer if the caller names no budget. */
export const defaultBudget = 3_300;
/** Most snippets in an answer. */
const maxSnippets = 20;

/** A snippet and its cost. */
export interface Candidate {
  snippet: IndexedSnippet;
  /** Tokens in an answer, with source line and separators. */
  cost: number;
}

/** Returns the candidates that fit the budget, in the order given (best first). Returns the best candidate if none fits. */
export function fitBudget<Item extends Candidate>(ranked: Item[], budget: number): Item[] {
  const taken: Item[] = [];
  let left = budget;
  for (const item of ranked) {
    if (taken.length === maxSnippets) break;
    if (item.cost > left) continue;
    taken.push(item);
    left -= item.cost;
  }
  return taken.length > 0 ? taken : ranked.slice(0, 1);
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
