import { FenceTracker } from '../../fences.ts';

/** An item of DocC that explains a term: `- term Saw: It cuts.` */
const term = /^([ \t]*[-*+][ \t]+)term[ \t]+(\S.*)$/;
/** A term whose text a program wrote below it. The swift-argument-parser does so for commands: https://github.com/apple/swift-argument-parser. */
const written = /^\*\*((?:[^*\\]|\\.){1,300})\*\*:[ \t]*$/;
/** Maximum number of lines of such a text. */
const mostLines = 40;

/** Makes items of the terms of DocC. The text of an option in the help of a command stands below it, and moves into it. */
export function withTerms(lines: readonly string[]): string[] {
  const out: string[] = [];
  const fences = new FenceTracker();
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const [, mark, text = ''] =
      fences.advance(line) || fences.inside ? [] : (term.exec(line) ?? []);
    const [, name] = written.exec(text) ?? [];
    if (mark === undefined) out.push(line);
    else if (name === undefined || lines[at + 1]?.trim() !== '') out.push(mark + text);
    else {
      const { words, last } = textBelow(lines, at);
      const code = `\`${name.replaceAll(/\\(.)/g, '$1')}\``;
      out.push(mark + (words === '' ? code : `${code}: ${words}`));
      at = last;
    }
  }
  return out;
}

/** Returns the emphasized paragraph below a line, and the index of the last line that belongs to it: a blank one, if another term follows. */
function textBelow(lines: readonly string[], at: number): { words: string; last: number } {
  const first = nextText(lines, at + 1);
  const isText = /^\*(?![*\s])/.test(lines[first] ?? '');
  const below = lines.slice(first, first + mostLines);
  const end = isText ? below.findIndex((line) => /[^*\s]\*[ \t]*$/.test(line)) : -1;
  const last = end === -1 ? at : first + end;
  const words = below
    .slice(0, end + 1)
    .join(' ')
    .trim()
    .slice(1, -1);
  const next = nextText(lines, last + 1);
  return {
    words: words.replace(/\s+/g, ' '),
    last: term.test(lines[next] ?? '') ? next - 1 : last,
  };
}

/** Returns the index of the next line that is not blank. */
function nextText(lines: readonly string[], from: number): number {
  let at = from;
  while (at < Math.min(lines.length, from + mostLines) && lines[at]!.trim() === '') at += 1;
  return at;
}
