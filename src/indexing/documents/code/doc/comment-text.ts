import { linkText, replaceInlineTags } from '../../block-tags.ts';
import { dedent } from '../../indentation.ts';
import { trimBlankLines } from '../../blank-lines.ts';

const maxComment = 100_000;

/**
 * Bounds a comment: cuts it after 100,000 characters and shortens long runs of spaces. This keeps
 * the regular expressions that read comments linear.
 */
export function tidyComment(text: string): string {
  const bounded = text
    .slice(0, maxComment)
    .replace(/\r/g, '')
    .replace(/[ \t]{100,}/g, ' ')
    .replace(/\n{4,}/g, '\n\n\n');
  return trimBlankLines(bounded);
}

/** Returns the text of a block comment, without its markers and the stars that begin its lines. */
export function blockCommentText(comment: string): string {
  const inner = comment.endsWith('*/') ? comment.slice(0, -2) : comment;
  const lines = inner
    .slice(0, maxComment * 2)
    .replace(/^\/\*+!?/, '')
    .split('\n');
  const [first = '', ...others] = lines;
  if (!others.some((line) => /^\s*\*/.test(line))) return markedCommentText(lines);
  const text = others.map((line) => line.replace(/^\s*\*+ ?/, '').trimEnd());
  return tidyComment([first.trim(), ...text].join('\n'));
}

/** Returns the text of a comment whose first line follows its mark, without the blanks that the lines below share. */
export function markedCommentText([first = '', ...more]: readonly string[]): string {
  return tidyComment([first.trim(), ...dedent(more).map((line) => line.trimEnd())].join('\n'));
}

/** Yields the comments of C that begin with `/**` on a line of its own: the index below that line, and that of the last line. */
export function* starredComments(
  lines: readonly string[],
): Generator<{ start: number; end: number }> {
  for (let at = 0; at < lines.length; at += 1) {
    if (lines[at]!.trim() !== '/**') continue;
    const start = at + 1;
    at = start;
    while (at < lines.length && !lines[at]!.includes('*/')) at += 1;
    yield { start, end: at };
  }
}

/** Returns whether a comment is the license of its file. */
export function isLicense(text: string): boolean {
  return /^\s*(?:@license|copyright|licensed to|\(c\))/i.test(text);
}

/** Returns the text of consecutive line comments, without their marker and one space after it. */
export function lineCommentText(comments: string[], marker: RegExp): string {
  const lines = comments.map((comment) => comment.trimEnd().replace(marker, '').replace(/^ /, ''));
  return tidyComment(lines.join('\n'));
}

/** A line that begins with a tag, such as `@param` and `:returns:`. */
export const hasTag = /^\s*[@:]\w/m;

/** A sentence, which goes on behind an abbreviation such as `i.e.`. */
const firstSentence = /^.*?(?<!\b(?:e\.g|i\.e|vs|cf))[.!?](?=\s|$)/;

/** What follows the first paragraph of a comment: an empty line, a tag, a sample of Python, or a further paragraph of HTML. */
const paragraphEnd = /\n[ \t]*(?:\n|[@:]|>>>|<p>)/;
/** A tag of HTML around a paragraph or words. A tag in capitals can be a parameter of a type. */
const inlineTag = /<\/?(?:p|b|code|em|i|kbd|strong|tt)>|<a\s[^<>]{1,300}>|<\/a>/g;

/**
 * Returns a comment of up to `max` characters on one line, and otherwise its first sentence; '' if that is longer. A comment with tags
 * counts as long.
 */
export function summaryOf(doc: string, max: number): string {
  const isWhole = doc.length <= max && !hasTag.test(doc);
  const start = replaceInlineTags(doc.slice(0, 4 * max), (_, body) =>
    linkText(body).replace(/`/g, ''),
  );
  const first = isWhole ? start : start.split(paragraphEnd, 1)[0]!;
  const paragraph = first.replace(inlineTag, '').replace(/\s+/g, ' ').trim();
  const sentence = isWhole ? paragraph : (firstSentence.exec(paragraph)?.[0] ?? paragraph);
  return sentence.length <= max && !sentence.startsWith('@') ? sentence : '';
}
