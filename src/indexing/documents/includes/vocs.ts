import { partOf, vocsMark, withoutMarks } from './select-lines.ts';

/** A file whose lines Vocs shows in a block of code. */
export interface VocsCode {
  path: string;
  select: (lines: readonly string[]) => string[] | undefined;
}

/** Maximum number of texts that one include replaces. */
const mostReplaced = 10;

/**
 * Reads `// [!include ~/snippets/file.ts:region /old/new/]` of Vocs. `~` is the root of the site.
 * https://vocs.dev/docs/guides/code-snippets
 */
export function vocs(text: string): VocsCode | undefined {
  const [, path, region, queries = ''] =
    /^\/\/ \[!include (?:~\/)?([^\s:[\]]{1,300})(?::([\w.-]{1,100}))?((?: [^\]]{1,300})?)\]$/.exec(
      text,
    ) ?? [];
  if (path === undefined) return undefined;
  const replaced = queries
    .split(' ')
    .slice(0, mostReplaced)
    .map((query) => query.split('/'))
    .filter(([, old = '']) => old !== '');
  return {
    path,
    select: (lines) => {
      const chosen = region === undefined ? [...lines] : partOf(lines, region, vocsMark);
      return chosen && withoutMarks(chosen, vocsMark).map((line) => withTexts(line, replaced));
    },
  };
}

/** Returns a line with its texts replaced. */
function withTexts(line: string, replaced: readonly string[][]): string {
  return replaced.reduce(
    (shown, [, old = '', text = '']) => shown.replaceAll(old, () => text),
    line,
  );
}
