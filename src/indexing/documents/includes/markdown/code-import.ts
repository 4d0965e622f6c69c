import { matchElement } from './match-element.ts';
import { linesIn, readRanges } from '../select-lines.ts';
import type { Found } from './reference.ts';

const fence = {
  pattern:
    /^\s*(`{3,}|~{3,})(?<language>[\w+#.-]{1,30})[ \t](?:[^`\n]{0,300}[ \t])?file=(?<path>[^\s`#]{1,300})(?:#L(?<lines>[\dL-]{1,20}))?(?:[ \t][^`\n]{0,300})?\n(?:[ \t]*\n)?[ \t]*\1[ \t]*$/,
  end: /^\s*(?:`{3,}|~{3,})[ \t]*$/,
  most: 3,
};

/** Reads an empty block of code that names a file: https://github.com/kevin940726/remark-code-import. */
export function codeImport(lines: readonly string[], at: number): Found | undefined {
  const found = matchElement(lines, at, fence);
  const { language, path, lines: chosen } = found?.match.groups ?? {};
  if (!found || path === undefined) return undefined;
  const ranges = chosen === undefined ? undefined : readRanges(chosen, /-L?/, /,/);
  const reference = {
    path: path.replace(/^<rootDir>/, ''),
    select: ranges && ((file: readonly string[]) => linesIn(file, ranges)),
    asCode: true,
    language,
  };
  return { references: [reference], last: found.last };
}
