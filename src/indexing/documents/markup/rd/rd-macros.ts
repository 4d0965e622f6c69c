import { byWord } from '../../by-word.ts';

/** A text, or a macro with its arguments: `\item{x}{A saw.}`. */
export type Part = string | Macro;

/** A macro of a help page. */
export interface Macro {
  name: string;
  args: Part[][];
}

/** Nested macros that are read. What is deeper is text. */
const deepest = 40;
const mostMacros = 100_000;

/** Macros with more than one argument. Others have one, if a brace follows. */
const argumentCounts = byWord([
  [
    'section subsection href item tabular method S3method S4method if eqn deqn enc figure insertCite insertCiteOnly insertNoCite insertRef',
    2,
  ],
  ['ifelse', 3],
]);

const commentLine = /^[ \t]*%.*\n?/gm;
const comment = /(?<!\\)%.*$/gm;
/** Macros whose arguments are formulas of LaTeX, or the text of one. Their backslashes are no macros of the page. */
const formulas = new Set(['eqn', 'deqn']);
const macroName = /\\([A-Za-z][A-Za-z0-9]{0,30})/y;

/**
 * Reads the macros of a help page of R. Braces that belong to no macro are text.
 * https://developer.r-project.org/parseRd.pdf
 */
export function readMacros(written: string): Part[] {
  const text = written.replace(commentLine, '').replace(comment, '');
  let at = 0;
  let count = 0;

  /** Reads to the brace that ends an argument, or to the end of the page. */
  const parts = (depth: number): Part[] => {
    const found: Part[] = [];
    let plain = '';
    let braces = 0;
    for (; at < text.length; at += 1) {
      const sign = text[at]!;
      if (sign === '\\') {
        const macro = macroAt(depth);
        if (macro) {
          found.push(plain, macro);
          plain = '';
        } else if (/[\\%{}]/.test(text[at + 1] ?? '')) {
          at += 1;
          plain += text[at]!;
        } else plain += sign;
        continue;
      }
      if (sign === '{') braces += 1;
      if (sign === '}') braces -= 1;
      if (braces < 0 && depth > 0) break;
      plain += sign;
    }
    return [...found, plain];
  };

  /** Reads a formula to the brace that ends it. */
  const formula = (): string => {
    const start = at;
    for (let braces = 0; at < text.length; at += 1) {
      if (text[at] === '\\') at += 1;
      else if (text[at] === '{') braces += 1;
      else if (text[at] === '}' && --braces < 0) break;
    }
    return text.slice(start, at);
  };

  /** Reads the macro at the place. The place is its last character then. */
  const macroAt = (depth: number): Macro | undefined => {
    macroName.lastIndex = at;
    const [whole, name = ''] = macroName.exec(text) ?? [];
    if (whole === undefined || depth >= deepest || count >= mostMacros) return undefined;
    count += 1;
    let end = skipOption(text, at + whole.length);
    const args: Part[][] = [];
    for (let most = argumentCounts.get(name) ?? 1; most > 0; most -= 1) {
      const open = args.length === 0 ? end : skipSpace(text, end);
      if (text[open] !== '{') break;
      at = open + 1;
      args.push(formulas.has(name) ? [formula()] : parts(depth + 1));
      end = Math.min(at + 1, text.length);
    }
    at = end - 1;
    return { name, args };
  };

  return parts(0);
}

/** Skips the option of a macro: `\link[dplyr]{mutate}`. */
function skipOption(text: string, at: number): number {
  if (text[at] !== '[') return at;
  const end = text.slice(at, at + 500).indexOf(']');
  return end === -1 ? at : at + end + 1;
}

function skipSpace(text: string, at: number): number {
  let end = at;
  while (end < at + 100 && /\s/.test(text[end] ?? '')) end += 1;
  return end;
}
