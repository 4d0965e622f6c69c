const flag = /^[ \t]*\/\/[ \t]*@(?!filename\b)\w+(?:[ \t]*:.*)?$/;
const query = /^[ \t]*\/\/[ \t]*\^[?|]/;
const cut = /^[ \t]*\/\/[ \t]*---cut(?:-(before|after|start|end))?---[ \t]*$/;

/**
 * Removes from TypeScript what Twoslash does not show: compiler flags, queries, and the code that `---cut---` and its variants
 * hide. See https://twoslash.netlify.app/refs/notations.
 */
export function withoutTwoslash(code: string): string {
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
