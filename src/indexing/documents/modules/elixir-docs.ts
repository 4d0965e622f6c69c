import { bracketDepth, bracketStep } from '../brackets.ts';
import { longFenced } from '../fences.ts';
import { indentOf, withoutMargin } from '../indentation.ts';
import { append, docstringText } from './docstring-text.ts';
import { ElixirConstants } from './elixir-options.ts';

const moduleStart = /^( *)(defmodule|defprotocol|defimpl)[ \t]+([\w.]{1,200})/;
const attribute = /^ *@(moduledoc|typedoc|doc|deprecated)[ \t]+(.*)$/;
const heredoc = /^(~[sS])?("""|''')[ \t]*$/;
const oneLine = /^(?:~[sS])?"((?:[^"\\]|\\.){1,2000})"[ \t]*$/;
const specification = /^ *@spec[ \t]/;
/** An attribute or a slot of a component of LiveView, above its function. */
const declaration = /^ *(attr|slot)(?:\.?\(|[ \t]+)[ \t]*:[a-z_]/;
/** Where its text shows them. */
const declarationPlace = '[INSERT LVATTRDOCS]';
/** What a text documents. Libraries have definitions of their own, such as `defn` of Nx. The names of private ones end with a `p`. */
const definition =
  /^ *(?:@(callback|macrocallback|type|opaque)|(?:def|defmacro|defguard|defdelegate)|def(?!exception\b|overridable\b)\w{0,40}[^\Wp](?=[ \t]+\w{1,100}[?!]?\())[ \t]+([a-z_]\w{0,100}[?!]?)(?=[\s(:,]|$)/;
const privateStart = /^ *defp[ \t]/;
/** The end of a head: its body, a guard, or the target of a delegation. A macro can have a parameter `do: block`. */
const headEnd = /\sdo[ \t]*$|,[ \t]*do:(?![ \t]*\w{1,100}\))|\swhen\s|\)[ \t]*,[ \t]*(?:to|as):/;
/** Lines of a head or a specification. */
const mostLines = 30;

/**
 * Converts a module of Elixir to the Markdown of the page that ExDoc makes of it: the text of the module, and a section for each function, macro,
 * callback and type with a text. https://hexdocs.pm/elixir/writing-documentation.html
 */
export function elixirToMarkdown(lines: string[], path = ''): string[] {
  const pages = new ModuleReader(lines).read();
  // Errors often stand above the module that the file is named for.
  const [, file = ''] = /^(?:.*\/)?lib\/(.+)\.ex$/.exec(path) ?? [];
  const letters = file.replace(/[/_]/g, '');
  const main = pages.findIndex(({ name }) => name.replaceAll('.', '').toLowerCase() === letters);
  return [...pages.splice(Math.max(main, 0), 1), ...pages].flatMap(({ out }) => out);
}

interface Module {
  indent: number;
  name: string;
  isHidden: boolean;
  /** Its page, without the modules inside. */
  out: string[];
}

class ModuleReader {
  private readonly lines: readonly string[];
  private readonly all: Module[] = [];
  /** The module around the current line, below those around it. */
  private readonly modules: Module[] = [];
  /** The text of the next definition. */
  private text: string[] | undefined;
  private specifications: string[] = [];
  private deprecation: string[] = [];
  private readonly constants: ElixirConstants;
  /** True if the author hides the next definition. */
  private hides = false;
  /** Attributes and slots of the next function. They are its text if it has no other. */
  private declared: Declared = noneDeclared();
  /** No text with one of these marks ends at this line or below it. */
  private readonly lastEnds = new Map<string, number>();

  constructor(lines: readonly string[]) {
    this.lines = lines;
    this.constants = new ElixirConstants(lines);
  }

  read(): Module[] {
    for (let at = 0; at < this.lines.length; at += 1) at = this.line(at);
    return this.all;
  }

  /** Takes what begins at a line. Returns the index of its last line. */
  private line(at: number): number {
    const line = this.lines[at]!.slice(0, 2_000);
    const [, margin, kind, name = ''] = moduleStart.exec(line) ?? [];
    if (margin !== undefined) return this.open(margin.length, kind === 'defimpl' ? '' : name, at);
    const [, attributeName = '', value = ''] = attribute.exec(line) ?? [];
    if (attributeName !== '') return this.documentation(attributeName, value, at);
    if (specification.test(line)) {
      const last = this.endOfStatement(at);
      this.specifications.push(...this.statement(at, last));
      return last;
    }
    const [, declaredKind] = declaration.exec(line) ?? [];
    if (declaredKind !== undefined) return this.addDeclared(declaredKind, at);
    return this.definition(line, at);
  }

  private addDeclared(kind: string, at: number): number {
    const indent = indentOf(this.lines[at]!);
    const { attr, slot, slotIndent } = this.declared;
    const shown = this.constants.declared(at);
    if (kind === 'slot') this.declared.slotIndent = indent;
    if (kind === 'slot') slot.push(...shown);
    else if (slot.length > 0 && indent > slotIndent) slot.push(...shown.map((one) => `  ${one}`));
    else attr.push(...shown);
    return at;
  }

  private definition(line: string, at: number): number {
    const [, kind = '', name] = definition.exec(line) ?? [];
    if (privateStart.test(line)) this.declared = noneDeclared();
    if (name === undefined) return at;
    const last = this.endOfHead(at);
    this.define({ name, kind, line: at + 1, indent: indentOf(line) }, this.statement(at, last));
    return last;
  }

  private open(indent: number, name: string, at: number): number {
    const around = this.moduleAround(indent);
    const module = {
      indent,
      name: around ? `${around.name}.${name}` : name,
      // The functions of an implementation are described in the protocol.
      isHidden: name === '' || around?.isHidden === true,
      out: [],
    };
    this.modules.push(module);
    this.all.push(module);
    this.text = undefined;
    return at;
  }

  /** Returns the module around a line with an indentation. Modules that end above the line are left. */
  private moduleAround(indent: number): Module | undefined {
    while (this.modules.length > 0 && this.modules.at(-1)!.indent >= indent) this.modules.pop();
    return this.modules.at(-1);
  }

  /** Takes the text of a module or of the next definition. `false` hides it. */
  private documentation(kind: string, value: string, at: number): number {
    const module = this.moduleAround(indentOf(this.lines[at]!));
    if (!module) return at;
    if (value.startsWith('false')) {
      if (kind === 'moduledoc') module.isHidden = true;
      else {
        this.text = undefined;
        this.hides = true;
      }
      return at;
    }
    const { text, last } = this.textAt(value, at);
    if (text === undefined) return last;
    if (kind === 'deprecated') this.deprecation = [`**Deprecated:** ${text.join(' ')}`, ''];
    else if (kind !== 'moduledoc') this.text = text;
    else if (this.show(module)) append(module.out, ['', ...docstringText(text, '', 'elixir')]);
    return last;
  }

  /** Reads the text that begins in an attribute. */
  private textAt(value: string, at: number): { text: string[] | undefined; last: number } {
    const [, short] = oneLine.exec(value) ?? [];
    if (short !== undefined) return { text: [unescaped(short)], last: at };
    const [, sigil = '', mark] = heredoc.exec(value) ?? [];
    const last = mark === undefined ? undefined : this.endOfText(mark, at);
    if (last === undefined) return { text: undefined, last: at };
    const margin = indentOf(this.lines[last]!);
    const text = this.lines.slice(at + 1, last).map((line) => withoutMargin(line, margin));
    if (sigil === '~S') return { text, last };
    return { text: this.constants.shownIn(text, at).map(unescaped), last };
  }

  private endOfText(mark: string, at: number): number | undefined {
    const lastEnd = this.lastEnds.get(mark) ?? this.lines.length;
    for (let end = at + 1; end < lastEnd; end += 1) {
      if (this.lines[end]!.trim() === mark) return end;
    }
    this.lastEnds.set(mark, at);
    return undefined;
  }

  /** Writes the name of a module above its first text. Returns false for a module that its author hides. */
  private show(module: Module): boolean {
    if (module.isHidden) return false;
    if (module.out.length === 0) module.out.push('', `# ${module.name}`);
    return true;
  }

  private define({ name, kind, line, indent }: Defined, head: string[]): void {
    const { specifications } = this;
    const { attr, slot } = this.declared;
    const own = this.text ?? (attr.length + slot.length > 0 && !this.hides ? [] : undefined);
    const text = own && [...this.deprecation, ...withDeclared(own, this.declared)];
    this.deprecation = [];
    this.text = undefined;
    this.hides = false;
    this.declared = noneDeclared();
    this.specifications = [];
    const module = this.moduleAround(indent);
    if (text === undefined || !module || !this.show(module)) return;
    const title = titleOf(head.join(' '), name, kind).replaceAll(/[_*<]/g, String.raw`\$&`);
    const code = longFenced([...specifications, ...head], 'elixir');
    append(module.out, [
      '',
      `## ${title} {#L${line}}`,
      '',
      ...code,
      '',
      ...docstringText(text, '#', 'elixir'),
    ]);
  }

  private endOfHead(at: number): number {
    const isAttribute = this.lines[at]!.trimStart().startsWith('@');
    if (isAttribute) return this.endOfStatement(at);
    let depth = 0;
    for (let end = at; end < Math.min(this.lines.length, at + mostLines); end += 1) {
      depth += bracketDepth(this.lines[end]!);
      if (depth <= 0) return end;
    }
    return at;
  }

  /** Returns the index of the last line of an attribute. Its further lines are indented. */
  private endOfStatement(at: number): number {
    const margin = indentOf(this.lines[at]!);
    let end = at;
    while (end + 1 < this.lines.length && end < at + mostLines) {
      const next = this.lines[end + 1]!;
      if (next.trim() === '' || indentOf(next) <= margin) break;
      end += 1;
    }
    return end;
  }

  /** Returns the lines of a head or an attribute, without the body of a function. */
  private statement(at: number, last: number): string[] {
    const margin = indentOf(this.lines[at]!);
    const lines = this.lines.slice(at, last + 1).map((line) => line.slice(margin, 2_000));
    const end = lines[0]!.startsWith('@') ? undefined : headEnd.exec(lines.at(-1)!);
    if (end) lines.push(lines.pop()!.slice(0, end[0].startsWith(')') ? end.index + 1 : end.index));
    return lines;
  }
}

/** Items of lists of the attributes and the slots of a component. Attributes of a slot have a greater indentation than the slot. */
interface Declared {
  attr: string[];
  slot: string[];
  slotIndent: number;
}

function noneDeclared(): Declared {
  return { attr: [], slot: [], slotIndent: 0 };
}

/** Returns the text of a component with its attributes and slots, as Phoenix.Component shows them. */
function withDeclared(text: readonly string[], { attr, slot }: Declared): string[] {
  const titled = (title: string, items: string[]): string[] =>
    items.length > 0
      ? ['', text.length > 0 ? `## ${title}` : `**${title}**`, '', ...items, '']
      : [];
  const shown = [...titled('Attributes', attr), ...titled('Slots', slot)];
  const place = text.findIndex((line) => line.trim() === declarationPlace);
  return place === -1 ? [...text, ...shown] : text.toSpliced(place, 1, ...shown);
}

/** What a text documents. `line` counts from 1. */
interface Defined {
  indent: number;
  name: string;
  kind: string;
  line: number;
}

const operator = /^def\w*[ \t]+(\w+[ \t]*[^\w\s(),:\\]{1,4}[ \t]*\w+)$/;

/** Returns the title of a definition: a type, an operator with its sides, or a name with its parameters. */
function titleOf(head: string, name: string, kind: string): string {
  if (kind === 'type' || kind === 'opaque') return `t:${name}`;
  return operator.exec(head)?.[1] ?? `${name}(${parametersIn(head).join(', ')})`;
}

/** The keyword and the name before the parameters of a head. */
const beforeParameters = /^\S+[ \t]+[a-z_]\w*[?!]?[ \t]*(?=\()/;

/** Returns the names of the parameters in a head, as ExDoc shows them. */
function parametersIn(head: string): string[] {
  const start = beforeParameters.exec(head)?.[0].length;
  if (start === undefined) return [];
  const parameters: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < head.length; at += 1) {
    depth += bracketStep(head[at]!);
    if (depth > 0 && !(depth === 1 && head[at] === ',')) continue;
    parameters.push(head.slice(from, at).trim());
    from = at + 1;
    if (depth === 0) break;
  }
  return parameters.filter(Boolean).map(parameterName);
}

/** Returns the name of a parameter without its pattern, its type and its default: `name`, `%Saw{} = saw`, `teeth :: integer`, `Saw.t()`, `do: block`. */
function parameterName(written: string, at: number): string {
  if (/^do: *[a-z_]\w*$/.test(written)) return written;
  const plain = written.replace(/\s*(?:\\\\|::)\s*.*$/s, '').replace(/\(\)$/, '');
  const name = /(?:^|=\s*|\.)([a-z_]\w*)$/.exec(plain)?.[1] ?? /^([a-z_]\w*)\s*=/.exec(plain)?.[1];
  return name ?? `arg${at + 1}`;
}

function unescaped(text: string): string {
  return text.replace(/\\(["\\#])/g, '$1');
}
