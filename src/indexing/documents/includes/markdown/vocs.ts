import { partOf, vocsMark, withoutMarks } from '../select-lines.ts';
import type { Reference } from './reference.ts';

/** Maximum number of texts that one include replaces. */
const mostReplaced = 10;
/** Maximum number of characters with replaced texts. */
const longest = 200_000;

/**
 * Reads `// [!include ~/snippets/file.ts:region /old/new/]` of Vocs. `~` is the root of the site.
 * https://vocs.dev/docs/guides/code-snippets
 */
export function vocs(text: string): Reference | undefined {
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
      const shown = chosen && withoutMarks(chosen, vocsMark);
      return shown && replaced.length > 0 ? withTexts(shown, replaced) : shown;
    },
  };
}

/** Returns lines with texts replaced. Leaves out a replacement that would make them too long. */
function withTexts(lines: readonly string[], replaced: readonly string[][]): string[] {
  const whole = replaced.reduce((shown, [, old = '', text = '']) => {
    const parts = shown.split(old);
    const length = shown.length + (parts.length - 1) * (text.length - old.length);
    return length > longest ? shown : parts.join(text);
  }, lines.join('\n'));
  return whole.split('\n');
}
