import { spanMark } from '../clean.ts';

const mark = `${spanMark}\\d+${spanMark}`;
/** A name of a type as a code span, or a sign or separator that TypeDoc writes between names. */
const part = `${mark}|\\\\?[<>]|\\\\[[\\]{}]|\\[\\]|\\.{3}|, | \\\\?[|&] `;
const parts = new RegExp(part, 'g');
const chain = new RegExp(`(?:${part}){2,}`, 'g');
const opening = /^(?:\\?<|\\[[{])$/;
const closing = /^(?:\\?>|\\[\]}])$/;
const bracket = new RegExp(`${spanMark}(?:<|\\\\)|\\\\\\[${spanMark}`);
const separator = /^ |^, $/;

/**
 * Joins the code spans of a type, as in `` `Promise`\<`Saw` \| `Oil`\> ``, which TypeDoc writes so that each name can be a link. The marks in
 * the text stand for the spans. Adds the joined types to the spans.
 */
export function withJoinedTypes(text: string, spans: string[]): string {
  if (!bracket.test(text)) return text;
  const join = (line: string): string =>
    line.replace(chain, (found: string) =>
      typesIn(found)
        .map((type) => joined(type, { spans, isRow: /^\s*\|/.test(line) }))
        .join(''),
    );
  return text.split('\n').map(join).join('\n');
}

/** Splits a chain of parts into types and the separators outside of brackets. A union is one type. */
function typesIn(found: string): string[][] {
  const types: string[][] = [[]];
  let depth = 0;
  for (const [one] of found.matchAll(parts)) {
    if (opening.test(one)) depth += 1;
    if (closing.test(one)) depth -= 1;
    if (depth > 0 || one !== ', ') types.at(-1)!.push(one);
    else types.push([one], []);
  }
  return types;
}

/** Returns the mark of a type as one code span. The parts stay as they are if their brackets do not match. */
function joined(type: string[], { spans, isRow }: { spans: string[]; isRow: boolean }): string {
  const start = type.findIndex((one) => !separator.test(one));
  const end = 1 + type.findLastIndex((one) => !separator.test(one));
  const inner = type.slice(Math.max(start, 0), end);
  if (!hasBrackets(inner)) return type.join('');
  const code = inner.map((one) => {
    if (!one.startsWith(spanMark))
      return isRow ? one.replace(/\\(?=[^|])/, '') : one.replace('\\', '');
    return spans[Number(one.slice(spanMark.length, -spanMark.length))]!.replaceAll('`', '');
  });
  spans.push(`\`${code.join('')}\``);
  const own = `${spanMark}${spans.length - 1}${spanMark}`;
  return [...type.slice(0, Math.max(start, 0)), own, ...type.slice(end)].join('');
}

function hasBrackets(type: readonly string[]): boolean {
  let depth = 0;
  for (const one of type) {
    if (opening.test(one)) depth += 1;
    if (closing.test(one)) depth -= 1;
    if (depth < 0) return false;
  }
  const names = type.filter((one) => one.startsWith(spanMark)).length;
  return depth === 0 && names > 0 && type.some((one) => opening.test(one));
}
