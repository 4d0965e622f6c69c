/** Opens and closes text that Asciidoctor leaves as it is: listings, literals and comments. */
const verbatim = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|`{3,})/;
const table = /^[|,:!]={3,}/;
/** A heading, with its marks and its title. */
export const heading = /^(={1,6})[ \t]+(\S.*)$/;

/** Follows the delimited blocks of an AsciiDoc document, line by line. */
export class AsciidocBlocks {
  /** Line that closes the open block; '' outside of blocks. */
  end = '';
  private readonly tables: boolean;

  /** With `tables`, a table is a block too. */
  constructor({ tables = false } = {}) {
    this.tables = tables;
  }

  /** Returns whether a line is in a block or delimits one. `text` has no trailing spaces; `above` is the line before it. */
  follow(text: string, above = ''): boolean {
    if (this.end !== '') {
      if (text === this.end) this.end = '';
      return true;
    }
    const [mark] = verbatim.exec(text) ?? (this.tables ? table.exec(text) : null) ?? [];
    if (mark === undefined || isUnderline(text, above)) return false;
    this.end = mark.startsWith('`') ? mark : text;
    return true;
  }
}

/** Returns whether a line underlines a title. Asciidoctor allows one character more or less. */
function isUnderline(text: string, above: string): boolean {
  return (
    /^-+$/.test(text) && /^\w/.test(above) && Math.abs(above.trimEnd().length - text.length) <= 1
  );
}
