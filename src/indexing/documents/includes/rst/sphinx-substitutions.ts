import type { IncludePlace } from '../expansion.ts';

const use = /\|([A-Za-z][\w -]{0,60})\|/g;
const definition = /^\.\. +\|([^|]{1,100})\| +(?:replace|unicode)::/;
/** Markup that Sphinx adds to all documents, in conf.py: `rst_epilog = """...."""`. */
const added = /^rst_(?:prolog|epilog) *\+?= *[rRfF]{0,2}("""|''')([\s\S]{0,50000}?)\1/gm;
/** Markup that conf.py reads from a file: `rst_prolog = open('prolog.rst').read()`. */
const read = /^[ \t]{0,40}rst_(?:prolog|epilog) *\+?= *[A-Za-z]/m;
const opened =
  /\bopen\((?:[\w.]{1,40}\([\w., ]{0,60})?["'](?:\.{0,2}\/){0,9}([\w./-]{1,200}\.(?:rst|txt|inc))["']/g;
/** A value that Python fills in. */
const computed = /%[sd(]|\{[\w.]*\}/;

/** Returns whether a path is that of the configuration of a site of Sphinx. */
export function isSphinxConfiguration(path: string): boolean {
  return /(?:^|\/)conf\.py$/.test(path);
}

/**
 * Returns the definitions of those substitutions that a document uses and does not define, to put below the document. They are
 * in the text that the nearest conf.py adds to all documents.
 * https://www.sphinx-doc.org/en/master/usage/configuration.html#confval-rst_epilog
 */
export function siteSubstitutions(lines: readonly string[], place: IncludePlace): string[] {
  if (place.chain.length > 1) return [];
  const uses = new Set(
    lines.flatMap((line) => Array.from(line.matchAll(use), ([, name = '']) => name)),
  );
  for (const line of lines) uses.delete(definition.exec(line)?.[1] ?? '');
  if (uses.size === 0) return [];
  const file = place.find('conf.py');
  if (!file) return [];
  const markup = addedMarkup(file.lines.join('\n'));
  const format = 'rst';
  const known = place.within(markup, { path: file.path, format });
  const used = known.filter(belongsTo(uses));
  return used.length === 0 ? [] : ['', ...(place.take(used) ?? [])];
}

/** Returns the lines that a configuration adds to all documents. A file that it reads is an include. */
function addedMarkup(configuration: string): string[] {
  const texts = Array.from(configuration.matchAll(added), ([, , text = '']) => text);
  const files = read.test(configuration) ? [...configuration.matchAll(opened)] : [];
  const includes = files.map(([, path = '']) => `\n.. include:: /${path}`);
  return [...texts, ...includes].join('\n').split('\n');
}

/** Returns a filter for the lines of the definitions of some substitutions, in order. */
function belongsTo(names: ReadonlySet<string>): (line: string) => boolean {
  let isWanted = false;
  return (line) => {
    const goesOn = line === '' || line.startsWith(' ');
    if (!goesOn) isWanted = names.has(definition.exec(line)?.[1] ?? '') && !computed.test(line);
    return isWanted;
  };
}
