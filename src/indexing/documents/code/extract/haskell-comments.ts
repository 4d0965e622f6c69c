import { markedCommentText } from '../doc/comment-text.ts';
import { blank, endOfMark, endOfNested, maskMarks } from './source-marks.ts';

/** A comment for Haddock: `-- | `, `-- ^`, `-- $name` or `-- * Heading`, and the same in `{-` and `-}`. */
export interface HaskellComment {
  kind: '|' | '^' | '$' | '*';
  /** Name of a chunk, or the stars of a heading; '' for others. */
  name: string;
  text: string;
  start: number;
  end: number;
}

/** Comments, strings, and characters, but no operators such as `-->` and no names such as `foldl'`. */
const marks =
  /(?<![!#$%&*+./<=>?@\\^|~:-])--+(?![!#$%&*+./<=>?@\\^|~:-])|\{-|"|(?<![\w'])'(?:\\[^\n']{1,10}|[^\\'\n])'/g;
const opening = /^(?:--+|\{-+)[ \t\n]*(?:(\|)|(\^)|(\$)([\w-]{1,100})|(\*{1,6})(?=[ \t]))/;

/** A comment before its lines are joined. */
type Written = Omit<HaskellComment, 'text'> & { lines: string[]; isLine: boolean };

/** Returns a source of Haskell without its comments and strings, and its comments for Haddock. */
export function haskellComments(source: string): { masked: string; comments: HaskellComment[] } {
  const { masked, found } = maskMarks(source, marks, endOfHaskell);
  const comments: Written[] = [];
  // The comment whose lines go on, and its end.
  let open: Written | undefined;
  for (const { mark, start, end } of found) {
    const written = source.slice(start, end);
    const isLine = mark.startsWith('--');
    const begun = isLine || mark === '{-' ? begin(written, { start, end, isLine }) : undefined;
    if (begun) {
      comments.push(begun);
      open = isLine ? begun : undefined;
    } else if (isLine && open && /^\n?[ \t]*$/.test(source.slice(open.end, start))) {
      open.lines.push(written.replace(/^--+/, ''));
      open.end = end;
    } else {
      open = undefined;
    }
  }
  return {
    // Lines of the preprocessor belong to no declaration.
    masked: masked.replace(/^#.*$/gm, blank),
    comments: comments.map(({ kind, name, lines, start, end }) => ({
      kind,
      name,
      text: markedCommentText(lines.slice(0, longest)),
      start,
      end,
    })),
  };
}

/** Returns the comment that a mark of Haddock begins; undefined for any other comment. */
function begin(
  written: string,
  place: Pick<Written, 'start' | 'end' | 'isLine'>,
): Written | undefined {
  const [head, bar, caret, dollar, chunk, stars] = opening.exec(written.slice(0, 200)) ?? [];
  if (head === undefined) return undefined;
  const kind = (bar ?? caret ?? dollar ?? '*') as HaskellComment['kind'];
  const rest = written.slice(head.length);
  const lines = place.isLine ? [rest] : rest.replace(/-*\}$/, '').split('\n');
  return { ...place, kind, name: chunk ?? stars ?? '', lines };
}

/** Lines of a comment. More are no comment of a declaration. */
const longest = 2_000;

/** Finds the end of a comment or a string of Haskell or a language like it. Comments in braces nest. */
export function endOfHaskell(source: string, start: number, mark: string): number {
  if (mark !== '{-') return endOfMark(source, start, mark.startsWith('--') ? '//' : mark);
  return endOfNested(source, start, { signs: /\{-|-\}/g, opening: mark });
}
