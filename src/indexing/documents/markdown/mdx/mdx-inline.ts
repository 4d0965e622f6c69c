import { decodeEntities } from '../../entities.ts';
import { attributesOf, firstAttribute } from '../../includes/attributes.ts';

/**
 * Code within a line, or an expression that is only a text, as in `{'<='}` and `{" "}`. Also an annotation of Clerk and Protocol, as in
 * `## Saws {{ tag: 'GET' }}` (https://github.com/bradlc/mdx-annotations). The value of an attribute is none of them.
 */
const expression =
  /(`+)(?!`)[^\n]{1,1000}?(?<!`)\1(?!`)|(?<!=)\{[ \t]{0,9}(?:"([^"\n]{0,300})"|'([^'\n]{0,300})'|`([^`${}\n]{1,300})`)[ \t]{0,9}\}|(?<!=)[ \t]{0,9}\{\{[ \t]{0,9}[\w'"-]{1,40}:(?:[^{}\n]|\{[^{}\n]{0,200}\}){0,300}\}\}/g;

/** Shows the expressions within a line that are only texts, and removes annotations. */
export function withoutExpressions(line: string): string {
  if (!line.includes('{')) return line;
  const shown = line.replace(expression, (whole, ...groups: string[]) => {
    const [mark, double, single, template] = groups;
    if (mark !== undefined) return whole;
    if (template === undefined) return (double ?? single ?? '').replaceAll('<', '&lt;');
    return template.trim() === '' ? template : `\`${template}\``;
  });
  return shown === line ? line : shown.trimEnd();
}

/** Code within a line, or a component without content that is a link. */
const link =
  /(`+)(?!`)[^\n]{1,1000}?(?<!`)\1(?!`)|<[A-Z]\w{0,40}Link\s((?:"[^"\n]{0,300}"|[^"<>\n]){1,600}?)\/>/g;
/** The name of a function, a constant or another symbol, also with its parameters. */
const symbolName = /^[\w.:<>-]{1,200}(?:\([^`]*\))?$/;

/**
 * Shows the text that a component in a sentence has as an attribute, as in `<ApiLink name="saw_cut" />` and
 * `<DocLink to="/saws" text="saws" />`. On a line of its own, a component that has only a title is no part of a sentence.
 */
export function withLinks(line: string): string {
  if (!line.includes('Link ')) return line;
  return line.replace(link, (whole, mark: string | undefined, written = '') => {
    if (mark !== undefined) return whole;
    const value = firstAttribute(attributesOf(written), 'display', 'label', 'text', 'name');
    if (value === undefined) return whole;
    const text = decodeEntities(value);
    const isCode = symbolName.test(text) && /[_(.:]/.test(text);
    return isCode ? `\`${text}\`` : text.replaceAll('<', '&lt;');
  });
}

/** An element alone in an expression. Sites of Nextra leave such a heading out of the contents of a page. */
const heldElement =
  /^([ \t]*)\{[ \t]*<([a-z]\w{0,20})(?:[ \t][^<>{}\n]{0,300})?>([^{}\n]{1,1000})<\/\2>[ \t]*\}[ \t]*$/;

/** Writes a line with an expression that is only an element as its text, which is bold for a heading: `{<h3 className="wide">Input</h3>}`. */
export function withHeldText(line: string): string {
  const [found, indent = '', name = '', text = ''] = heldElement.exec(line) ?? [];
  if (found === undefined) return line;
  return /^h[1-6]$/.test(name)
    ? `${indent}**${text.trim()}**`
    : `${indent}<${name}>${text}</${name}>`;
}
