interface Macro {
  parameters: string[];
  body: string[];
}

/** Maximum depth of macros in macros. */
const deepest = 5;
/** Maximum number of lines that the macros of a manual write. */
const mostLines = 20_000;

/** A macro alone on a line, as in `@optItem{cut,-v}` and `@oilNote`. */
const wholeLine = /^\s*@([a-zA-Z]\w*)(?:\{((?:[^{}]|\{[^{}]{0,300}\}){0,1000})\})?\s*$/;
/** A macro in a text. */
const inText = /@([a-zA-Z]\w*)\{((?:[^{}]|\{[^{}]{0,300}\}){0,1000})\}/g;

/** Macros that a manual of Texinfo defines for itself. Replaces their uses, up to a limit. */
export class TexinfoMacros {
  private readonly macros = new Map<string, Macro>();
  private written = 0;

  /** Reads `@macro name{first, second}`, of which `rest` is what follows the command. */
  define(rest: string, body: string[]): void {
    const [, name = '', parameters = ''] = /^(\w+)\s*(?:\{([^{}]*)\})?/.exec(rest) ?? [];
    const names = parameters.split(',').map((one) => one.trim());
    if (name !== '') this.macros.set(name, { parameters: names.filter(Boolean), body });
  }

  /** Returns a line with the texts of its macros. They can have further lines. */
  expand(line: string, depth = 0): string[] {
    if (this.macros.size === 0 || depth > deepest || this.written > mostLines) return [line];
    const [, name = '', args = ''] = wholeLine.exec(line) ?? [];
    const macro = this.macros.get(name);
    if (macro) {
      this.written += macro.body.length;
      return filled(macro, args).flatMap((one) => this.expand(one, depth + 1));
    }
    const shown = line.replace(inText, (found, used: string, given: string) => {
      const short = this.macros.get(used);
      return short?.body.length === 1 ? filled(short, given)[0]! : found;
    });
    return shown === line ? [line] : this.expand(shown, depth + 1);
  }
}

function filled({ parameters, body }: Macro, args: string): string[] {
  const given = parameters.length === 1 ? [args] : args.split(',');
  const values = new Map(parameters.map((name, at) => [name, given[at]?.trim() ?? '']));
  return body.map((line) =>
    line.replace(
      /\\(\w*)\\/g,
      (found, name: string) => (name === '' ? '\\' : values.get(name)) ?? found,
    ),
  );
}
