import { trimBlankLines } from '../../blank-lines.ts';
import { linkText } from '../../block-tags.ts';
import type { DocPart } from '../code-symbol.ts';
import { dedent } from '../../indentation.ts';
import { outsideCode } from './markdown-parts.ts';
import { htmlInText } from './html-text.ts';
import { jsdocParts } from './jsdoc.ts';

/**
 * Parses Scaladoc as Markdown, which Scala 3 uses, with the syntax of a wiki, which Scala 2 uses, and with tags like those of JSDoc.
 * See https://docs.scala-lang.org/overviews/scaladoc/for-library-authors.html and
 * https://docs.scala-lang.org/scala3/guides/scaladoc/docstrings.html.
 */
export function scaladocParts(doc: string, fence: string): DocPart[] {
  const [first = '', ...more] = doc.split('\n');
  const fenced = wikiCode([first, ...dedent(more)].join('\n'));
  return jsdocParts(outsideCode(tags(fenced), markdown), fence);
}

/** Returns a comment with fences in place of `{{{` and `}}}`, and code spans in place of those in a line. */
function wikiCode(doc: string): string {
  let out = '';
  let at = 0;
  for (;;) {
    const open = doc.indexOf('{{{', at);
    if (open === -1) return out + doc.slice(at);
    const close = doc.indexOf('}}}', open);
    const end = close === -1 ? doc.length : close;
    const code = doc.slice(open + 3, end);
    const before = doc.slice(at, open);
    const isAlone = /^\s*(?:@example\s*)?$/.test(before.slice(before.lastIndexOf('\n') + 1));
    out += before;
    out +=
      code.includes('\n') || isAlone
        ? `\n\`\`\`\n${trimBlankLines(code)}\n\`\`\`\n`
        : `\`${code.trim()}\``;
    at = Math.min(end + 3, doc.length);
  }
}

/** Names the tags as JSDoc does. */
function tags(doc: string): string {
  return doc
    .replace(/`\[\[([A-Za-z_][\w.#]{0,200})\]\]([^`\n]{0,50})`/g, '`$1$2`')
    .replace(/^([ \t]*)@tparam\b/gm, '$1@template')
    .replace(/^([ \t]*)@note\b[ \t]*/gm, '$1@remarks **Note:** ')
    .replace(/^([ \t]*)@constructor\b/gm, '$1@remarks');
}

const wiki: readonly (readonly [RegExp, string])[] = [
  [/'''(?=\S)([^'\n]{1,300})'''/g, '**$1**'],
  [/''(?=\S)([^'\n]{1,300})''/g, '*$1*'],
  [/(?<!\w)__(?=\S)([^_\n]{1,300})__(?!\w)/g, '**$1**'],
  [/^[ \t]*(={1,6})[ \t]*([^=\n]{1,200}?)[ \t]*\1[ \t]*$/gm, '# $2'],
  [/^[ \t]+([-*]|1\.|[aAiI]\.)(?=[ \t])/gm, '$1'],
];

/** A link, whose target can have the types of parameters. */
const wikiLink = /\[\[((?:[^[\]]|\[(?:[^[\]]|\[[^[\]]{0,50}\]){0,100}\]){1,500})\]\]/g;

function markdown(text: string): string {
  let shown = text.replace(wikiLink, (_, body: string) => link(body));
  for (const [pattern, replacement] of wiki) shown = shown.replace(pattern, replacement);
  return htmlInText(shown);
}

/** Returns a link to a symbol or an address as Markdown. Signs and types behind a symbol say which one is meant. */
function link(body: string): string {
  if (/^\s*https?:/.test(body)) return linkText(body);
  const [, target = '', label = ''] =
    /^\s*((?:\[.{0,200}\]|\(.{0,300}\)|[^\s[(]){1,200})([^]*)$/.exec(body) ?? [];
  const symbol = target
    .replace(/[[(:].*$|\*$/, '')
    .replace(/[!$](?=\.|$)/g, '')
    .replace(/^_root_\./, '');
  return linkText(`${symbol} ${label.trim()}`);
}
