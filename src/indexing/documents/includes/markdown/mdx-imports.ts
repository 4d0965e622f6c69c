import { FenceTracker } from '../../fences.ts';
import { attributesOf } from '../attributes.ts';
import { matchElement } from './match-element.ts';

/** A use of a file that an MDX document imports. */
export interface MdxUse {
  path: string;
  /** The name of the exported text to show; the whole file if absent. */
  constant?: string;
  /** True if the document shows the file as code. */
  asCode: boolean;
  /** The language of the code; that of the file if absent. */
  language?: string;
  /** The title of the code. */
  label?: string;
  /** Texts of the lines around the shown part. */
  marks?: { start: string; end: string };
  /** What the place of imported Markdown says of it, as in `<Install tool="saw" />`. */
  props?: ReadonlyMap<string, string>;
}

const importStatement = /^import\s+([A-Za-z_$][\w$]*)\s+from\s+(?:"([^"]+)"|'([^']+)')\s*$/;
/** Imports of constants of a module in this repository: `import { cut, oil as oiled } from './samples'`. */
const namedImport =
  /^import\s*\{([^{}]{1,2000})\}\s*from\s*["']((?:\.{1,2}|@site)\/[^"']{1,300}?)(?:\.[jt]sx?)?["']$/;
const importedName = /^\s*([A-Za-z_$][\w$]{0,100})(?:\s+as\s+([A-Za-z_$][\w$]{0,100}))?\s*$/;
const begunImport =
  /^import(?:\s+[A-Za-z_$][\w$]{0,100}(?:\s+from)?|\s*\{[^{}"']{0,2000}(?:\}(?:\s*from)?)?)?$/;
const loader = /^!*raw-loader!/;
const markup = /\.(?:mdx?|astro)$/;
const part = /\.svelte$/;

/** The files in which a site of Docusaurus imports parts for all pages. https://docusaurus.io/docs/markdown-features/react#mdx-component-scope */
export const themeFiles = ['.js', '.jsx', '.ts', '.tsx', '/index.js', '/index.tsx'].map(
  (ending) => `src/theme/MDXComponents${ending}`,
);

/** A component on a line of its own, which can be such a part. */
export const loneComponent = /^[ \t]*<[A-Z][\w$]{0,100}(?:[ \t][^<>\n]{0,300})?\/>[ \t]*$/;

/** Returns whether a path is that of such a file. */
export function isThemeFile(path: string): boolean {
  return themeFiles.some((file) => `/${path}`.endsWith(`/${file}`));
}

/** The Markdown files and raw files that an MDX document imports, by their names. */
export class MdxImports {
  private readonly byName = new Map<string, MdxUse>();
  private readonly constants = new Map<string, MdxUse>();
  /** An import whose end is on the next line. */
  private begun = '';
  /** True for a page of Svelte or a part of it, whose imports are indented in a script. */
  private readonly isSvelte: boolean;

  /** `theme`: the lines of the file in which the site imports parts for all pages. */
  constructor(path: string, theme: readonly string[]) {
    this.isSvelte = part.test(path);
    for (const line of theme) this.read(line);
  }

  /** Reads a line. Ignores every line except imports of Markdown files, of raw text and of constants, which a formatter may have wrapped. */
  read(line: string): void {
    const own = this.isSvelte ? line.trimStart() : line;
    const text = this.begun === '' ? own : `${this.begun} ${own}`;
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
    const isMarkup = (this.isSvelte ? part : markup).test(path);
    if (asCode || isMarkup) this.byName.set(name, { path, asCode });
    this.readNames(statement);
  }

  private readNames(statement: string): void {
    const [, names = '', path = ''] = namedImport.exec(statement) ?? [];
    for (const one of names.split(',')) {
      const [, constant, name = constant] = importedName.exec(one) ?? [];
      if (name === undefined || this.constants.size >= mostImports) continue;
      const use = { path: path.replace(/^@site\//, '/'), constant: constant!, asCode: true };
      this.constants.set(name, use);
    }
  }

  /** Returns the file for `<Name />` or `{Name}` on a line of its own. */
  use(text: string): MdxUse | undefined {
    if (this.byName.size === 0) return undefined;
    const [, element, given = ''] = /^<([A-Za-z_$][\w$]*)(\s[^<>]*)?\/>$/.exec(text) ?? [];
    const code =
      /^(?:<CodeBlock\b[^<>]*>\s*)?\{(?:[\w$]{1,40}\()?([A-Za-z_$][\w$]*)\)?\}(?:\s*<\/CodeBlock>)?$/.exec(
        text,
      )?.[1];
    const found = this.byName.get(element ?? code ?? '');
    if (!found || found.asCode !== (code !== undefined)) return undefined;
    // A component with attributes can show anything.
    if (this.isSvelte && given.trim() !== '') return undefined;
    return found.asCode ? found : { ...found, props: attributesOf(given) };
  }

  /**
   * Returns the files that a component on these lines shows by its attributes, and the last line of the component: the raw file
   * or the constant of `<Code code={sample} lang="ts" />`, or the Markdown of `<Tabs parts={{ cut, 'To oil': oil }} />`.
   */
  useInComponent(
    lines: readonly string[],
    at: number,
  ): { uses: MdxUse[]; last: number } | undefined {
    if (this.byName.size + this.constants.size === 0) return undefined;
    if (!/^\s*<[A-Z]/.test(lines[at]!)) return undefined;
    const element = matchElement(lines, at, component);
    if (!element) return undefined;
    const [, written = ''] = element.match;
    const uses = this.rawFile(written) ?? this.markdownIn(written);
    return uses.length === 0 ? undefined : { uses, last: element.last };
  }

  private rawFile(written: string): MdxUse[] | undefined {
    const files = Array.from(written.matchAll(nameAttribute), ([, attribute, name = '']) =>
      attribute === 'code'
        ? (this.byName.get(name) ?? this.constants.get(name))
        : this.byName.get(name),
    );
    const file = files.find((found) => found?.asCode);
    return file && [{ ...file, ...optionsOf(written, file.path) }];
  }

  private markdownIn(written: string): MdxUse[] {
    const names = Array.from(written.replace(quoted, '').matchAll(nameInValue), ([name]) => name);
    return names.flatMap((name) => {
      const file = this.byName.get(name);
      return file?.asCode === false ? [file] : [];
    });
  }
}

/** Returns the lines of a text that a module has as a constant; undefined if it has none with this name, or a text with expressions. */
export function constantText(lines: readonly string[], name: string): string[] | undefined {
  const start = new RegExp(`^(?:export )?const ${RegExp.escape(name)}(?:: ?string)? = ?(.*)$`);
  const first = lines.findIndex((line) => line.length < longestLine && start.test(line));
  if (first === -1) return undefined;
  const rest = lines.slice(first + 1, first + mostCodeLines);
  const written = [start.exec(lines[first]!)![1]!, ...rest].join('\n').trimStart();
  const [, template, single, double] = jsText.exec(written) ?? [];
  const text = template ?? single ?? double;
  if (text === undefined || /(?<!\\)\$\{/.test(text)) return undefined;
  return text.replace(/\\(n|[^n])/g, (_, sign: string) => (sign === 'n' ? '\n' : sign)).split('\n');
}

const longestLine = 2_000;
const mostCodeLines = 2_000;
const jsText =
  /^(?:String\.raw)?(?:`((?:[^`\\]|\\[\s\S])*)`|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")/;

const prop = /\{[ \t]?(props\.)?(\w{1,50})[ \t]?\}/g;

/**
 * Replaces the properties that imported Markdown shows, as in `npm i {props.tool}`, and `{tool}` of Mintlify if its place states it. Those in
 * fenced code are code.
 */
export function withProps(lines: readonly string[], props: MdxUse['props']): string[] {
  if (props === undefined) return [...lines];
  const fences = new FenceTracker();
  return lines.map((line) => {
    if (fences.advance(line) || !line.includes('}')) return line;
    return line.replace(prop, (whole, mark: string | undefined, name: string) => {
      return props.get(name) ?? (mark === undefined ? whole : '');
    });
  });
}

const mostImports = 200;
const component = {
  pattern: /^\s*<[A-Z][\w.]{0,50}\s([^<>]{1,4000})(?:\/|><\/[A-Z][\w.]{0,50})>\s*$/,
  end: /(?:\/|><\/[A-Z][\w.]{0,50})>\s*$/,
  most: 60,
};
const nameAttribute = /(?<![\w-])(\w{1,40})=\{\s*([A-Za-z_$][\w$]{0,100})\s*\}/g;
const quoted = /"[^"]*"|'[^']*'/g;
/** A name within the value of an attribute. That of an attribute or of a key has a sign behind it. */
const nameInValue = /(?<![\w$.])[A-Za-z_$][\w$]{0,100}(?![\w$])(?!\s{0,9}[:=])/g;

function optionsOf(written: string, path: string): Partial<MdxUse> {
  const attributes = attributesOf(written);
  const language = attributes.get('language') ?? attributes.get('lang');
  const label = attributes.get('title');
  const start = attributes.get('startMarker');
  const end = attributes.get('endMarker');
  // A site can have variants of a language, such as `tsindent` for a file that ends with `.ts`.
  const isVariant = language?.startsWith(path.slice(path.lastIndexOf('.') + 1)) ?? true;
  return {
    ...(!isVariant && { language: language! }),
    ...(label !== undefined && { label }),
    ...(start !== undefined && end !== undefined && { marks: { start, end } }),
  };
}
