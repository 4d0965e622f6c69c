/** A macro or a request on a line of its own, with its arguments. */
const control = /^[.'][ \t]*([^\s\\"]{1,40})(?![^\s\\])[ \t]*(.*)$/s;
/** Maximum depth of macros in macros. */
const deepest = 5;
/** Maximum number of characters that the macros of a page write. */
const mostCharacters = 1_000_000;
/** Maximum length of an argument of a macro. */
const longestArgument = 500;

/**
 * Macros that pages of Tcl and of its extensions take from a file: arguments, options of a widget, code, standard options and quotes.
 * https://github.com/tcltk/tcl/blob/main/doc/man.macros
 */
const tclMacros = Object.entries({
  AP: ['.TP', String.raw`.ie \n(.$>2 \fB\$1 \$2\fR (\$3)`, String.raw`.el \fB\$1 \$2\fR`],
  OP: ['.TP', String.raw`\fB\$1\fR (\$2, \$3)`],
  CS: ['.nf'],
  CE: ['.fi'],
  DS: ['.nf'],
  DE: ['.fi'],
  SO: ['.SH "STANDARD OPTIONS"', '.nf'],
  SE: ['.fi'],
  QW: [String.raw`"\$1"\$2`],
  PQ: [String.raw`("\$1"\$2)\$3`],
});

/** A line of a manual page: a macro with its arguments, or text. */
export interface RoffLine {
  name: string;
  /** The arguments as they are written, or the text. */
  text: string;
}

/**
 * Returns the lines of a manual page without comments, conditions and definitions, with the texts of its own macros and strings. Of a
 * condition, it takes the part for a terminal. https://man.openbsd.org/roff.7
 */
export function roffLines(lines: readonly string[]): RoffLine[] {
  const reader = new RoffReader();
  reader.read(joined(lines), 0);
  return reader.out;
}

/** Joins lines that end in a backslash with the next one, and leaves out comments. */
function joined(lines: readonly string[]): string[] {
  const out: string[] = [];
  let parts: string[] = [];
  for (const line of lines) {
    // Unlike an empty line, a line that is a comment ends no paragraph.
    if (parts.length === 0 && commentLine.test(line)) continue;
    const shown = line.replace(comment, '').replace(builtSection, '');
    if (/(?<!\\)(?:\\\\)*\\$/.test(shown)) parts.push(shown.slice(0, -1));
    else {
      out.push([...parts, shown].join(''));
      parts = [];
    }
  }
  return parts.length > 0 ? [...out, parts.join('')] : out;
}

/** The section of another page, which the build writes, as in `saw.conf(@filemansuffix@)`. */
const builtSection = /\(@\w{1,40}@\)/g;
const commentLine = /^[.'][ \t]*\\[#"]/;
const comment = /(?:^[.'][ \t]*|(?<!\\))\\[#"].*$/;

class RoffReader {
  readonly out: RoffLine[] = [];
  private readonly macros = new Map<string, string[]>();
  private readonly strings = new Map<string, string>();
  private readonly registers = new Map<string, string>();
  private characters = 0;
  /** Whether the last condition with an alternative holds. */
  private held = true;

  read(lines: readonly string[], depth: number): void {
    let at = 0;
    while (at < lines.length) {
      const line = lines[at]!;
      const [, name, rest = ''] = control.exec(line) ?? [];
      if (name === undefined) {
        // A line with only a control character separates others.
        if (!/^[.']\s*$/.test(line)) this.out.push({ name: '', text: this.withStrings(line) });
        at += 1;
      } else if (/^(?:de1?|am1?|dei|ig)$/.test(name)) at = this.define(lines, at, { name, rest });
      else if (name === 'if' || name === 'ie' || name === 'el') at = this.choose(lines, at, depth);
      else {
        this.control(name, rest, depth);
        at += 1;
      }
    }
  }

  private control(name: string, rest: string, depth: number): void {
    const macro = this.macros.get(name);
    if (name === 'ds') {
      const [, string = '', value = ''] = /^(\S+)[ \t]*"?(.*)$/.exec(rest) ?? [];
      this.strings.set(string, value.slice(0, longestArgument));
    } else if (name === 'nr') this.setRegister(rest);
    else if (name === 'so' && rest.trimEnd().endsWith('man.macros')) {
      for (const [own, body] of tclMacros) this.macros.set(own, body);
    } else if (macro === undefined || depth >= deepest || this.characters > mostCharacters) {
      this.out.push({ name, text: this.withStrings(rest) });
    } else this.read(this.filled(macro, argumentsOf(rest)), depth + 1);
  }

  /** Reads the definition of a macro, or text that is left out. Returns the index of the line behind it. */
  private define(
    lines: readonly string[],
    at: number,
    { name, rest }: { name: string; rest: string },
  ): number {
    const [first = '', second] = rest.split(/\s+/);
    const mark = name === 'ig' ? first || '.' : second || '.';
    let end = at + 1;
    const isEnd = (line: string): boolean => /^[.']/.test(line) && line.slice(1).trim() === mark;
    while (end < lines.length && !isEnd(lines[end]!)) end += 1;
    // A macro that replaces one of a set of macros only changes how the page looks.
    if (name.startsWith('de') && !standard.test(first)) {
      this.macros.set(
        first,
        lines.slice(at + 1, end).map((line) => line.replaceAll('\\\\', '\\')),
      );
    }
    return end + 1;
  }

  private filled(body: readonly string[], given: readonly string[]): string[] {
    const all = given.map((each) => each.slice(0, longestArgument));
    return body.map((line) => {
      const shown = line
        .replaceAll(argumentCount, String(all.length))
        .replace(/\\\$(?:([1-9])|[*@])/g, (_, number?: string) =>
          number === undefined ? all.join(' ') : (all[Number(number) - 1] ?? ''),
        );
      this.characters += shown.length;
      return this.characters > mostCharacters ? '' : shown;
    });
  }

  /** Reads a condition. Returns the index of the line behind it. */
  private choose(lines: readonly string[], at: number, depth: number): number {
    const [, name, rest = ''] = control.exec(lines[at]!) ?? [];
    const isOther = name === 'el';
    const [, written = '', rule = ''] = conditional.exec(isOther ? `n ${rest}` : rest) ?? [];
    const condition = this.withRegisters(written);
    const holds = isOther ? !this.held : onTerminal.test(condition) || compares(condition);
    if (name === 'ie') this.held = holds;
    const end = endOfBlock(lines, at, rule);
    if (holds && depth < deepest) {
      const block = [rule.replace(/^\\\{\\?/, ''), ...lines.slice(at + 1, end)];
      const shown = block.map((line) => line.replace(/\\\}\s*$/, ''));
      const filled = shown.filter((line) => !/^[.']?\s*$/.test(line));
      this.read(filled, depth + 1);
    }
    return end;
  }

  /** Keeps a number for the conditions of the page. What a build decides, with a value such as @SELINUX@, holds. */
  private setRegister(text: string): void {
    const [, name = '', value = ''] = /^(\S{1,40})[ \t]+(\S{1,40})/.exec(text) ?? [];
    if (/^@\w+@$/.test(value)) this.registers.set(name, '1');
    else if (/^\d{1,9}$/.test(value)) this.registers.set(name, value);
    else this.registers.delete(name);
  }

  private withRegisters(condition: string): string {
    return condition.replace(
      /\\n(?:\((..)|\[([^\]]{1,40})\]|(\w))/g,
      (whole, two, long, one) => this.registers.get(two ?? long ?? one) ?? whole,
    );
  }

  private withStrings(text: string): string {
    if (!text.includes('\\*')) return text;
    return text.replace(/\\\*(?:\((..)|\[([^\]]{1,60})\]|(.))/g, (_, two, long, one) => {
      const value = this.strings.get(two ?? long ?? one) ?? quotes[two ?? long ?? one] ?? '';
      this.characters += value.length;
      return this.characters > mostCharacters ? '' : value;
    });
  }
}

/** A condition, which can compare two texts, and what follows it. */
const conditional = /^(!?(?:'[^']*'[^']*'|\S+))[ \t]*(.*)$/s;
/** Conditions that hold for a terminal and for the roff of GNU. */
const onTerminal = /^(?:n|!t|\\n\(\.g|\\n\[\.g\])$/;

/** The number of the arguments of a macro, in a condition. */
const argumentCount = /\\n(?:\(\.\$|\[\.\$\])/g;

/** Returns whether a condition of numbers holds, as `2>1` does. One number alone holds if it is above 0. */
function compares(condition: string): boolean {
  const [, first, sign = '>', second = '0'] =
    /^(\d{1,9})(?:([<>]=?|==?)(\d{1,9}))?$/.exec(condition) ?? [];
  if (first === undefined) return false;
  const difference = Number(first) - Number(second);
  return difference === 0 ? sign.includes('=') : sign.startsWith(difference > 0 ? '>' : '<');
}

/** Strings that sets of macros define. */
const quotes: Readonly<Record<string, string>> = {
  lq: '"',
  rq: '"',
  'L"': '"',
  'R"': '"',
  Tm: '™',
  R: '®',
  Aq: "'",
};
const standard =
  /^(?:TH|SH|SS|TP|IP|PP|LP|P|B|I|BR|RB|BI|IB|IR|RI|SM|SB|RS|RE|EX|EE|UR|UE|MT|ME|MR|SY|YS|OP)$/;

/** Returns the index of the line behind the block of a condition. */
function endOfBlock(lines: readonly string[], at: number, then: string): number {
  let end = at + 1;
  let open = braces(then);
  while (open > 0 && end < lines.length) {
    open += braces(lines[end]!);
    end += 1;
  }
  return end;
}

function braces(text: string): number {
  return (text.match(/\\\{/g)?.length ?? 0) - (text.match(/\\\}/g)?.length ?? 0);
}

/** Splits arguments at their spaces. Quotes keep spaces, and so does a backslash. */
export function argumentsOf(text: string): string[] {
  const found = text.matchAll(/"((?:[^"]|"")*)(?:"|$)|((?:\\.|[^\s\\])+|\\$)/g);
  return Array.from(found, ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '');
}
