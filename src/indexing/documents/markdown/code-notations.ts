const flag = /^[ \t]*\/\/[ \t]*@(?!filename\b)\w+(?:[ \t]*:.*)?$/;
const query = /^[ \t]*\/\/[ \t]*\^[?|]/;
const cut = /^[ \t]*\/\/[ \t]*---cut(?:-(before|after|start|end))?---[ \t]*$/;

/**
 * Removes from TypeScript what Twoslash does not show: compiler flags, queries, and the code that `---cut---` and its variants
 * hide. See https://twoslash.netlify.app/refs/notations.
 */
function withoutTwoslash(code: string): string {
  let shown: string[] = [];
  let hidden = false;
  for (const line of code.split('\n')) {
    const [found, kind = 'before'] = cut.exec(line) ?? [];
    if (found === undefined) {
      if (!hidden && !flag.test(line) && !query.test(line)) shown.push(line);
    } else if (kind === 'before') shown = [];
    else if (kind === 'after') break;
    else hidden = kind === 'start';
  }
  return shown.join('\n');
}

/** A comment at the end of a line that Shiki or Torchlight reads, as in `// [!code ++]` or `# [tl! add]`. */
const notation =
  /[ \t]*(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%)[ \t]*\[(?:!code|tl!)[ \t]*([^\]\n]{0,100})\][ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

/**
 * Returns code as its page shows it, without the notations of Twoslash, Shiki and Torchlight. If they mark removed lines, the
 * code is a diff.
 */
export function shownCode(
  info: string,
  { language, code }: { language: string; code: string },
): { language: string; code: string } {
  const shown = /\btwoslash\b/.test(info) ? withoutTwoslash(code) : code;
  if (!/\[(?:!code|tl!)/.test(shown)) return { language, code: shown };
  const lines: { sign: string; text: string }[] = [];
  for (const line of shown.split('\n')) {
    const found = notation.exec(line);
    const text = found ? line.slice(0, found.index) : line;
    if (found && text.trim() === '') continue;
    lines.push({ sign: signOf(found?.[1] ?? ''), text });
  }
  if (!lines.some(({ sign }) => sign === '-'))
    return { language, code: lines.map(({ text }) => text).join('\n') };
  const diff = lines.map(({ sign, text }) => `${sign} ${text}`.trimEnd());
  return { language: 'diff', code: diff.join('\n') };
}

function signOf(mark: string): string {
  if (/^(?:\+\+|add\b)/.test(mark)) return '+';
  return /^(?:--|remove\b)/.test(mark) ? '-' : ' ';
}
