import { singleSpaced } from '../../clean.ts';

/** Lines of a declaration. An enumeration has a line for each value. */
const mostLines = 120;
const longestSignature = 100;

interface Described {
  name: string;
  /** Whether the file is a source, whose types and static functions are for itself. */
  isSource: boolean;
}

/**
 * Returns the declaration of a symbol below its comment on one line, or with a line for each parameter; '' if nothing there says more
 * than the comment, as for signals. Undefined for a function that only its file can call.
 */
export function declarationBelow(
  lines: readonly string[],
  from: number,
  { name, isSource }: Described,
): string | undefined {
  const below = codeBelow(lines, from);
  if (/[:|.]/.test(name)) return isProperty(name) ? propertyIn(below) : '';
  const text = below.join('\n');
  const isKnown = new RegExp(`\\b_?${name}\\b`).test(text);
  if (!isKnown) return '';
  if (/^#[ \t]*define\b/.test(text)) return macro(text);
  if (/^typedef\b/.test(text)) return type(text);
  if (/^(?:struct|enum|union)\b[^(;]*\{/.test(text)) return isSource ? '' : type(text);
  if (isSource && /^static\b(?!\s+inline\b)/.test(text)) return undefined;
  return functionHead(text, name);
}

function isProperty(name: string): boolean {
  return /^\w+:[\w-]+$/.test(name);
}

/** Returns the lines of code below a comment, without those for the compiler. */
function codeBelow(lines: readonly string[], from: number): string[] {
  const found: string[] = [];
  for (const line of lines.slice(from, from + mostLines)) {
    const isEmpty = line.trim() === '';
    const isDefinition = /^#[ \t]*define\b/.test(line);
    if (/^[ \t]*\/\*\*/.test(line) || (isEmpty && isClosed(found))) break;
    const isSkipped = isEmpty || (line.startsWith('#') && !isDefinition) || marker.test(line);
    if (!isSkipped) found.push(line);
    if (isDefinition && !line.endsWith('\\')) break;
  }
  return found;
}

/** A macro on a line of its own that only the compiler reads, such as `GLIB_AVAILABLE_IN_2_72`. */
const marker = /^[A-Z][A-Z\d_]+(?:[ \t]*\([\w\s."]{0,60}\))?$/;

/** Returns whether the last line ends a declaration, and not one of its fields. */
function isClosed(lines: readonly string[]): boolean {
  if (lines.length === 0 || !/[;}]\s*$/.test(lines.at(-1)!)) return false;
  const text = lines.join('\n');
  return text.split('{').length <= text.split('}').length;
}

/** Returns the specification of a property, which has its type, its default and whether it can be changed. */
function propertyIn(lines: readonly string[]): string {
  const text = lines.slice(0, 12).join('\n');
  const start = /\bg(?:st|tk|dk)?_param_spec_\w+\s*\(/.exec(text);
  if (!start) return '';
  const rest = text.slice(start.index);
  const end = rest.search(/\)\s*(?:;|\);)/);
  return end === -1 ? '' : singleSpaced(rest.slice(0, end + 1));
}

/** Returns a macro with its parameters, or with its value. */
function macro(text: string): string {
  const [, head = '', written = ''] =
    /^#[ \t]*define[ \t]+(\w+(?:\([^()\n]{0,200}\))?)[ \t]*(.*)$/m.exec(text) ?? [];
  const value = written.replace(/\s*\/\*.*$/, '').trim();
  const isShown = !head.includes('(') && value.length < longestSignature && !value.endsWith('\\');
  return `#define ${head}${isShown && value !== '' ? ` ${value}` : ''}`;
}

/** Returns a type with its fields, without what is private. */
function type(text: string): string {
  const body = text.indexOf('{');
  const end = text.indexOf(';');
  if (body === -1 || (end !== -1 && end < body))
    return broken(singleSpaced(end === -1 ? text : text.slice(0, end)));
  const close = /^[ \t]*\}[^;\n]*(?:;|$)/m.exec(text);
  const whole = close ? text.slice(0, close.index + close[0].length) : text;
  return whole
    .replace(/\/\*\s*<\s*private\s*>\s*\*?\/?[^]*?(?=\/\*\s*<\s*public|^[ \t]*\}|$(?![^]))/gim, '')
    .replace(
      /[ \t]*\b[A-Z\d]+_(?:AVAILABLE|DEPRECATED)_[A-Z]+_IN_\w+(?:\s?\([^()\n]{0,100}\))?/g,
      '',
    )
    .replace(/\n\s*\n/g, '\n')
    .replace(/;$/, '');
}

/** Returns the head of a function. */
function functionHead(text: string, name: string): string {
  const at = new RegExp(`\\b${name}\\s*\\(`).exec(text);
  if (!at || /[;{}]/.test(text.slice(0, at.index))) return '';
  let depth = 0;
  for (let end = at.index + at[0].length - 1; end < text.length; end += 1) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')') depth -= 1;
    if (depth === 0) return broken(withoutMacros(singleSpaced(text.slice(0, end + 1))));
  }
  return '';
}

/** Removes what only the compiler reads before a function. */
function withoutMacros(head: string): string {
  const own = head.replace(/^(?:[A-Z][A-Z\d_]+ (?=[a-zA-Z]\w*[ *])){1,4}/, '');
  return own.replace(/\* (?=\w+ ?\()/, '*');
}

/** Breaks a long function or callback before each of its parameters. */
function broken(text: string): string {
  if (text.length <= longestSignature || !text.endsWith(')')) return text;
  const open = /\w\s*\((?!\s*\*)|\)\s*\(/.exec(text);
  if (!open) return text;
  const start = open.index + open[0].length;
  const parameters = text.slice(start, -1).split(/, (?![^()]*\))/);
  return `${text.slice(0, start)}\n    ${parameters.join(',\n    ')})`;
}
