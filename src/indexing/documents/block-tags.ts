/** A block tag of a JSDoc or Javadoc comment. */
export interface BlockTag {
  /** Name without '@'. */
  name: string;
  text: string;
}

const tagLine = /^\s*@([A-Za-z][\w-]*)(?:\s+|$|(?=\{))/;
const fenceLine = /^\s*(```|~~~)/;
const maxTags = 200;

/**
 * Splits a comment at the lines that begin with a tag, outside of fenced code. With `inline`, also
 * outside of inline tags and `<pre>`, whose code can have annotations.
 */
export function splitTags(
  comment: string,
  { inline = false } = {},
): { description: string; tags: BlockTag[] } {
  const description: string[] = [];
  const tags: { name: string; lines: string[] }[] = [];
  const all = comment.split('\n');
  const inside = inline ? linesInTags(all) : [];
  let fenced = false;
  for (const [at, line] of all.entries()) {
    if (fenceLine.test(line)) fenced = !fenced;
    const match = fenced || inside[at] ? null : tagLine.exec(line);
    if (match && tags.length < maxTags) {
      tags.push({ name: match[1]!, lines: [line.slice(match[0].length)] });
    } else {
      (tags.at(-1)?.lines ?? description).push(line);
    }
  }
  return {
    description: description.join('\n').trim(),
    tags: tags.map(({ name, lines }) => ({ name, text: lines.join('\n').trimEnd() })),
  };
}

/** Beginnings and ends of inline tags, other braces and code. */
const openings = /\{@?|\}|<\/?pre\b/gi;

/** Returns for each line whether it begins in an inline tag or in `<pre>`. One that is never closed has no lines. */
function linesInTags(lines: string[]): boolean[] {
  const changes = Array.from({ length: lines.length + 1 }, () => 0);
  const braces: { mark: string; line: number }[] = [];
  const code: { mark: string; line: number }[] = [];
  for (const [at, line] of lines.entries()) {
    for (const [mark] of line.matchAll(openings)) {
      const open = mark.startsWith('<') ? code : braces;
      if (mark !== '}' && !mark.startsWith('</')) {
        open.push({ mark, line: at });
        continue;
      }
      const opening = open.pop();
      if (opening === undefined || opening.mark === '{') continue;
      changes[opening.line + 1]! += 1;
      changes[at + 1]! -= 1;
    }
  }
  let depth = 0;
  return lines.map((_, at) => {
    depth += changes[at]!;
    return depth > 0;
  });
}

/** Returns a leading `{...}` with balanced braces, and the text after it. */
export function leadingBraces(text: string): { inner: string; rest: string } {
  if (!text.startsWith('{')) return { inner: '', rest: text };
  const end = closingBrace(text, 0);
  if (end < 0) return { inner: '', rest: text };
  return { inner: text.slice(1, end).trim(), rest: text.slice(end + 1).trimStart() };
}

/** Returns the index of the brace that closes the one at `open`, or -1. */
export function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i += 1) {
    if (text[i] === '{') depth += 1;
    else if (text[i] === '}') depth -= 1;
    if (depth === 0) return i;
  }
  return -1;
}

/** Replaces inline tags `{@name text}`. Braces inside them can nest. */
export function replaceInlineTags(
  text: string,
  replace: (name: string, body: string) => string,
): string {
  let result = '';
  let at = 0;
  for (;;) {
    const open = text.indexOf('{@', at);
    const end = open < 0 ? -1 : closingBrace(text, open);
    if (end < 0) return result + text.slice(at);
    const [, name, body] = /^([\w-]*)[ \t]*\n?([\s\S]*)$/.exec(text.slice(open + 2, end))!;
    result += text.slice(at, open) + replace(name!, body!.trimEnd());
    at = end + 1;
  }
}

/** Returns `{@link target label}` as words: the label, or the target as code. */
export function linkText(body: string): string {
  const [, target = '', label = ''] = /^([^\s(]*(?:\([^)]*\))?)[\s|]*([\s\S]*)$/.exec(
    body.trim().replace('|', ' '),
  )!;
  if (/^https?:/.test(target)) return label ? `[${label}](${target})` : target;
  return label || codeSpan(target.replace(/^#/, '').replace('#', '.'));
}

/** Returns an inline code span. Leaves text with backticks unchanged. */
export function codeSpan(text: string): string {
  const code = text.trim();
  return code === '' || code.includes('`') ? code : `\`${code}\``;
}

/** Returns an item of a list: a name as code, with facts about it and what it means. */
export function namedItem(name: string, about: string, facts: readonly string[] = []): string {
  const known = facts.filter((fact) => fact !== '');
  const shown = known.length === 0 ? '' : ` (${known.join(', ')})`;
  return `- ${codeSpan(name)}${shown}${about === '' ? '' : `: ${about}`}`;
}

/** Returns a list below its title, such as `Parameters`; '' if there are no items. */
export function titledList(title: string, items: readonly string[]): string {
  return items.length === 0 ? '' : `${title}:\n\n${items.join('\n')}`;
}

/** Joins the lines of a text into one paragraph, for a list item. */
export function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, ' ').trim();
}
