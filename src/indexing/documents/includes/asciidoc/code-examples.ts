import { anyFolder } from '../include-path.ts';

/** The block macro `include-code::path[options]` of Spring, or `snippet::org.x.Type,org.x.Other[options]` of Micronaut. */
const macro = /^(include-code|snippet)::([\w./,$ -]{1,1000})\[(.*)\]\s*$/;

/** Languages in which an example can exist, and the endings of their files. */
const endings: readonly (readonly [language: string, ending: string])[] = [
  ['java', '.java'],
  ['kotlin', '.kt'],
  ['groovy', '.groovy'],
  ['xml', '.xml'],
];

/** Examples that a macro shows. */
export interface ExampleMacro {
  /** Options of an include, such as `tag=run`. */
  options: string;
  /** By language and in the order of the macro: where an example can be, the likeliest first. Each path begins with `anyFolder`. */
  examples: { language: string; paths: string[] }[];
}

/**
 * Reads a macro that shows examples by a convention. Returns undefined for another line. Only the build of the project knows
 * the root folder of the examples, so their paths begin with any folder. Sources:
 * https://github.com/spring-io/asciidoctor-extensions#include-code,
 * https://micronaut-projects.github.io/micronaut-docs/latest/guide/.
 */
export function readExampleMacro(
  line: string,
  { page, section }: { page: string; section: string },
): ExampleMacro | undefined {
  const [, name, target = '', options = ''] = macro.exec(line) ?? [];
  if (name === undefined) return undefined;
  const paths =
    name === 'snippet'
      ? target.split(',').map((type) => type.trim().split('.'))
      : [springPath(target, page, section)];
  // A name alone could mean any file of the repository.
  const known = paths.filter((path) => path.length > 1).slice(0, mostExamples);
  const folders = (language: string): string[] =>
    name === 'snippet' ? [suiteOf(language), ''] : [''];
  const examples = endings.flatMap(([language, ending]) =>
    known.map((path) => ({
      language,
      paths: folders(language).map((folder) => `${anyFolder}${folder}${path.join('/')}${ending}`),
    })),
  );
  return { options, examples };
}

const mostExamples = 20;

/** Returns the folder in which projects of Micronaut keep the examples of a language. Other tests can have the same types. */
function suiteOf(language: string): string {
  const suite = language === 'java' ? 'test-suite' : `test-suite-${language}`;
  return `${suite}/src/test/${language}/`;
}

/**
 * Returns the path that Spring's extension makes from the id of the section, with folders for dots and without hyphens. For a
 * target that begins with `./`, the folder of the page stands before it.
 */
function springPath(target: string, page: string, section: string): string[] {
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
  return path;
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
