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
