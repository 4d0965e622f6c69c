import {
  endOfItem,
  googleTitle,
  itemTitles,
  readEntry,
} from '../../code/doc/docstring-sections.ts';
import { dedentBlock, indented, indentOf } from '../../indentation.ts';

/**
 * Returns a docstring as reStructuredText without headings. Sections in the styles of Google and NumPy get a title in bold, and their
 * entries become list items. https://www.sphinx-doc.org/en/master/usage/extensions/napoleon.html
 */
export function docstringRst(doc: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < doc.length;) {
    const section = sectionAt(doc, at);
    if (section) {
      const { title, from, end } = section;
      const body = dedentBlock(doc.slice(from, end));
      const shown = itemTitles.test(title) && !body.some(isPrompt) ? items(body) : body;
      const lines = ['', `**${title}**`, '', ...shown, ''];
      out.push(...indented(lines, ' '.repeat(indentOf(doc[at]!))));
      at = end;
    } else {
      out.push(doc[at]!);
      at += 1;
    }
  }
  return out;
}

interface Section {
  title: string;
  /** Indices of the first line of its body, and after the last one. */
  from: number;
  end: number;
}

function sectionAt(doc: readonly string[], at: number): Section | undefined {
  const line = doc[at]!;
  const [, google] = googleTitle.exec(line.trim()) ?? [];
  if (google !== undefined) {
    const end = endOfItem(doc, at);
    return end > at + 1 ? { title: google, from: at + 1, end } : undefined;
  }
  if (!isUnderlined(doc, at)) return undefined;
  const title = line.trim();
  let end = at + 2;
  // The entries of other sections are text of their own.
  while (itemTitles.test(title) && end < doc.length && !isUnderlined(doc, end)) end += 1;
  return { title, from: at + 2, end };
}

function isUnderlined(doc: readonly string[], at: number): boolean {
  return /^\s*\w[^:]{0,60}$/.test(doc[at]!) && /^\s*([-=~^])\1{2,100}\s*$/.test(doc[at + 1] ?? '');
}

function isPrompt(line: string): boolean {
  return /^\s*>>>/.test(line);
}

/** Returns the entries of a section as list items. Prose stays prose. */
function items(body: readonly string[]): string[] {
  const out: string[] = [];
  for (let at = 0; at < body.length;) {
    const end = endOfItem(body, at);
    const more = dedentBlock(body.slice(at + 1, end));
    const entry = readEntry(body[at]!, more);
    if (entry) {
      const { name, type, about } = entry;
      const [first = '', ...rest] = about[0] === '' ? about.slice(1) : about;
      out.push(`- \`\`${name}\`\`${type ? ` (${type})` : ''}${first ? `: ${first}` : ''}`);
      out.push(...indented(rest, '  '));
    } else out.push(...body.slice(at, end));
    at = end;
  }
  return out;
}
