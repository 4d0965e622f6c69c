const title =
  /^(?:\/\/\/ (?:file|title): ([^\n]{1,200})|<!--- (?:file|title): ([^\n]{1,200}?) --->)\n/;
/** Twoslash reads these lines. */
const twoslash = /^\/\/ @(?:errors|noErrors|lib|types)\b.*(?:\n|$)/gm;
const filename = /^\/\/ @filename: /m;
/** Stands below the code that the site hides. */
const cut = /^\/\/ ---cut---[ \t]*(?:\n|$)/m;
/** A line that is removed, and text that is. */
const removedLine = /^[ \t]*---(?![-\s])(?:(?!---)[\s\S])+?---[ \t]*(?:\n|$)/gm;
const removed = /---(?![-\s])((?:(?!---)[^\n])+?)---/g;
const added = /\+\+\+(?![\s+])(?:(?!\+\+\+)[\s\S])*?\+\+\+/;
/** Languages in which three signs have no meaning. */
const languages = new Set(['js', 'ts', 'svelte', 'json', 'html', 'css']);

/**
 * Reads a sample of the sites of Svelte: the name of its file in the first line, code that Twoslash hides, and changes, as in
 * `+++added+++` and `---removed---`. Shows the sample after the changes. Returns undefined for other code.
 */
export function svelteCode(
  language: string,
  code: string,
): { code: string; label?: string } | undefined {
  if (!languages.has(language)) return undefined;
  const { 0: heading = '', 1: script, 2: markup } = title.exec(code) ?? [];
  const body = code.slice(heading.length);
  if (heading === '' && !added.test(body)) {
    return cut.test(body) && filename.test(body) ? { code: shownPart(body) } : undefined;
  }
  const changed = shownPart(body)
    .replace(removedLine, '')
    .replace(removed, '')
    .replaceAll('+++', '');
  const label = script ?? markup;
  return { code: changed, ...(label !== undefined && { label: label.trim() }) };
}

/** Returns the code that Twoslash shows. */
function shownPart(code: string): string {
  return (code.split(cut).at(-1) ?? '').replace(twoslash, '');
}
