import { bracketStep } from '../brackets.ts';
import { longFenced } from '../fences.ts';
import { append, docstringText } from './docstring-text.ts';
import { edocTags, edocText, tagsText, withoutRulers, type EdocTag } from './edoc.ts';
import { formsOf, type Form } from './erlang-forms.ts';

/** Maximum characters of a declaration that is shown as code. */
const longestCode = 3_000;
const longestTypes = 4_000;

/**
 * Converts a module of Erlang to the Markdown of the page that ExDoc or EDoc makes of it. The page has the text of the module, and a section for
 * each exported function, callback and type with a text. A section has a name as references in texts do: `cut/2`. Reads documentation attributes
 * (https://www.erlang.org/doc/system/documentation.html) and comments of EDoc (https://www.erlang.org/doc/apps/edoc/chapter.html).
 */
export function erlangToMarkdown(lines: string[]): string[] {
  const forms = formsOf(lines.join('\n'));
  const reader = new ErlangReader(exportsOf(forms));
  for (const form of forms) reader.take(form);
  return reader.finish();
}

/** Returns the names that a module exports, as `cut/2`; undefined if it exports all. */
function exportsOf(forms: readonly Form[]): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  for (const { masked, source } of forms) {
    if (/^-compile\b/.test(masked) && /\bexport_all\b/.test(masked)) return undefined;
    if (!/^-export\s*\(/.test(masked)) continue;
    for (const [, name, arity] of source.replace(/%.*/g, '').matchAll(exported)) {
      names.add(`${name!.replaceAll("'", '')}/${arity}`);
    }
  }
  return names;
}

const exported = /('[^'\n]{1,100}'|[a-z]\w{0,100})\s{0,20}\/\s{0,20}(\d{1,3})/g;
const attribute = /^-\s*([a-z_]+)\b/;
/** A documentation attribute, or the macro for it that libraries have for older releases. */
const documentation = /^(?:-\s*|\?)((?:module)?doc)\b\s*\(?\s*/i;
/** What a function is the same as: `equiv => cut(Wood, 1)`, `equiv => cut/2`. */
const equivalent = /\bequiv\s*=>\s*([\w:']{1,200}(?:\([^()]{0,200}\)|\/\d{1,3}))/;
const functionHead = /^('[^'\n]{1,100}'|[a-z]\w{0,100})\s*\(/;
const typeHead = /^-\s*(?:type|opaque|nominal|callback)[\s(]+('[^'\n]{1,100}'|[a-z]\w{0,100})\s*\(/;

/** What the next declaration has. */
interface Pending {
  text: string[] | undefined;
  tags: EdocTag[];
  isHidden: boolean;
  deprecation: string;
  specifications: string[];
}

function nothing(): Pending {
  return { text: undefined, tags: [], isHidden: false, deprecation: '', specifications: [] };
}

class ErlangReader {
  private readonly exports: ReadonlySet<string> | undefined;
  private module = '';
  private isHidden = false;
  private intro: string[] = [];
  private readonly out: string[] = [];
  /** Types without a text. */
  private readonly types: string[] = [];
  private pending = nothing();

  constructor(exports: ReadonlySet<string> | undefined) {
    this.exports = exports;
  }

  take(form: Form): void {
    this.comments(form);
    const [, kind] = documentation.exec(form.masked) ?? [];
    if (kind !== undefined) return this.documentation(form, kind.toLowerCase());
    const [, name] = attribute.exec(form.masked) ?? [];
    if (name === undefined) this.function(form);
    else this.attribute(form, name);
  }

  finish(): string[] {
    const isEmpty = this.intro.length + this.out.length === 0;
    if (this.isHidden || isEmpty || this.module === '') return [];
    const types = this.types.length > 0 ? ['', '## Types', '', ...code(this.types)] : [];
    return [`# ${this.module} {#L1}`, '', ...this.intro, ...this.out, ...types];
  }

  private comments({ above }: Form): void {
    const tags = above.flatMap((lines) => edocTags(lines));
    if (tags.length === 0) return;
    this.pending.tags.push(...tags);
    if (tags.some(({ name }) => name === 'private' || name === 'hidden'))
      this.pending.isHidden = true;
  }

  /** Takes a text of Markdown for the module or the next declaration, or its metadata. */
  private documentation({ masked, strings, source }: Form, kind: string): void {
    const value = masked.replace(documentation, '');
    const isModule = kind === 'moduledoc';
    if (/^(?:false|hidden)\b/.test(value)) {
      if (isModule) this.isHidden = true;
      else this.pending.isHidden = true;
    } else if (value.startsWith('#')) this.metadata(source);
    else if (!value.startsWith('{') && strings.length > 0) {
      const text = strings.join('').split('\n');
      if (isModule) this.intro = docstringText(text, '', 'erlang');
      else this.pending.text = docstringText(text, '#', 'erlang');
    }
  }

  private metadata(source: string): void {
    const [, deprecation] = /\bdeprecated\s*=>\s*<{0,2}"([^"]{1,500})"/.exec(source) ?? [];
    if (deprecation !== undefined) this.pending.deprecation = `**Deprecated:** ${deprecation}`;
    const [, equal] = equivalent.exec(source) ?? [];
    if (equal !== undefined && this.pending.text === undefined)
      this.pending.text = [`Equivalent to \`${equal.replace(/\s+/g, ' ')}\`.`];
  }

  private attribute(form: Form, name: string): void {
    if (name === 'module') this.begin(form);
    else if (name === 'spec') this.pending.specifications.push(shortened(form.source));
    else if (/^(?:type|opaque|nominal|callback)$/.test(name)) this.declaration(form, name);
  }

  /** Takes the name of the module. The comments above it are those of the module. */
  private begin({ source }: Form): void {
    this.module = /\(\s*'?([\w.@]{1,200})/.exec(source)?.[1] ?? '';
    this.isHidden ||= this.pending.isHidden;
    const text = this.ownText('');
    if (text !== undefined && this.intro.length === 0) this.intro = text;
    this.pending = nothing();
  }

  private declaration({ source, masked, line, behind }: Form, kind: string): void {
    const [head, name] = typeHead.exec(masked) ?? [];
    const shown = shortened(source);
    const about = withoutRulers(behind).join('\n').trim();
    if (about !== '' && !about.startsWith('@')) this.pending.text ??= deeper(edocText(about), '#');
    const { isHidden, text } = this.pending;
    if (head === undefined || name === undefined || isHidden) this.pending = nothing();
    else if (kind === 'callback') {
      this.section(`${name}/${arityAt(masked, head.length)}`, [shown], line);
    } else if (text === undefined) {
      if (this.types.join('\n').length + shown.length < longestTypes) this.types.push(shown);
      this.pending = nothing();
    } else this.section(`t:${name}/${arityAt(masked, head.length)}`, [shown], line);
  }

  private function({ source, masked, line }: Form): void {
    const [head] = functionHead.exec(masked) ?? functionHead.exec(source) ?? [];
    if (head === undefined) return;
    const own = head.replace(/\s*\($/, '').replaceAll("'", '');
    const name = `${own}/${arityAt(masked, head.length)}`;
    const { specifications, tags, isHidden } = this.pending;
    const old = tags.find((tag) => tag.name === 'spec')?.text;
    const shown = specifications.length > 0 ? specifications : [old ?? headOf(source, masked)];
    if (isHidden || this.exports?.has(name) === false) this.pending = nothing();
    else this.section(name, shown, line);
  }

  /** Writes the section of a declaration, if it has a text. */
  private section(title: string, shown: readonly string[], line: number): void {
    const text = this.ownText('#');
    const { deprecation } = this.pending;
    this.pending = nothing();
    if (text === undefined && deprecation === '') return;
    append(this.out, [
      '',
      `## ${title.replaceAll('_', String.raw`\_`)} {#L${line}}`,
      '',
      ...code(shown),
      '',
    ]);
    append(this.out, [deprecation, '', ...(text ?? [])]);
  }

  /** Returns the text of the next declaration: its attribute, or the tags of its comments. */
  private ownText(marks: string): string[] | undefined {
    const { text, tags } = this.pending;
    if (text !== undefined) return text;
    const about = tags.find(({ name }) => name === 'doc')?.text ?? '';
    const others = tagsText(tags);
    if (about === '' && others.length === 0) return undefined;
    return [...deeper(edocText(about), marks), ...others];
  }
}

/** Returns lines of Markdown with deeper headings. */
function deeper(lines: readonly string[], marks: string): string[] {
  return lines.map((line) => line.replace(/^(?=#{1,5} \S)/, marks));
}

/** Returns how many arguments stand in the brackets that begin before an index. */
function arityAt(masked: string, from: number): number {
  let depth = 1;
  let commas = 0;
  let at = from;
  for (; at < masked.length && depth > 0; at += 1) {
    depth += bracketStep(masked[at]!);
    if (masked[at] === ',' && depth === 1) commas += 1;
  }
  // A masked argument is blank, and only brackets without one are empty.
  return commas === 0 && at - from <= 1 ? 0 : commas + 1;
}

/** Returns the first head of a function, without its guard. */
function headOf(source: string, masked: string): string {
  const end = masked.search(/->|\bwhen\b/);
  return source.slice(0, Math.min(end === -1 ? source.length : end, 300)).trim();
}

function shortened(source: string): string {
  return source.length > longestCode ? `${source.slice(0, longestCode)}\n…` : source;
}

function code(shown: readonly string[]): string[] {
  return longFenced(
    shown.flatMap((one) => one.split('\n')),
    'erlang',
  );
}
