import type { LookFrom } from './include-path.ts';
import { linesIn, readRanges } from './select-lines.ts';

/** Lines of a file of this repository. */
interface GithubCode {
  path: string;
  from: LookFrom;
  select: (lines: readonly string[]) => string[];
}

const fence = /^[ \t]*(?:`{3,}|~{3,})[\w+#-]{1,30}[ \t](?:[^`\n]{0,300}[ \t])?reference\b/;
const address =
  /^https:\/\/(?:github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/blob|raw\.githubusercontent\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/[\w.-]{1,100}\/([\w./@+-]{1,500})(?:#L(\d{1,7})(?:-L(\d{1,7}))?)?$/;
/** A component for code without content, and an attribute of it. */
const component =
  /^[ \t]*<(?=\w{0,60}(?:code|snippet|embed))[A-Z]\w{0,60}\s([^<>]{1,2000})\/>[ \t]*$/i;
const target = /(?:^|\s)(?:url|src|source|file)="(https:\/\/[^"\s]{1,700})"/;
const title = /(?:^|\s)(?:title|label|filename)="([^"\n]{1,200})"/;
/** Maximum number of lines of such a component. */
const mostLines = 10;

/**
 * Reads the address of a file in a fence with the word `reference`, which a theme of Docusaurus shows as the code of that file. The
 * file is shown if this repository has it. See https://github.com/saucelabs/docusaurus-theme-github-codeblock.
 */
export function githubCode(lines: readonly string[], at: number): GithubCode | undefined {
  if (!fence.test(lines[at - 1] ?? '')) return undefined;
  return codeAt(lines[at]!.trim());
}

/** Reads a component that shows the code at the address of a file, if this repository has the file: `<RemoteCode url="https://raw.githubusercontent.com/…" />`. */
export function githubComponent(
  lines: readonly string[],
  at: number,
): { code: GithubCode & { label: string; asCode: true }; last: number } | undefined {
  if (!/^[ \t]*<[A-Z]/.test(lines[at]!)) return undefined;
  const near = lines.slice(at, at + mostLines);
  const length = 1 + near.findIndex((line) => line.trimEnd().endsWith('/>'));
  const [, attributes = ''] = component.exec(near.slice(0, length).join('\n')) ?? [];
  const code = codeAt(target.exec(attributes)?.[1] ?? '');
  const label = title.exec(attributes)?.[1] ?? '';
  return code && { code: { ...code, label, asCode: true }, last: at + length - 1 };
}

function codeAt(url: string): GithubCode | undefined {
  const [, path, first, last = first] = address.exec(url) ?? [];
  if (path === undefined) return undefined;
  const ranges = first === undefined ? undefined : readRanges(`${first}-${last}`, /-/, /,/);
  return {
    path: `/${path}`,
    from: 'site',
    select: (file) => (ranges ? linesIn(file, ranges) : [...file]),
  };
}
