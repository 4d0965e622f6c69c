import { FenceTracker } from '../fences.ts';
import { rdocInline, rdocToMarkdown } from '../code/doc/rdoc.ts';

/** Returns whether a file is written in RDoc, the format of documentation of Ruby. */
export function isRdoc(path: string): boolean {
  return /\.rdoc$/i.test(path);
}

/**
 * Writes a page in RDoc as Markdown. Indented text is code of Ruby, unless it begins like another language.
 * https://ruby.github.io/rdoc/doc/markup_reference/rdoc_rdoc.html
 */
export function rdocPageToMarkdown(lines: string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  let text: string[] = [];
  const flush = (): void => {
    if (text.length > 0) out.push(...rdocInline(text.join('\n')).split('\n'));
    text = [];
  };
  for (const line of rdocToMarkdown(lines.join('\n')).split('\n')) {
    const isOpen = fences.inside;
    if (fences.advance(line)) {
      flush();
      out.push(isOpen || line.trim() !== '```' ? line : `${line}ruby`);
    } else if (line.trim() === '') {
      flush();
      out.push('');
    } else text.push(line);
  }
  flush();
  return out;
}
