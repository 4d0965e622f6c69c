import { inlineCode } from '../clean.ts';

/**
 * Code, text as it is, links, pictures, and text between two marks. Marks stand between spaces or punctuation.
 */
const markup =
  /@(?=\S)([^@\n]{0,500}?\S)@|==(?=\S)([^\n]{1,500}?)==|<(code|tt|kbd|notextile)>([^<\n]{0,500})<\/\3>|\[?"(?:\([^()\n]{1,60}\))?([^"\n]{1,300}?)(?: ?\([^()\n]{1,200}\))?":((?:https?:\/\/|mailto:|\.{0,2}\/|#|[\w-]+[./])[^\s<>"|\]]{0,1000}|#)\]?|!(?![\s=])(?:\([^()\n]{1,60}\)|[<>=])?[^\s!()]{1,500}(?:\([^()\n]{0,300}\))?!(?::\S{1,500})?|(?<=^|[\s("'[{>|–—])(\*{1,2}|_{1,2}|\?\?|\+|%)(?:\([^()\n]{1,60}\)|\{[^{}\n]{1,200}\}|\[[^[\]\n]{1,20}\])?(?=\S)([^\n]{0,500}?\S)\7(?=$|[\s.,;:!?)\]}"'<|–—])|\[(\d{1,3})\]|[*`]|(?<!\w)_|_(?!\w)/gm;
const emphasis: Readonly<Record<string, string>> = {
  '*': '**',
  '**': '**',
  _: '*',
  __: '*',
  '??': '*',
};
/** Maximum depth of marks in marks. */
const deepest = 3;
/** Punctuation behind a link. */
const behind = /[.,;:!?)]+$/;

/**
 * Writes the markup of a text as Markdown. https://textile-lang.com/doc/phrase-modifiers
 * https://textile-lang.com/doc/links https://textile-lang.com/doc/inline-code
 */
export function inline(text: string, links: ReadonlyMap<string, string>, depth = 0): string {
  let out = '';
  let last = 0;
  const within = (inner: string): string =>
    depth < deepest ? inline(inner, links, depth + 1) : plain(inner);
  for (const match of text.matchAll(markup)) {
    const [found, code, raw, , tagged, label, target, mark, marked] = match;
    out += text.slice(last, match.index);
    last = match.index + found.length;
    if (code !== undefined) out += inlineCode(code);
    else if (raw !== undefined) out += plain(raw);
    else if (tagged !== undefined) out += inlineCode(tagged);
    else if (label !== undefined) out += link(within(label), target!, links);
    else if (mark !== undefined) out += emphasized(mark, within(marked!));
    else out += found.startsWith('!') ? '' : plain(found);
  }
  return out + text.slice(last);
}

function emphasized(mark: string, text: string): string {
  const written = emphasis[mark] ?? '';
  return written + text.replaceAll('**', written === '**' ? '' : '**') + written;
}

function link(label: string, written: string, links: ReadonlyMap<string, string>): string {
  const end = written.length > 1 ? (behind.exec(written)?.[0] ?? '') : '';
  const name = written.slice(0, written.length - end.length);
  const target = links.get(name) ?? name;
  return `[${label}](${target})${end}`;
}

/** Returns text that no Markdown begins in. */
function plain(text: string): string {
  return text.replace(/[*`]|(?<!\w)_|_(?!\w)/g, '\\$&');
}
