import { FenceTracker } from '../../fences.ts';

/** The metadata of a page, with a key that only pages of Elastic have. */
const metadata =
  /^---\r?\n(?:(?!---\r?\n)[^\n]{0,1000}\n){0,60}?(?:mapped_pages|applies_to|navigation_title):/;
/** A heading with its anchor behind it: `## Sharpen a saw [sharpen-saw]`. */
const anchored = /^(#{1,6}[ \t][^\n]{0,500}?)[ \t]+\[([\w.-]{1,200})\][ \t]*$/;

/** Returns whether a text is Markdown for Elastic's docs-builder (https://elastic.github.io/docs-builder/). */
export function isElastic(content: string): boolean {
  return metadata.test(content);
}

/** An anchor within a line: `$$$saw-teeth$$$`. */
const anchor = /\${3}[\w.-]{1,200}\${3}[ \t]?/g;
const comment = /^%(?:[ \t]|$)/;

/** Writes the anchors of headings as other dialects do. Leaves out other anchors and comments. */
export function elasticToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  return lines.flatMap((line) => {
    if (fences.advance(line)) return [line];
    return comment.test(line) ? [] : [line.replace(anchor, '').replace(anchored, '$1 {#$2}')];
  });
}
