import { dedent } from '../indentation.ts';

/** The parts of a directive. */
export interface Directive {
  /** In lower case, without a domain such as `py:`. */
  name: string;
  /** The domain, or ''. */
  domain: string;
  /** Text on the first line. */
  argument: string;
  /** Lines that continue the first one, before options and the empty line. */
  head: string[];
  options: Map<string, string>;
  body: string[];
}

/** The domain and the name: `py:function`, and `rst:directive:option` for what stands within a directive. */
const start = /^\.\. +(?:([a-z]{1,12}):(?:directive:)?)?([A-Za-z][\w+.-]{0,60})[ ]?::(?:\s+(.*)|$)/;
const optionLine = /^:([\w][\w-]{0,40}):(?:\s+(.*)|$)/;

/** Parses a directive. Returns undefined for other lines, such as a comment or a target. */
export function parseDirective(lines: string[]): Directive | undefined {
  const match = start.exec(lines[0] ?? '');
  if (match === null) return undefined;
  const rest = dedent(lines.slice(1));
  const [, domain = '', name = '', argument = ''] = match;
  const head = rest.slice(
    0,
    leading(rest, (line) => line !== '' && !optionLine.test(line)),
  );
  const after = rest.slice(head.length);
  const count = leading(after, (line) => optionLine.test(line) || line.startsWith(' '));
  return {
    name: name.toLowerCase(),
    domain,
    argument: argument.trim(),
    head,
    options: readOptions(after.slice(0, count)),
    body: after.slice(count),
  };
}

/** Returns the number of lines at the beginning that meet a condition. */
function leading(lines: string[], condition: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !condition(line));
  return end === -1 ? lines.length : end;
}

function readOptions(lines: string[]): Map<string, string> {
  const options = new Map<string, string>();
  let last = '';
  for (const line of lines) {
    const option = optionLine.exec(line);
    if (option !== null) last = option[1]!.toLowerCase();
    const value = option === null ? `${options.get(last) ?? ''} ${line.trim()}` : (option[2] ?? '');
    options.set(last, value);
  }
  return options;
}

/**
 * Returns argument, continuation and body as one text, for directives whose content may begin on
 * the first line.
 */
export function contentOf(directive: Directive): string[] {
  const { argument, head, body } = directive;
  return [argument, ...head, '', ...body];
}

/**
 * Returns the body. Lines right below the directive belong to it, without an empty line between.
 */
export function bodyOf(directive: Directive): string[] {
  const { head, body } = directive;
  return head.length === 0 || body[0] === '' ? [...head, ...body] : [...head, '', ...body];
}
