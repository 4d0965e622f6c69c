import { endOfDeeper, indentOf } from '../../indentation.ts';

/** A line that begins a section of a docstring in Google's style. */
export const googleTitle =
  /^(Args|Arguments|Parameters|Params|Keyword Args|Keyword Arguments|Other Parameters|Returns?|Yields?|Raises|Warns|Attributes|Examples?|Notes?|Warnings?|Tip|Todo|See Also|References):$/;
/** Titles of sections with entries. */
export const itemTitles =
  /^(Args|Arguments|Parameters|Params|Keyword Arg|Other Parameters|Returns?|Yields?|Raises|Warns|Attributes)/;

/**
 * Returns the index after an entry. It contains all lines indented deeper than its first, and the blank
 * lines between them.
 */
export function endOfItem(lines: readonly string[], at: number): number {
  return endOfDeeper(lines, at + 1, indentOf(lines[at]!));
}

/** An entry of a section, such as a parameter. */
export interface DocEntry {
  name: string;
  /** '' if the entry has none. */
  type: string;
  /** Lines of its text. The first can be empty. */
  about: string[];
}

/** An entry in Google's style: its name, its type and its text. */
const googleItem = /^(\*{0,2}[\w.]+)(?:\s*\(([^)]*)\)[ \t]?)?:\s*(.*)$/;
/** An entry in NumPy's style: its names and their type. */
const numpyItem = /^(\*{0,2}[\w.]+(?:,\s*\*{0,2}\w+)*)(?:\s+:\s*(.*))?$/;

/** Reads an entry from its first line and the deeper lines below it. Returns undefined for prose. */
export function readEntry(line: string, more: readonly string[]): DocEntry | undefined {
  // Sphinx reads a star without a backslash as emphasis.
  const text = line.trim().replace(/^(?:\\?\*){1,2}/, (stars) => stars.replaceAll('\\', ''));
  const google = googleItem.exec(text);
  if (google)
    return { name: google[1]!, type: (google[2] ?? '').trim(), about: [google[3]!, ...more] };
  const [, name, type = ''] = numpyItem.exec(text) ?? [];
  const isEntry = name !== undefined && (more.length > 0 || type !== '');
  return isEntry ? { name, type: type.trim(), about: [...more] } : undefined;
}
