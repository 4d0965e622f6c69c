/** A use of a file that an MDX document imports. */
export interface MdxUse {
  path: string;
  /** True if the document shows the file as code. */
  asCode: boolean;
}

const importStatement = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+(?:"([^"]+)"|'([^']+)')\s*$/;
const begunImport = /^import(?:\s+[A-Za-z_$][\w$]{0,100}(?:\s+from)?)?$/;
const loader = /^!*raw-loader!/;
const markup = /\.mdx?$/;

/** The Markdown files and raw files that an MDX document imports, by their names. */
export class MdxImports {
  private readonly byName = new Map<string, MdxUse>();
  /** An import whose end is on the next line. */
  private begun = '';

  /** Reads a line. Ignores every line except imports of Markdown files and of raw text, which a formatter may have wrapped. */
  read(line: string): void {
    const text = this.begun === '' ? line : `${this.begun} ${line}`;
    this.begun = '';
    if (!text.startsWith('import')) return;
    const statements = text.split(';').map((statement) => statement.trim());
    for (const statement of statements) this.statement(statement);
    const last = statements.at(-1)!;
    if (begunImport.test(last)) this.begun = last;
  }

  private statement(statement: string): void {
    if (this.byName.size >= mostImports) return;
    const [, name = '', double, single] = importStatement.exec(statement) ?? [];
    // A formatter of Markdown escapes underscores, which means nothing in a string.
    const target = (double ?? single ?? '').replaceAll('\\_', '_');
    const path = target
      .replace(loader, '')
      .replace(/\?raw$/, '')
      .replace(/^@site\//, '/');
    const asCode = path.length < target.replace(/^@site\//, '/').length;
    if (asCode || markup.test(path)) this.byName.set(name, { path, asCode });
  }

  /** Returns the file for `<Name />` or `{Name}` on a line of its own. */
  use(text: string): MdxUse | undefined {
    if (this.byName.size === 0) return undefined;
    const element = /^<([A-Za-z_$][\w$]*)(?:\s[^<>]*)?\/>$/.exec(text)?.[1];
    const code = /^(?:<CodeBlock\b[^<>]*>)?\{([A-Za-z_$][\w$]*)\}(?:<\/CodeBlock>)?$/.exec(
      text,
    )?.[1];
    const found = this.byName.get(element ?? code ?? '');
    return found?.asCode === (code !== undefined) ? found : undefined;
  }
}

const mostImports = 200;
