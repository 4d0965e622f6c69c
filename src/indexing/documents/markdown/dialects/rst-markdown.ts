import { FenceTracker } from '../../fences.ts';
import { dedent, endOfDeeper, indentOf } from '../../indentation.ts';
import { capitalized } from '../../text-pieces.ts';

/** A directive of reStructuredText that only such Markdown has. */
const sign = /^\.\. (?:default-role|importdoc|contents)::/m;
/** A directive without text, the target of a link, or a comment. */
const silent =
  /^[ \t]*\.\. (?:(?:default-role|include|contents|importdoc|role|image|figure)::|_[^\n]{1,300}:(?:\s|$)|(?![^\n]{0,300}::))/;
const admonition =
  /^[ \t]*\.\. (note|tip|hint|warning|important|attention|caution|danger|error)::[ \t]*(.*)$/i;
const field = /^:(?:Authors?|Version|Date|Copyright):/i;
/** Code with a role behind it: `` `cut`:option: ``. */
const role = /(?<!`)`([^`\n]{1,300})`:([a-z]{1,20}):(?!\w)/g;

/** Returns whether Markdown has the directives of reStructuredText, as the documentation of Nim does. */
export function hasRstDirectives(content: string): boolean {
  return sign.test(content);
}

/**
 * Converts Markdown with directives, roles and comments of reStructuredText to plain Markdown.
 * Source: https://nim-lang.org/docs/markdown_rst.html
 */
export function rstMarkdownToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, kind, text = ''] = (fences.inside ? undefined : admonition.exec(line)) ?? [];
    if (kind !== undefined) {
      const end = endOfDeeper(lines, at + 1, indentOf(line));
      const body = dedent(lines.slice(at + 1, end).map((one) => one.trimEnd()));
      out.push('', `**${capitalized(kind.toLowerCase())}:** ${plain(text)}`);
      for (const one of body) out.push(fences.advance(one) ? one : plain(one));
      out.push('');
      at = end - 1;
    } else if (!fences.inside && silent.test(line)) {
      out.push('');
      at = endOfParagraph(lines, at) - 1;
    } else if (fences.advance(line)) out.push(line);
    else if (!field.test(line)) out.push(plain(line));
  }
  return out;
}

function plain(line: string): string {
  if (!line.includes('`:')) return line;
  return line.replace(role, (_, text: string, name: string) =>
    name === 'idx' ? text : `\`${text}\``,
  );
}

/** Returns the index behind the lines of a paragraph with more indentation than its first line. */
function endOfParagraph(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  while (end < lines.length && lines[end]!.trim() !== '' && indentOf(lines[end]!) > indent) {
    end += 1;
  }
  return end;
}
