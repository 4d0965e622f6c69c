import { blank, marksOfC, maskMarks } from './source-marks.ts';

/**
 * Returns a header with blanks in place of what no grammar of C++ understands without a preprocessor: conditions with all branches but one,
 * and macros of declarations. Every line keeps its number.
 */
export function withoutMacros(content: string): string {
  const lines = content.replace(/\t/g, ' ').split('\n');
  const source = lines.map((line) => line.trimEnd()).join('\n');
  const chosen = chooseBranches(source, maskComments(source));
  return blankMacros(chosen, maskComments(chosen));
}

/** Returns a source with blanks in place of its comments and strings. */
function maskComments(source: string): string {
  return maskMarks(source, marksOfC).masked;
}

/** One condition around a line. */
interface Condition {
  /** Whether the lines of this branch stay. */
  isShown: boolean;
  /** Whether a branch was chosen before. */
  wasChosen: boolean;
}

/** Conditions of branches that no documentation shows: the implementation in a header, and what Doxygen skips. */
const neverHolds =
  /^(?:if\s+0\b|if(?:def\b|\b.*\bdefined)\W*\w+_IMPLEMENTATION\b|if(?:ndef|\s*!\s*defined)\W*_*DOXYGEN)/i;
const conditional = /^\s*#\s*((?:if|ifdef|ifndef|elif|else|endif)\b.{0,300})/;

/** Blanks the directives of conditions, all branches but the first of each, what Doxygen skips, and macros after their first line. */
function chooseBranches(source: string, masked: string): string {
  const open: Condition[] = [];
  const lines = source.split('\n');
  const skipped = new SkippedLines();
  let isDirective = false;
  for (const [at, line] of masked.split('\n').entries()) {
    const directive: string | undefined = isDirective ? undefined : conditional.exec(line)?.[1];
    if (directive !== undefined) follow(open, directive);
    const isHidden =
      skipped.has(lines[at]!, line) || isDirective || directive !== undefined || isUnread(open);
    isDirective = (isDirective || /^\s*#/.test(line)) && line.trimEnd().endsWith('\\');
    if (isHidden) lines[at] = blank(lines[at]!);
    else if (isDirective) lines[at] = lines[at]!.slice(0, -1).trimEnd();
  }
  return lines.join('\n');
}

/** The lines between `@cond` and `@endcond`, which Doxygen skips: https://www.doxygen.nl/manual/commands.html#cmdcond. */
class SkippedLines {
  private depth = 0;
  private next = 0;

  /** Reads the next line, which is blank in `masked` within a comment. Returns whether Doxygen skips it. */
  has(line: string, masked: string): boolean {
    const [, slashes, command] =
      (masked.trim() === '' && /^\s*(\/\/[/!]|\/\*[*!]|\*)?\s*[@\\](cond|endcond)\b/.exec(line)) ||
      [];
    if (command !== undefined) this.next = Math.max(0, this.next + (command === 'cond' ? 1 : -1));
    const wasSkipped = this.depth > 0;
    // A block stays whole, so that its end is no code.
    if (slashes?.startsWith('//') || line.includes('*/')) this.depth = this.next;
    return wasSkipped;
  }
}

/** Returns whether a line is in a branch that is not chosen. */
function isUnread(open: readonly Condition[]): boolean {
  return open.at(-1)?.isShown === false;
}

function follow(open: Condition[], directive: string): void {
  if (directive.startsWith('endif')) {
    open.pop();
    return;
  }
  const isFirst = directive.startsWith('if');
  const last = isFirst ? undefined : open.pop();
  const isInside = open.at(-1)?.isShown ?? true;
  const isChosen = last?.wasChosen !== true && !neverHolds.test(directive.replace(/^elif/, 'if'));
  open.push({ isShown: isInside && isChosen, wasChosen: isChosen || last?.wasChosen === true });
}

/** A macro, with what is in its brackets. */
const name = '[A-Z][A-Z0-9_]{2,60}';
const call = `${name}(?: {0,20}\\([^()\\n]{0,200}\\))?`;
const words =
  '(?:(?:const|struct|enum|union|unsigned|signed|static|extern|inline|constexpr|virtual|explicit|friend|class) {1,20})';
const type = `${words}{0,6}(?!const\\b)[A-Za-z_:][\\w:]{0,100}(?:<[^;{}()\\n]{0,200}>)?`;

/** Macros of declarations, in groups. The macro before a type repeats. */
const macros: readonly RegExp[] = [
  // By its name, except where it is defined.
  /(?<!define {1,9})\b([A-Z][A-Z0-9_]{0,60}_(?:API|DLL|EXPORT|INLINE|CONSTEXPR|NODISCARD|NORETURN))\b(?! {0,20}\()/dg,
  // Between a type and a name: `int ACME_CALL cut(`.
  /(?<=[\w*&>] {1,20})(_?[A-Z][A-Z0-9_]{0,40}(?:CALL|CALLBACK|API|EXPORT|ENTRY|CDECL|STDCALL))(?= {1,20}\*{0,2}[A-Za-z_]\w{0,100} {0,20}\()/dg,
  // Around a type: `ACME_API(int) cut(`.
  new RegExp(
    `^ *(?:extern +)?((?:${name}|\\w{1,20}API\\w{0,20}) {0,20}\\()[^()\\n]{0,100}[\\w*&](?: {0,9}(\\)))(?= {0,60}(?!noexcept|override)[A-Za-z_]\\w{0,100} {0,40}\\()`,
    'dgm',
  ),
  // In the head of a class: `class ACME_API ACME_VISIBLE Saw {`.
  new RegExp(
    `\\b(?:class|struct|union|enum(?: class)?) {1,20}(${call}(?: {1,20}${call}){0,2})(?=\\s{1,20}[A-Za-z_][\\w:]{0,100}(?:<[^<>{};]{0,100}>)?\\s{0,20}(?:final\\s{0,20})?[:{])`,
    'dg',
  ),
  // Between the parameters and the end: `int cut(void) ACME_NONNULL(1);`.
  new RegExp(
    `\\)(?: {1,9}(?:const|noexcept|override)){0,3}\\s{1,40}(${call})(?=\\s{0,20}[;{])`,
    'dg',
  ),
  // Alone in its line, before a declaration or another macro: `ACME_BEGIN_NAMESPACE`. A type stands before `name(`.
  new RegExp(
    `^ *(${call}) *;?(?=\\n\\s{0,2000}(?!(?![A-Z0-9_]+\\b)[A-Za-z_]\\w{0,100} {0,20}\\()[A-Za-z_#~[])`,
    'dgm',
  ),
  // Alone in its line, at the end of a structure or of the file. The last name of an enumeration stands after a comma.
  new RegExp(`(?<=[;:}]\\s{0,400}\\n *)(${call})(?= *\\n\\s{0,400}(?:\\}|(?![^])))`, 'dg'),
  // The brackets of a macro that is the type of the function below: `ACME_RESULT(Token)`. `ACME_DELETED_FUNCTION(Saw())` is a function itself.
  new RegExp(
    `^ *(?!\\w{1,60}FUNCTION\\b)${name} {0,20}(\\((?:[^()]{0,200}\\([^()]{0,200}\\)){0,3}[^()]{0,200}\\))(?=\\n *(?!noexcept|override|[A-Z0-9_]{0,100} {0,20}\\()[A-Za-z_]\\w{0,100} {0,20}\\()`,
    'dgm',
  ),
  // In place of an access specifier: `ACME_PRIVATE :`.
  new RegExp(`^ *(${name} {0,20}:)(?=\\n)`, 'dgm'),
  ...Array.from(
    { length: 3 },
    () =>
      new RegExp(
        `^ *${words}{0,4}(${call})(?= {1,60}${type}[\\s*&]{1,60}[\\w~:]{1,100} {0,60}[(;=[])`,
        'dgm',
      ),
  ),
  // Around a name: `int (cut) (void);`.
  /(?<=\w[ *]{1,20})(\()[A-Za-z_]\w{0,100}(\))(?= {0,9}\([^()\n*])/dg,
];

/** Blanks macros that do not change what a declaration says. */
function blankMacros(source: string, masked: string): string {
  let code = masked;
  let shown = source;
  for (const pattern of macros) {
    const ranges = [...code.matchAll(pattern)].flatMap(({ indices }) => indices?.slice(1) ?? []);
    code = withoutRanges(code, ranges);
    shown = withoutRanges(shown, ranges);
  }
  return shown;
}

function withoutRanges(text: string, ranges: readonly ([number, number] | undefined)[]): string {
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of ranges.filter((range) => range !== undefined)) {
    pieces.push(text.slice(at, start), blank(text.slice(start, end)));
    at = end;
  }
  return pieces.join('') + text.slice(at);
}
