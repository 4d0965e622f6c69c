const title =
  /^(?:\/\/\/ (?:file|title): ([^\n]{1,200})|<!--- (?:file|title): ([^\n]{1,200}?) --->)\n/;
/** Twoslash reads these lines. All samples of Svelte go through it. */
const twoslash = /^\/\/ @(?:errors|noErrors|lib|types)\b.*(?:\n|$)/gm;
const hidden = /^[\s\S]*^\/\/ ---cut---[ \t]*(?:\n|$)/m;
/** A line that is removed, and text that is. */
const removedLine = /^[ \t]*---(?![-\s])(?:(?!---)[\s\S])+?---[ \t]*(?:\n|$)/gm;
const removed = /---(?![-\s])((?:(?!---)[^\n])+?)---/g;

/**
 * Reads a sample of the sites of Svelte: the name of its file in the first line, code that Twoslash hides, and changes, as in
 * `+++added+++` and `---removed---`. Shows the sample after the changes. Returns undefined for code without the name of a file.
 */
export function svelteCode(code: string): { code: string; label: string } | undefined {
  const found = title.exec(code);
  if (!found) return undefined;
  const shown = code
    .slice(found[0].length)
    .replace(hidden, '')
    .replace(twoslash, '')
    .replace(removedLine, '')
    .replace(removed, '')
    .replaceAll('+++', '');
  return { code: shown, label: (found[1] ?? found[2] ?? '').trim() };
}
