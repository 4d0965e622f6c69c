import { oneLine, titledList } from '../../block-tags.ts';
import { trimBlankLines } from '../../blank-lines.ts';
import { dedentText } from '../../indentation.ts';
import type { DocPart } from '../code-symbol.ts';
import { markdownParts } from './markdown-parts.ts';

const keyword =
  /^[ \t]*\.(synopsis|description|parameter|example|inputs|outputs|notes|link|component|role|functionality|forwardhelptargetname|forwardhelpcategory|remotehelprunspace|externalhelp)(?:[ \t]+(\S[^\n]*?))?[ \t]*$/i;
/** A line of notes about the file, such as `Author: Ann`. */
const aboutFile =
  /^\s*(?:authors?|blog|company|contributors?|copyright|created?|date|file ?name|last edit(?:ed)?|last updated|licen[cs]e|modified|revision|tags|twitter|version|web(?:site)?)\b[^:\n]{0,20}:/i;
/** The prompt before a command. */
const prompt = /^[ \t]*(?:PS(?: ?[A-Z]:\\[^>\n]{0,100})? ?>|[A-Z]:\\(?:PS)?>)[ \t]?/;
/** The first line of a remark: words without the signs of a command. */
const sentence = /^[ \t]*[A-Z][a-z']{0,20},? [a-z`"'(](?![^\n]* -\w)[^{|]*$/;

/** Returns whether a comment is help for a function or a script. */
export function isPowershellHelp(doc: string): boolean {
  return /^[ \t]*\.(?:synopsis|description)[ \t]*$/im.test(doc);
}

/** A part of help below its keyword. */
interface HelpPart {
  name: string;
  /** What stands behind the keyword, such as the name of a parameter. */
  of: string;
  text: string;
}

/**
 * Parses comment-based help of PowerShell. Leaves out links, and notes such as the author. See
 * https://learn.microsoft.com/powershell/module/microsoft.powershell.core/about/about_comment_based_help.
 */
export function powershellHelpParts(doc: string, fence: string): DocPart[] {
  const parts = partsOf(doc);
  const of = (...names: string[]): HelpPart[] => parts.filter(({ name }) => names.includes(name));
  const said = (name: string): string[] =>
    of(name).flatMap(({ text }) => (/^(?:none\.?)?$/i.test(text) ? [] : [text]));
  const [synopsis = '', ...about] = of('synopsis', 'description').map(({ text }) => text);
  const isRepeated = about[0]?.startsWith(synopsis.replace(/\.$/, ''));
  const parameters = of('parameter').map((part) => `- \`${part.of}\`${behindColon(part.text)}`);
  const text = [
    ...(isRepeated ? about : [synopsis, ...about]),
    titledList('Parameters', parameters),
    ...said('inputs').map((value) => `Inputs${behindColon(value)}`),
    ...said('outputs').map((value) => `Outputs${behindColon(value)}`),
    ...said('notes').map((value) => withoutLines(value, aboutFile)),
    ...of('example').map((part) => `### Example\n\n${exampleText(part.text)}`),
  ];
  return markdownParts(text.filter((one) => one.trim() !== '').join('\n\n'), { fallback: fence });
}

function partsOf(doc: string): HelpPart[] {
  const parts: { name: string; of: string; lines: string[] }[] = [];
  for (const line of doc.split('\n')) {
    const [, name, of = ''] = keyword.exec(line) ?? [];
    if (name !== undefined) parts.push({ name: name.toLowerCase(), of, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ name, of, lines }) => ({
    name,
    of,
    text: dedentText(trimBlankLines(lines.join('\n'))),
  }));
}

function behindColon(text: string): string {
  return text === '' ? '' : `: ${oneLine(text)}`;
}

function withoutLines(text: string, left: RegExp): string {
  return text
    .split('\n')
    .filter((line) => !left.test(line))
    .join('\n');
}

/** Returns an example as its remark and its code. The remark is at its end. */
function exampleText(text: string): string {
  if (/^[ \t]*```/m.test(text)) return text;
  const lines = text.split('\n');
  let end = lines.length;
  for (let at = 1; at < lines.length; at += 1) {
    const begins = lines[at - 1]!.trim() === '';
    if (end === lines.length && sentence.test(lines[at]!)) end = at;
    // Code goes on behind a remark on a part of it.
    else if (begins && lines[at]!.trim() !== '' && !sentence.test(lines[at]!)) end = lines.length;
  }
  const code = lines.slice(0, end).map((line) => line.replace(prompt, ''));
  return [...lines.slice(end), '', '```', ...code, '```'].join('\n');
}
