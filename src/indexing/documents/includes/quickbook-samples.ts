import { includeLimits, type IncludeExpander, type IncludePlace } from './expansion.ts';
import { definitionsIn, manualDefinitions } from './quickbook-definitions.ts';
import { partOf, quickbookMark } from './select-lines.ts';
import { dedentBlock } from '../indentation.ts';

/** Returns whether a file is Quickbook, in which libraries of Boost write their manuals. */
export function isQuickbook(path: string): boolean {
  return /\.(?:qbk|quickbook)$/i.test(path);
}

const importLine = /^\[import[ \t]{1,9}([^\]\s]{1,300})[ \t]{0,9}\]/;
/** The name of a sample, alone or in the only cell of a row. */
const sampleLine = /^[ \t]{0,40}(\[\[)?\[([a-z]\w{0,100})\](\]\])?[ \t]*$/i;
const template = /^\[template\s+(\w{1,100})\[([\w\s]{0,300})\]([^]*\[import\s[^]*)\]/;
const lastComment = /\[\/[^[\]]{0,200}\]\s*$/;
const call = /^[ \t]{0,40}\[(\w{1,100})[ \t]([^\n]*)\][ \t]*$/;

/**
 * Shows the samples of source files that a manual imports: `[import saw.cpp]`, and `[cut]` for the lines between `//[cut` and `//]`.
 * Adds the definitions of the manual, which show nothing by themselves. A template can import a sample.
 * https://www.boost.org/doc/libs/release/doc/html/quickbook/syntax/block.html#quickbook.syntax.block.import
 */
export const expandQuickbook: IncludeExpander = (lines, place) => {
  const definitions = manualDefinitions(place);
  const templates = importingTemplates([...definitions, ...definitionsIn(lines)]);
  const shown = lines.flatMap((line) => {
    const text = filled(line.slice(0, includeLimits.line), templates);
    const taken = place.take(text?.split('\n'));
    return taken ? withSamples(taken, place) : [line];
  });
  return [...definitions.flatMap((one) => [...one, '']), ...withSamples(shown, place)];
};

interface Template {
  parameters: readonly string[];
  text: string;
}

/** Returns the templates that import samples, by their names. */
function importingTemplates(definitions: readonly string[][]): ReadonlyMap<string, Template> {
  const found = definitions.flatMap((lines): [string, Template][] => {
    const definition = lines.join('\n').replace(lastComment, '');
    const [, name, parameters = '', text = ''] = template.exec(definition) ?? [];
    if (name === undefined) return [];
    return [[name, { parameters: parameters.split(/\s+/).filter(Boolean), text }]];
  });
  return new Map(found);
}

/** Returns the text of the template that a line shows: `[cut_example saw..Cut it]`; undefined for any other line. */
function filled(line: string, templates: ReadonlyMap<string, Template>): string | undefined {
  const [, name = '', values = ''] = call.exec(line) ?? [];
  const called = templates.get(name);
  if (!called) return undefined;
  const all = values.split('..');
  const byName = new Map(called.parameters.map((one, at) => [one, (all[at] ?? '').trim()]));
  return called.text.replace(/\[(\w{1,100})\]/g, (found, one) => byName.get(one) ?? found);
}

function withSamples(lines: readonly string[], place: IncludePlace): string[] {
  const files = importedFiles(lines, place);
  // The text of a sample can name further samples.
  const shown = (line: string, depth: number): string[] => {
    const [, before = '', name, after = ''] =
      sampleLine.exec(line.slice(0, includeLimits.line)) ?? [];
    if (name === undefined || depth > deepest) return [line];
    for (const file of files) {
      const sample = place.take(partOf(file, name, quickbookMark));
      if (!sample) continue;
      const text = markup(dedentBlock(sample)).flatMap((each) => shown(each, depth + 1));
      return before === '' ? text : [before, ...text, after];
    }
    return [line];
  };
  return lines.flatMap((line) => shown(line, 0));
}

/** Maximum depth of samples in samples. */
const deepest = 3;

function importedFiles(lines: readonly string[], place: IncludePlace): (readonly string[])[] {
  return lines.flatMap((line) => {
    const [, path] = importLine.exec(line.slice(0, includeLimits.line)) ?? [];
    const file = path && place.find(path);
    return file ? [file.lines] : [];
  });
}

/** Writes a sample as the code and the text in its comments that begin with a backtick. Leaves out what the sample hides. */
function markup(sample: readonly string[]): string[] {
  const out: string[] = [];
  let kind: 'code' | 'text' | 'hidden' = 'code';
  let code: string[] = [];
  const flush = (): void => {
    if (code.some((line) => line.trim() !== '')) out.push('', '``', ...dedentBlock(code), '``', '');
    code = [];
  };
  for (const line of sample) {
    const text = line.trim();
    if (kind === 'text') {
      out.push(text.replace(/\*\/$/, ''));
      if (text.endsWith('*/')) kind = 'code';
    } else if (/^(?:\/\/<-|\/\*<-\*\/)/.test(text)) kind = 'hidden';
    else if (/^(?:\/\/->|\/\*->\*\/)/.test(text)) kind = 'code';
    else if (/^(?:\/\/|\/\*)`/.test(text)) {
      flush();
      out.push(text.slice(3).replace(/\*\/$/, '').trim());
      if (text.startsWith('/*') && !text.endsWith('*/')) kind = 'text';
    } else if (kind === 'code') code.push(line);
  }
  flush();
  return out;
}
