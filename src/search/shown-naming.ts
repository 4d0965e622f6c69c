import { instructsModel } from '../indexing/safety/injection.ts';
import type { InjectionPolicy } from './context.ts';

/** What a source or a person calls a library. */
export interface Naming {
  id: string;
  title: string;
  description: string;
}

/** A naming as callers may see it. Answers the same for the same naming, at once. */
export type ShownNaming = <Named extends Naming>(named: Named) => Named;

/** Texts that are remembered: those of more libraries than a list shows. */
const remembered = 20_000;

const leftOut = '(left out: it holds instructions aimed at a language model)';

/**
 * Screens titles and descriptions by the policy that snippets have, so that none of them instructs the model that reads an
 * answer: `flag` says what is left out, `drop` leaves it out, `keep` shows everything. A title becomes what the id says.
 * It applies to what is shown, so that records of older versions are screened as well.
 */
export function createShownNaming(policy: InjectionPolicy = 'flag'): ShownNaming {
  if (policy === 'keep') return (named) => named;
  const seen = new Map<string, boolean>();
  const instructs = (text: string): boolean => {
    const known = seen.get(text);
    if (known !== undefined) return known;
    if (seen.size >= remembered) seen.clear();
    const found = instructsModel(text);
    seen.set(text, found);
    return found;
  };
  return (named) => {
    const { id, title, description } = named;
    // An instruction may begin in the one and end in the other.
    const both = `${title}\n${description}`;
    if (!instructs(both)) return named;
    const hidesTitle = instructs(title);
    return {
      ...named,
      title: hidesTitle ? nameOf(id) : title,
      description: hidesTitle && !instructs(description) ? description : hidden(policy),
    };
  };
}

function hidden(policy: InjectionPolicy): string {
  return policy === 'flag' ? leftOut : '';
}

function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1).replaceAll(/[_-]+/g, ' ');
}
