import { byRanges } from '../select-lines.ts';
import type { Reference } from './reference.ts';

const fence = /^[ \t]*(?:`{3,}|~{3,})[\w+#-]{1,30}[ \t](?:[^`\n]{0,300}[ \t])?reference\b/;
const address =
  /^https:\/\/(?:github\.com\/[\w.-]{1,100}\/[\w.-]{1,100}\/blob|raw\.githubusercontent\.com\/[\w.-]{1,100}\/[\w.-]{1,100})\/[\w.-]{1,100}\/([\w./@+-]{1,500})(?:#L(\d{1,7})(?:-L(\d{1,7}))?)?$/;

/**
 * Reads the address of a file in a fence with the word `reference`, which a theme of Docusaurus shows as the code of that file. The
 * file is shown if this repository has it. See https://github.com/saucelabs/docusaurus-theme-github-codeblock.
 */
export function githubCode(lines: readonly string[], at: number): Reference | undefined {
  if (!fence.test(lines[at - 1] ?? '')) return undefined;
  return codeOnGithub(lines[at]!.trim());
}

/** Returns the file of this repository that an address on GitHub means; undefined for another text. */
export function codeOnGithub(url: string): Reference | undefined {
  const [, path, first, last = first] = address.exec(url) ?? [];
  if (path === undefined) return undefined;
  const range = first && `${first}-${last}`;
  return { path: `/${path}`, from: 'site', select: (lines) => byRanges(lines, range, /-/) };
}
