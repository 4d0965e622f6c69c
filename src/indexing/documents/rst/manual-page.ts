import { inlineCode } from '../clean.ts';
import { textPieces, type Piece } from '../text-pieces.ts';

/** The section of a manual page, in the fields below its title. */
const sectionField = /^:manual[ _-]section:[ \t]*(\d\w{0,3})[ \t]*$/im;
/** Characters of a page in which that field is looked for. */
const mostRead = 5_000;
/** A field below the title, such as the group of the page. */
const fieldItem = /^- \*\*[^*]+:\*\*/;

/**
 * Writes a page for rst2man as other manual pages: its title is `saw(1)`, also for `SAW`, and what the command is for is text instead of a heading above all
 * sections. Returns the pieces of another page as they are. https://docutils.sourceforge.io/docs/user/manpage.html
 */
export function asManualPage(pieces: Piece[], content: string): Piece[] {
  const [, section] = sectionField.exec(content.slice(0, mostRead)) ?? [];
  const [title, purpose, ...others] = pieces;
  if (section === undefined || title?.kind !== 'heading' || purpose?.kind !== 'heading')
    return pieces;
  const isAlone = others.every((one) => one.kind !== 'heading' || one.level > purpose.level);
  if (purpose.level <= title.level || !isAlone) return pieces;
  const fields = others.findIndex((piece) => piece.kind !== 'text' || !fieldItem.test(piece.text));
  const written = title.title.trim();
  const name = /[a-z]/.test(written) ? written : written.toLowerCase();
  return [
    { ...title, title: /\(\d\w*\)$/.test(name) ? name : `${name}(${section})` },
    ...textPieces(`${inlineCode(name)} — ${purpose.title.trim()}`),
    ...others
      .slice(fields === -1 ? others.length : fields)
      .map((piece) => (piece.kind === 'heading' ? { ...piece, level: piece.level - 1 } : piece)),
  ];
}
