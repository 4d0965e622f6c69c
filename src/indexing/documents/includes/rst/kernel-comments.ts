import { starredComments } from '../../code/doc/comment-text.ts';
import { capitalized } from '../../text-pieces.ts';
import { dedentBlock } from '../../indentation.ts';

/** A comment for kernel-doc. */
export interface KernelComment {
  kind: 'doc' | 'function' | 'struct' | 'union' | 'enum' | 'typedef';
  /** Of a `DOC:`, its title. */
  name: string;
  brief: string;
  parameters: { name: string; text: string[] }[];
  body: string[];
  /** The declaration below: on one line, but with a line for each member of a type. '' if there is none. */
  declaration: string;
}

/** Kinds with a type of C below their comments. */
const types = new Map<string, KernelComment['kind']>([
  ['struct', 'struct'],
  ['union', 'union'],
  ['enum', 'enum'],
  ['typedef', 'typedef'],
]);
const longestLine = 2_000;
const mostLines = 300;
const first =
  /^(?:(struct|union|enum|typedef|define|function)\s+)?([A-Za-z_][\w.]*)(\s*\([^()]*\))?\s*(?:[-:]\s*(.*))?$/;
const section =
  /^(description|context|returns?|notes?|examples?|locking|warning)[ \t]*:(?!:)[ \t]*(.*)$/i;

/** Returns the comments for kernel-doc in a source. https://docs.kernel.org/doc-guide/kernel-doc.html */
export function kernelComments(lines: readonly string[]): KernelComment[] {
  const comments: KernelComment[] = [];
  for (const { start, end } of starredComments(lines)) {
    const text = lines.slice(start, end).map((line) =>
      line
        .slice(0, longestLine)
        .replace(/^\s*\*(?: |$)?/, '')
        .trimEnd(),
    );
    const comment = commentOf(text, lines, end + 1);
    if (comment) comments.push(comment);
  }
  return comments;
}

function commentOf(
  [head = '', ...rest]: readonly string[],
  lines: readonly string[],
  below: number,
): KernelComment | undefined {
  const [, title] = /^\s*DOC:\s*(.*)$/.exec(head) ?? [];
  if (title !== undefined) {
    const body = dedentBlock(rest);
    return { kind: 'doc', name: title, brief: '', parameters: [], body, declaration: '' };
  }
  const named = namedIn(head);
  if (!named) return undefined;
  const { name, about } = named;
  const type = types.get(named.kind);
  const declaration = type ? typeBelow(lines, below) : headBelow(lines, below);
  return { kind: type ?? 'function', name, ...partsOf(about, rest), declaration };
}

/** Reads the first line of a comment: a name with its kind, with brackets, or with what it is. */
function namedIn(head: string): { kind: string; name: string; about: string } | undefined {
  const [, kind = '', name, call = '', about] = first.exec(head.trim()) ?? [];
  const isNamed = kind + call !== '' || about !== undefined;
  return name !== undefined && isNamed ? { kind, name, about: about ?? '' } : undefined;
}

/** Splits a comment: its first sentence, its parameters, and the text after them, whose sections get titles. */
function partsOf(
  about: string,
  lines: readonly string[],
): Pick<KernelComment, 'brief' | 'parameters' | 'body'> {
  const brief = [about];
  const parameters: KernelComment['parameters'] = [];
  const body: string[] = [];
  let open: string[] | undefined = brief;
  for (const line of lines) {
    const [, name, text = ''] = /^[ \t]?@([\w.]+|\.\.\.)[ \t]*:\s*(.*)$/.exec(line) ?? [];
    const titled = name === undefined ? section.exec(line) : null;
    if (name !== undefined) {
      open = [text.trim()];
      parameters.push({ name, text: open });
    } else if (titled) {
      open = undefined;
      body.push(...titledLines(titled));
    } else if (line.trim() === '') {
      open = undefined;
      body.push('');
    } else if (open) open.push(line.trim());
    else body.push(line.replace(/\t/g, '    '));
  }
  return { brief: brief.join(' ').trim(), parameters, body: trimmed(body) };
}

function titledLines([, title = '', text = '']: RegExpExecArray): string[] {
  if (/^description$/i.test(title)) return ['', text];
  return ['', `**${capitalized(title.toLowerCase())}**`, '', text];
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.trim() !== '');
  return start === -1 ? [] : lines.slice(start);
}

/** Returns the head of the function or the macro below a comment. */
function headBelow(lines: readonly string[], from: number): string {
  const found: string[] = [];
  for (const line of lines.slice(from, from + 20)) {
    const text = line.slice(0, longestLine).trim();
    const isMacro = /^#\s*define\b/.test(text);
    if (text.startsWith('#') && !isMacro) continue;
    found.push(text.replace(/\s*[{;].*$/, '').replace(/\\$/, ''));
    if (isMacro || /[{;]/.test(text) || text === '') break;
  }
  return found
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/^# define/, '#define')
    .replace(
      /\b(?:static|extern|__always_inline|inline|__must_check|__attribute_const__|__init|__exit|asmlinkage|noinline)\s+/g,
      '',
    )
    .trim();
}

/** Returns the type below a comment up to its end, without private members. */
function typeBelow(lines: readonly string[], from: number): string {
  const found: string[] = [];
  let isPrivate = false;
  let depth = 0;
  for (const line of lines.slice(from, from + mostLines)) {
    // The comment of the next declaration. Those of members are indented.
    if (line.startsWith('/**')) break;
    const text = line.slice(0, longestLine).trimEnd();
    depth += text.split('{').length - text.split('}').length;
    if (/\/\*\s*private:/i.test(text)) isPrivate = true;
    if (/\/\*\s*public:/i.test(text)) isPrivate = false;
    else if (!isPrivate || depth === 0) found.push(text.replaceAll('\t', '    '));
    if (depth <= 0 && /[;}]/.test(text)) break;
  }
  return found.join('\n');
}
