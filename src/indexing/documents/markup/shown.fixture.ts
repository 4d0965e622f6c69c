import { flat } from '../../../../test/support/sections.ts';
import { parseDocument } from '../parse.ts';

/** What a document shows. */
interface Shown {
  title: string;
  /** The headings of each section, with those around it. */
  names: string[];
  /** All text, code in «». */
  text: string;
}

/** Returns a function that returns what a document with this path shows. */
export function shownAt(path: string): (content: string) => Promise<Shown> {
  return async (content) => {
    const document = await parseDocument({ path, format: 'markdown', content, hash: '' });
    const names = document.sections.map(({ headings }) => headings.join(' > '));
    return { title: document.title, names, text: flat(document) };
  };
}
