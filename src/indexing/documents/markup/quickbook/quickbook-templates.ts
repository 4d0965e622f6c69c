import { elementOf, type Element, type Part } from './quickbook-parts.ts';

/** A text with parameters: `[template cut[what] Cut the [what].]`. */
interface Template {
  parameters: readonly string[];
  body: readonly Part[];
}

const definition = /^\s*(\w{1,100}|[^\w\s])(?:\s([^]*))?$/;
/** Characters of a value in code. */
const longestInCode = 100;
/** Maximum depth of templates that show templates. */
const deepest = 8;
/** Maximum number of characters and elements that the templates of one document show. */
const mostShown = 1_000_000;

/**
 * The templates of a manual.
 * https://www.boost.org/doc/libs/release/doc/html/quickbook/syntax/block.html#quickbook.syntax.block.templates
 */
export class Templates {
  private readonly byName = new Map<string, Template>();
  private depth = 0;
  private left = mostShown;

  /** Reads an element `template`. */
  define({ parts: [start, list, ...body] }: Element): void {
    const [, name = '', rest = ''] =
      definition.exec(start?.kind === 'text' ? start.text : '') ?? [];
    if (name === '') return;
    const isList = rest.trim() === '' && list?.kind === 'element';
    const others = list && !isList ? [list, ...body] : body;
    const parameters = isList ? wordsOf(list.all) : [];
    this.byName.set(name, { parameters, body: [{ kind: 'text', text: rest }, ...others] });
  }

  /** Returns what an element shows whose name is that of a template; undefined for any other element. */
  show(element: Element, write: (parts: readonly Part[]) => string): string | undefined {
    const { name, parts } = element.name === '' ? withSign(element) : element;
    const template = this.byName.get(name);
    if (!template || this.depth >= deepest) return undefined;
    const { parameters, body } = template;
    const values = argumentsOf(parts, parameters.length);
    this.depth += 1;
    const filled = this.filled(
      body,
      new Map(parameters.map((parameter, at) => [parameter, values[at] ?? []])),
    );
    const shown = write(filled);
    this.depth -= 1;
    // A text that begins below the name is a block.
    const isBlock = body
      .slice(0, 2)
      .some((part) => part.kind === 'text' && /^[ \t]*\n/.test(part.text));
    return isBlock ? `\n\n${shown.trim()}\n\n` : shown.trim();
  }

  /** Returns parts with the values of the parameters. */
  private filled(
    parts: readonly Part[],
    values: ReadonlyMap<string, readonly Part[]>,
  ): readonly Part[] {
    const out: Part[] = [];
    for (const part of parts) {
      const value = part.kind === 'element' ? values.get(part.name) : undefined;
      this.left -= sizeOf(value ?? [part]);
      if (this.left < 0) break;
      if (value !== undefined) out.push(...value);
      else if (part.kind === 'element') out.push(elementOf(joined(this.filled(part.all, values))));
      else if (part.kind === 'text') out.push(part);
      else {
        const text = inCode(part.text, values);
        this.left -= text.length;
        out.push({ ...part, text });
      }
    }
    return withoutSplitTags(out);
  }
}

/** Returns an element whose name is a sign, as in `[~ cut]`. */
function withSign({ parts: [start, ...others] }: Element): Pick<Element, 'name' | 'parts'> {
  if (start?.kind !== 'text') return { name: '', parts: [] };
  const text = start.text.trimStart();
  return { name: text.slice(0, 1), parts: [{ kind: 'text', text: text.slice(1) }, ...others] };
}

/** Returns code with the values of the parameters. */
function inCode(text: string, values: ReadonlyMap<string, readonly Part[]>): string {
  return text.replace(/(`{0,2})\[(\w{1,100})\]\1/g, (found, _, name) => {
    const value = values.get(name);
    if (!value) return found;
    const shown = value.map((part) => (part.kind === 'element' ? '' : part.text)).join('');
    return shown.slice(0, longestInCode);
  });
}

/** Returns the number of characters and elements of parts. */
function sizeOf(parts: readonly Part[]): number {
  return parts.reduce(
    (sum, part) => sum + 1 + (part.kind === 'element' ? sizeOf(part.all) : part.text.length),
    0,
  );
}

function wordsOf([start]: readonly Part[]): string[] {
  return start?.kind === 'text' ? start.text.split(/\s+/).filter(Boolean) : [];
}

/** Divides the parts of a call at `..`, or at spaces if there are fewer values than parameters. */
function argumentsOf(parts: readonly Part[], count: number): Part[][] {
  const values = divided(parts, /\.\./);
  return values.length < count && values.length === 1 ? divided(parts, /\s+/) : values;
}

function divided(parts: readonly Part[], separator: RegExp): Part[][] {
  const all: Part[][] = [[]];
  for (const [at, part] of parts.entries()) {
    if (part.kind !== 'text') {
      all.at(-1)!.push(part);
      continue;
    }
    const text = at === 0 ? part.text.trimStart() : part.text;
    const [first = '', ...others] = text.split(separator);
    all.at(-1)!.push({ kind: 'text', text: first });
    for (const other of others) all.push([{ kind: 'text', text: other }]);
  }
  return all;
}

/** Joins texts that follow each other, so that the first word of an element can be a value. */
function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (part.kind === 'text' && last?.kind === 'text') {
      out[out.length - 1] = { kind: 'text', text: last.text + part.text };
    } else out.push(part);
  }
  return out;
}

/** Leaves out tags of DocBook with a value inside, such as the address of a link. */
function withoutSplitTags(parts: readonly Part[]): Part[] {
  let isInside = false;
  return parts.flatMap((part): Part[] => {
    if (part.kind !== 'raw') return isInside ? [] : [part];
    const end = isInside ? part.text.indexOf('>') : -1;
    if (isInside && end === -1) return [];
    const text = part.text.slice(end + 1);
    const start = /<\w[^<>]*$/.exec(text)?.index;
    isInside = start !== undefined;
    return [{ kind: 'raw', text: text.slice(0, start) }];
  });
}
