import { trimBlankLines } from '../blank-lines.ts';
import { escapeUTF8 } from 'entities';
import { attribute, isElement, textOf } from '../html/dom.ts';
import type { Element, Parent } from '../html/dom.ts';
import { dedentText } from '../indentation.ts';
import { withNames } from './entities.ts';
import { codeOf } from './synopsis.ts';

/** Writes an element as HTML. `around` says where it stands, such as in a part with headings of a level. */
export type Writer<Around = number> = (element: Element, around: Around) => string;

/** Functions of a reader of one language of XML. */
interface TreeWriter<Around> {
  /** Writes the children of an element. `write` writes an entity that is defined nowhere. */
  innerHtml: (
    parent: Pick<Parent, 'children'>,
    around: Around,
    write?: (name: string) => string,
  ) => string;
  /** Returns a writer that puts the children of an element into a tag of HTML. */
  inTag: (tag: string) => Writer<Around>;
  /** Returns a writer of elements that HTML has, too, with the attributes that `kept` names. */
  sameTag: (kept: readonly string[]) => Writer<Around>;
}

/** Returns what readers of languages of XML share. `elementHtml` writes the elements of the language. */
export function treeWriter<Around = number>(elementHtml: Writer<Around>): TreeWriter<Around> {
  const innerHtml: TreeWriter<Around>['innerHtml'] = ({ children }, around, write) => {
    let html = '';
    for (const child of children) {
      const text = textOf(child);
      if (text !== undefined) html += escapeUTF8(withNames(text, write));
      else if (isElement(child)) html += elementHtml(child, around);
      else if ('children' in child) html += innerHtml(child, around);
    }
    return html;
  };
  return {
    innerHtml,
    inTag: (tag) => (element, around) => `<${tag}>${innerHtml(element, around)}</${tag}>`,
    sameTag: (kept) => (element, around) => {
      const { name } = element;
      return `<${name}${attributesHtml(element, kept)}>${innerHtml(element, around)}</${name}>`;
    },
  };
}

function attributesHtml(element: Element, kept: readonly string[]): string {
  const values = kept.map((name) => [name, attribute(element, name)] as const);
  return values
    .map(([name, value]) => (value === '' ? '' : ` ${name}="${escapeUTF8(value)}"`))
    .join('');
}

/** Writes nothing. */
export const nothing = (): string => '';

/** Writes code in a language; '' if it is unknown. */
export function codeHtml(code: string, language = ''): string {
  const stated = language === '' ? '' : ` class="language-${escapeUTF8(language)}"`;
  return `<pre><code${stated}>${escapeUTF8(code)}</code></pre>`;
}

/** Writes an element as code, without the indentation that its lines share. */
export function listingHtml(element: Element, language: string): string {
  return codeHtml(dedentText(trimBlankLines(codeOf(element))), language);
}
