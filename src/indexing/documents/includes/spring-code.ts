import { anyFolder } from './include-path.ts';

/** The block macro `include-code::target[options]` of the Asciidoctor extensions of Spring. */
export const springCodeLine = /^include-code::([\w./-]{1,300})\[([^\]]*)\]\s*$/;

/** Languages in which an example can exist, and the endings of their files. */
const endings: readonly (readonly [language: string, ending: string])[] = [
  ['java', '.java'],
  ['kotlin', '.kt'],
  ['groovy', '.groovy'],
  ['xml', '.xml'],
];

/** An example in one language. `path` begins with `anyFolder`. */
export interface SpringExample {
  language: string;
  path: string;
}

/**
 * Returns where the code of an `include-code` can be. Its path comes from the id of the section, with folders for dots and
 * without hyphens. For a target that begins with `./`, the folder of the page stands before it. Only the build of the
 * project knows the root folder, so the path begins with any folder.
 * Source: https://github.com/spring-io/asciidoctor-extensions#include-code.
 */
export function springExamples(target: string, page: string, section: string): SpringExample[] {
  const [, folder = ''] = /modules\/[^/]+\/(?:pages|partials)\/(?:(.*)\/)?[^/]*$/.exec(page) ?? [];
  const names = [
    ...(target.startsWith('./') ? folder.replaceAll('-', '').split('/') : []),
    ...section.replaceAll('-', '').split('.'),
    ...target.split('/'),
  ];
  const path: string[] = [];
  for (const name of names) {
    if (name === '..') path.pop();
    else if (name !== '' && name !== '.') path.push(name);
  }
  // A name alone could mean any file of the repository.
  if (path.length < 2) return [];
  return endings.map(([language, ending]) => ({
    language,
    path: `${anyFolder}${path.join('/')}${ending}`,
  }));
}

/**
 * Returns the code that the documentation shows of an example: without the license, the package and the marks of the
 * extensions. `/ ** /` (without spaces) hides the rest of a line.
 */
export function shownCode(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => /^package [\w.]+;?\s*$/.test(line));
  return lines
    .slice(start + 1)
    .filter((line) => line.length > longestLine || !isMark.test(line))
    .map((line) => (line.length > longestLine ? line : withoutHidden(line)));
}

/** Maximum length of a line with a mark. */
const longestLine = 500;

const isMark = /^\s*(?:\/\/\s*@(?:fold|formatter|chomp):|@Suppress(?:Warnings)?\()/;

function withoutHidden(line: string): string {
  const at = line.indexOf('/**/');
  if (at !== -1 && !line.trimStart().startsWith('/**/')) return `${line.slice(0, at)}...`;
  const [all, text = ''] = /\/\* ?@chomp:line ?([^*]*?) ?\*\/.*$/.exec(line) ?? [];
  return all === undefined ? line : `${line.slice(0, -all.length)}${text || '...'}`;
}
