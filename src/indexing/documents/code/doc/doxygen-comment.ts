import { namedItem } from '../../block-tags.ts';
import { outsideSpans } from '../../fences.ts';
import { doxygenToMarkdown, isDoxygenCommand } from '../../markdown/dialects/doxygen.ts';
import { capitalized } from '../../text-pieces.ts';
import type { DocPart } from '../code-symbol.ts';
import { htmlToMarkdown } from './html-text.ts';
import { dedent } from '../../indentation.ts';
import { markdownParts } from './markdown-parts.ts';

/** Returns a comment with `@` before its commands, and without the one before its first sentence. */
export function doxygenText(comment: string): string {
  const [first = '', ...rest] = comment.split('\n');
  return [first.trimStart(), ...dedent(rest)]
    .join('\n')
    .replace(formula, formulaText)
    .replace(/^([ \t]*)\\(?=[a-z])/gm, '$1@')
    .replace(/^[ \t]*@(?:brief|short|details)\b[ \t]*\n?/gm, '')
    .replace(
      /^[ \t]*@(?:file|fn|def|struct|union|class|enum|namespace|typedef|var|relate[sd](?:also)?|memberof|ingroup|copy(?:doc|brief|details))\b.*\n?/gm,
      '',
    )
    .trim()
    .replace(/^([^\n]{1,200}?)\.?\n\n\1\.?(?=\n|$)/, '$1.');
}

/** A formula. https://www.doxygen.nl/manual/formulas.html */
const formula =
  /[@\\]f(?:\$([^]{1,2000}?)[@\\]f\$|\[([^]{1,2000}?)[@\\]f\]|\{[\w*]{1,30}\}\{?([^]{1,2000}?)[@\\]f\})/g;

/** Returns a formula on one line, so that none of its lines begins with a command. */
function formulaText(_: string, inline?: string, display?: string, block?: string): string {
  const text = (inline ?? display ?? block ?? '').trim().replace(/\s+/g, ' ');
  return inline === undefined ? `$$${text}$$` : `$${text}$`;
}

/** Lists of commands, with their titles. */
const titles: Readonly<Record<string, string>> = {
  param: 'Parameters',
  tparam: 'Type parameters',
  retval: 'Return values',
  throw: 'Throws',
  throws: 'Throws',
  exception: 'Throws',
};
/** A command with the name that it describes: `@param[in] depth In meters.` */
const item = /^\s*@([a-z]+)\s*(?:\[[^\]\n]{0,20}\])?\s+(\S+)\s*(?:-\s+)?(.*)$/;
const command = /^\s*@([a-z_]+\d?)\b(.*)$/;
/** A title ends with its line. */
const title = /^\s*@(?:mainpage|page|(?:sub){0,2}section|paragraph|defgroup|addtogroup|par)\b/;
const codeStart = /^\s*(?:@(?:code|verbatim)\b|```|~~~)/;
const codeEnd = /^\s*(?:@(?:endcode|endverbatim)\b|```|~~~)/;

/** Parses comments of Doxygen and plain ones: commands as titles and lists, with Markdown and HTML around them. */
export function doxygenParts(doc: string, fence: string): DocPart[] {
  const written = doc.split('\n').map(withoutBreaks);
  const lines = doxygenToMarkdown(withLists(joinedCommands(written)));
  const parts = markdownParts(lines.join('\n'), {
    fallback: fence,
    text: (text) =>
      htmlToMarkdown(text.split('\n').map(withoutSigns).join('\n')).replace(/\n{3,}/g, '\n\n'),
  });
  return parts.map((part) => ({ ...part, heading: part.heading.replace(/\s*\{#[^{}]*\}$/, '') }));
}

/** Writes the numbered items of Doxygen as those of Markdown, and leaves out line breaks: `\\n` or `@n` at the end of a line. */
function withoutBreaks(line: string): string {
  return line.replace(/^([ \t]*)-#(?=\s)/, '$11.').replace(/(?<!\\)[@\\]n$/, '');
}

/** Follows code through the lines of a comment. The command that ends it belongs to no code. */
function codeFollower(): (line: string) => boolean {
  let isCode = false;
  return (line) => {
    isCode = isCode ? !codeEnd.test(line) : codeStart.test(line);
    return isCode;
  };
}

/** A line that does not continue the paragraph above it. */
const begins = /^\s*(?:$|@(?!(?:[abcep]|em|ref)\b)|\||[-*+]\s|\d+[.)]\s|```|~~~)/;

/** Returns whether a line begins the paragraph of a command. */
function isParagraph(line: string): boolean {
  return command.test(line) && !codeEnd.test(line) && !title.test(line);
}

/** An item of a list that is indented like code. */
const deepItem = /^[ \t]{5,}((?:[-*+]|\d{1,3}[.)])[ \t]+\S.*)$/;

/** Joins the lines of a command's paragraph, and removes the indentation of other paragraphs, outside of code. */
function joinedCommands(lines: readonly string[]): string[] {
  const out: string[] = [];
  const isInCode = codeFollower();
  let isCode = false;
  let isOpen = false;
  for (const line of lines) {
    const item = isCode ? null : deepItem.exec(line);
    if (item) {
      // Far to the right, below a parameter, it would be code.
      out.push(`  ${item[1]}`);
      isOpen = true;
      continue;
    }
    const isContinued = !isCode && !begins.test(line) && (out.at(-1) ?? '').trim() !== '';
    if (isContinued && isOpen) {
      out.push(`${out.pop()!} ${line.trim()}`);
      continue;
    }
    isCode = isInCode(line);
    isOpen = !isCode && isParagraph(line);
    out.push(isContinued ? line.trimStart() : line);
  }
  return out;
}

/** Writes parameters and similar commands as lists, and commands that only the project has as titles. */
function withLists(lines: readonly string[]): string[] {
  const isInCode = codeFollower();
  let open = '';
  return lines.flatMap((line) => {
    if (isInCode(line)) return [line];
    const [, key = '', own = '', about = ''] = item.exec(line) ?? [];
    const title = titles[key];
    const isNew = open !== title;
    if (title !== undefined || line.trim() !== '') open = title ?? '';
    if (title === undefined) return withTitle(line);
    const entry = namedItem(own, about);
    return isNew ? ['', `${title}:`, '', entry] : [entry];
  });
}

function withTitle(line: string): string[] {
  const [, key = '', rest = ''] = command.exec(line) ?? [];
  if (key === '' || isDoxygenCommand(key)) return [line];
  return ['', `**${capitalized(key).replaceAll('_', ' ')}:**${rest}`];
}

/** Removes links that only Doxygen can follow, and the signs of links to symbols: `#acme_cut`, `::cut` and `%Saw`. */
function withoutSigns(line: string): string {
  if (!/[#:%@]/.test(line)) return line;
  const unlinked = line
    .replace(/\[([^[\]\n]{1,200})\]\([@\\]ref[^()\n]{0,200}\)/g, '$1')
    .replace(/(?<=[\s(])@(?:see|sa)(?=\s)/g, 'see');
  return outsideSpans(unlinked, (text) =>
    text.replace(
      /(?<![\w#&%:/])(?:#(?!(?:include|define|undef|ifn?def|if|elif|else|endif|pragma|error)\b)|::|%)(?=[A-Za-z_]\w{2})/g,
      '',
    ),
  );
}
