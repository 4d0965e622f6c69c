import { includeLimits, type IncludePlace } from './expansion.ts';
import type { ObjectPlace } from './object-place.ts';
import { indentOf } from '../indentation.ts';
import type { SphinxOptions } from './rst/sphinx-include.ts';
import { readYamlObject } from './yaml-object.ts';

const start = /^[ \t]*\[\[autodoc\]\][ \t]+([A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,20})[ \t]*$/;
const item = /^[ \t]+-[ \t]+(\w{1,100})[ \t]*$/;
const mostItems = 200;

/**
 * Reads `[[autodoc]] Name` with a list of methods below it, of Hugging Face's doc-builder
 * (https://github.com/huggingface/doc-builder). The name begins in the package of the repository. Returns undefined if the
 * line is none.
 */
export function docBuilderPlace(lines: readonly string[], at: number): ObjectPlace | undefined {
  const line = lines[at]!.slice(0, includeLimits.line);
  const [, path] = start.exec(line) ?? [];
  if (path === undefined) return undefined;
  const names: string[] = [];
  while (names.length < mostItems) {
    const below = (lines[at + names.length + 1] ?? '').slice(0, includeLimits.line);
    const [, name] = item.exec(below) ?? [];
    if (name === undefined || indentOf(below) <= indentOf(line)) break;
    names.push(name);
  }
  const isAll = names.length === 0 || names.includes('all');
  const also = names.filter((name) => name !== 'all');
  const choice = { isDocShown: true, members: isAll ? 'all' : [], also } as const;
  return { path, choice: { ...choice, isInherited: false }, last: at + names.length };
}

/** Maximum number of lines of a `<literalinclude>`. */
const mostCodeLines = 20;

/**
 * Reads `<literalinclude>` with an object of JSON in it, which has a `path` and options of Sphinx. Returns the options, and the index of the last line;
 * undefined if none begins at a line.
 */
export function docBuilderCode(
  lines: readonly string[],
  at: number,
): { path: string; options: SphinxOptions; last: number } | undefined {
  if (!/^[ \t]*<literalinclude>/.test(lines[at]!)) return undefined;
  const below = lines
    .slice(at, at + mostCodeLines)
    .map((line) => line.slice(0, includeLimits.line));
  const end = below.findIndex((line) => /<\/literalinclude>[ \t]*$/.test(line));
  const element = below.slice(0, end + 1).join('\n');
  const object = readYamlObject(element.replaceAll(/<\/?literalinclude>/g, ''));
  const options = new Map(
    Object.entries(object).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    ),
  );
  const path = options.get('path');
  return path === undefined ? undefined : { path, options, last: at + end };
}

/** Returns the name of the package at the root of a repository as Python imports it; '' if it is unknown. */
export function rootPackage(place: IncludePlace): string {
  for (const path of ['setup.py', 'pyproject.toml']) {
    const lines = place.open([path])?.lines ?? [];
    for (const line of lines) {
      const [, , name] =
        /^\s*name\s*=\s*(["'])([\w.-]{1,100})\1/.exec(line.slice(0, includeLimits.line)) ?? [];
      if (name !== undefined) return name.replaceAll('-', '_');
    }
  }
  return '';
}
