import { labelLine } from '../../clean.ts';
import { FenceTracker, longFence } from '../../fences.ts';

/** The end of a block that only Grav has. */
const sign = /^\[\/(?:prism|ui-tabs?|version|div)\][ \t]*$/m;
/** The start of code, and code on one line. */
const code = /^[ \t]*\[prism\b([^\]]{0,300})\](?:[ \t]*(.{0,500}?)[ \t]*(\[\/prism\]))?[ \t]*$/;
const codeEnd = /^[ \t]*\[\/prism\][ \t]*$/;
const language = /\blanguage-([\w+#-]{1,30})/;
const tab =
  /^[ \t]*\[ui-(?:tab|callout-item)\b[^\]]{0,300}?\btitle="([^"\]]{1,200})"[^\]]{0,200}\][ \t]*$/;
const block = /^[ \t]*\[\/?(?:div|version|ui-[a-z-]{2,20})\b[^\]]{0,300}\][ \t]*$/;
const notice = /^(!{1,4})[ \t]+(.+)$/;
/** The colors of notices, by the number of their signs: yellow, red, blue and green. */
const notices = ['', 'Warning', 'Warning', 'Note', 'Tip'];

/** Returns whether a Markdown file has the shortcodes of Grav, such as `[prism]`. */
export function isGrav(content: string): boolean {
  return sign.test(content);
}

/** Converts the shortcodes and notices of Grav to plain Markdown. See https://github.com/getgrav/grav-plugin-shortcode-core. */
export function gravToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  let isCode = false;
  return lines.flatMap((line) => {
    if (isCode) {
      isCode = !codeEnd.test(line);
      return isCode ? [line] : [longFence, ''];
    }
    if (fences.advance(line)) return [line];
    const [found, attributes = '', inner = '', end] = code.exec(line) ?? [];
    if (found === undefined) return shownLine(line);
    isCode = end === undefined;
    const name = language.exec(attributes)?.[1] ?? '';
    const start = ['', `${longFence}${name === 'text' ? '' : name}`];
    return isCode ? start : [...start, inner, longFence, ''];
  });
}

function shownLine(line: string): string[] {
  const [, title] = tab.exec(line) ?? [];
  if (title !== undefined) return ['', labelLine(title), ''];
  if (block.test(line)) return [''];
  const [, signs = '', text = ''] = notice.exec(line) ?? [];
  return [text === '' ? line : `**${notices[signs.length]}:** ${text}`];
}
