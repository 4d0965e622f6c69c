/** The address of a link that a script of Zine writes: `($section.id('saws'))`, `($link.page('oil').ref("top"))`. */
const scripted =
  /(!?)\[([^[\]\n]{0,500})\]\(\$[a-z]{1,20}(?:\.\w{1,30}\((?:"[^"\n]{0,300}"|'[^'\n]{0,300}'|[\w., ]{0,100})\)){1,8}\)/g;

/** Returns whether a document is written in SuperMD. https://zine-ssg.io/docs/supermd/ */
export function isSupermd(path: string): boolean {
  return /\.smd$/i.test(path);
}

/** Writes SuperMD as Markdown: links and headings of scripts become their texts. */
export function supermdToMarkdown(lines: string[]): string[] {
  return lines.map((line) => line.replace(scripted, '$2'));
}
