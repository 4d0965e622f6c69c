/** A line that begins a section of a docstring in Google's style. */
export const googleTitle =
  /^(Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Other Parameters|Returns?|Yields?|Raises|Warns|Attributes|Examples?|Notes?|Warnings?|Tip|Todo|See Also|References):$/;
/** Titles of sections with entries. */
export const itemTitles =
  /^(Args|Arguments|Parameters|Params|Keyword Arg|Other Parameters|Returns?|Yields?|Raises|Warns|Attributes)/;
/** An entry in Google's style: its name, its type and its text. */
export const googleItem = /^(\*{0,2}[\w.]+)(?:\s*\(([^)]*)\))?:\s*(.*)$/;
/** An entry in NumPy's style: its names and their type. */
export const numpyItem = /^(\*{0,2}[\w.]+(?:,\s*\*{0,2}\w+)*)(?:\s+:\s*(.*))?$/;

/** Returns the number of spaces at the start of a line. */
export function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/**
 * Returns the index after an entry. It contains all lines indented deeper than its first, and the blank
 * lines between them.
 */
export function endOfItem(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  for (let next = at + 1; next < lines.length; next += 1) {
    if (lines[next]!.trim() === '') continue;
    if (indentOf(lines[next]!) <= indent) break;
    end = next + 1;
  }
  return end;
}
