import type { Node } from 'web-tree-sitter';
import { isLicense, lineCommentText } from '../doc/comment-text.ts';
import { dedent } from '../../indentation.ts';

/** Lines for the interpreter and for other tools, and lines that only separate. */
const noise =
  /^(?:!\/.*|\s*-\*-.*|\s*(?:frozen[_-]string[_-]literal|(?:en)?coding|warn[_-](?:indent|past_scope)|typed|shareable_constant_value|rbs_inline)\s*[:=].*|\s*(?:rubocop|standard|steep|reek|simplecov|yard-lint):\S.*|\s*:nocov:|: .*|\| .*|\s*@rbs\b.*|[#=*~_-]{3,})$/i;

/** Returns the text of the comments above a declaration, without what is for tools. '' for a license. */
export function rubyDocText(comments: readonly Node[]): string {
  const lines = comments.flatMap(({ text }) =>
    text.startsWith('=begin') ? blockLines(text) : [text.trimEnd().replace(/^#+$|^#/, '')],
  );
  const text = lineCommentText(withoutHidden(lines), /^$/);
  return isLicense(text) ? '' : text;
}

/** Returns the lines of a comment between `=begin rdoc` and `=end`. */
function blockLines(comment: string): string[] {
  return comment.split('\n').slice(1, -1);
}

/** Leaves out what stands between `--` and `++`. */
function withoutHidden(lines: string[]): string[] {
  let hidden = false;
  return lines.filter((line) => {
    if (/^\s?(?:--|\+\+)$/.test(line)) hidden = line.endsWith('-');
    return !hidden && !/^\s?\+\+$/.test(line) && !noise.test(line);
  });
}

/** Returns the groups of comments without a blank line between them. */
export function commentGroups(comments: readonly Node[]): Node[][] {
  const groups: Node[][] = [];
  let row = -2;
  for (const comment of comments) {
    if (comment.startPosition.row > row + 1) groups.push([]);
    groups.at(-1)!.push(comment);
    row = comment.endPosition.row;
  }
  return groups;
}

/** Returns whether a comment hides its symbol from RDoc, YARD or TomDoc. */
export function isHiding(comment: string): boolean {
  return /^#*\s*:nodoc:|^#+\s?(?:Private|Internal): |^#+\s?@(?:private\b|api\s+private\b|!visibility\s+private\b)/m.test(
    comment,
  );
}

/** As `isHiding`, of a text without the markers of its comments. */
export function isHidingText(text: string): boolean {
  return /^\s*:nodoc:/m.test(text);
}

/** The calls of a method, in RDoc: on the same line, or on the lines below up to an empty one. */
const callSequence =
  /^[ \t]*:?call-seq:[ \t]*(?:(\S[^\n]*)(?:\n|$)|\n((?:[ \t]*\n)?(?:[ \t]*\S[^\n]*(?:\n|$))+))/m;
const overload = /^@overload[ \t]+(\S[^\n]*)$/gm;
/** A line that tells RDoc how to show a symbol. */
const directive =
  /^[ \t]*:(?:args|arg|yields?|notnew|not-new|not_new|doc|section|category|title|main|include|enddoc|markup|startdoc|stopdoc|nodoc|attr(?:_\w+)?|(?:singleton-)?method|hide|show):[^\n]*(?:\n|$)/gm;

/** A line that a reader does not see, or that says nothing by itself. */
const silent = /^\s*(?:@(?:!|(?:api|author|macro|since|todo|version)\b).*)?$/;

/** A comment without its directives, and the calls that it lists; '' if it lists none. */
export interface RubyComment {
  doc: string;
  calls: string;
}

/** Takes the calls of a method from its comment: `:call-seq:` of RDoc, `@overload` of YARD. */
export function rubyComment(comments: readonly Node[]): RubyComment {
  return rubyCommentOf(rubyDocText(comments));
}

/** As `rubyComment`, of a text without the markers of its comments. */
export function rubyCommentOf(text: string): RubyComment {
  const [block = '', line = '', below = ''] = callSequence.exec(text) ?? [];
  const doc = (block === '' ? text : text.replace(block, () => '')).replace(directive, '');
  const lines = `${line}\n${below}`.split('\n').map((each) => each.trim());
  const overloads = [...doc.matchAll(overload)].map(([, call]) => `def ${call}`);
  const calls = block === '' ? overloads : lines;
  const written = dedent(doc.split('\n'));
  return {
    doc: written.every((each) => silent.test(each)) ? '' : written.join('\n').trim(),
    calls: calls.filter((each) => each !== '').join('\n'),
  };
}
