import { AsciidocBlocks } from './asciidoc-blocks.ts';

/** A line below a title. A shorter one is more often the mark of a listing. */
const underline = /^([-=~^+])\1{5,}$/m;

/**
 * Returns a document of AsciiDoc in which each line below a title is as long as the title. AsciiDoc.py allows a difference of two characters,
 * where Asciidoctor takes the line for the start of a listing, and the text up to the next one for code.
 */
export function withTitleUnderlines(source: string): string {
  if (!underline.test(source)) return source;
  const lines = source.split('\n');
  const blocks = new AsciidocBlocks();
  const written = lines.map((line, at) => {
    const text = line.trimEnd();
    const title = lines[at - 1]?.trimEnd() ?? '';
    const isUnderline =
      blocks.end === '' &&
      Math.abs(title.length - text.length) === 2 &&
      underline.test(text) &&
      /^\w/.test(title) &&
      [lines[at - 2], lines[at + 1]].every((beside = '') => beside.trim() === '');
    if (isUnderline) return text.charAt(0).repeat(title.length);
    blocks.follow(text, title);
    return line;
  });
  return written.join('\n');
}
