import { instructsModel } from '../indexing/safety/injection.ts';
import type { InjectionPolicy } from './context.ts';

/** The names of a library, written by its source or by a person. */
interface Naming {
  id: string;
  title: string;
  description: string;
}

/** Returns the names as callers may see them. */
export type ShownNaming = <Named extends Naming>(named: Named) => Named;

/** Texts in the cache: more than a list of libraries shows. */
const remembered = 20_000;

const leftOut = '(left out: it contains instructions for a language model)';

/**
 * Screens titles and descriptions by the policy for snippets, so that none of them instructs the model that reads an answer:
 * `flag` replaces the text by a note, `drop` by nothing, `keep` shows it. A title is replaced by the name in the id. The
 * screen works on what is shown, so that it covers records of older versions.
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
    // An instruction may begin in the title and end in the description.
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
