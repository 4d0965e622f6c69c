import { takeFrontMatter } from '../front-matter.ts';
import { indented } from '../indentation.ts';
import { includeLimits, type IncludePlace } from './expansion.ts';
import { addValues, nearestConfiguration } from './site-values.ts';

/** Text in one line for some versions of a product, without such texts in it. */
const choice =
  /\{%-? ?ifversion ((?:[^%{}]){1,200})%\}((?:(?!\{%-? ?(?:ifversion|endif)\b).){0,1000})\{%-? ?endif ?-?%\}/g;
const branch = /\{%-? ?(elsif|else) ?([^%{}]{0,200})%\}/;
const icon = /\{%-? ?octicon "[\w-]{1,60}"([^%{}]{0,300})%\}[ \t]?/g;
const variable = /\{%-? ?data variables\.([\w-]{1,100})\.([\w.-]{1,200}?) ?-?%\}/g;
const reusable =
  /\{%-? ?(?:data|indented_data_reference) reusables\.([\w.-]{1,200}?)(?: spaces=\d{1,2})? ?-?%\}/;
const autoTitle = /\[AUTOTITLE\](?=\((?:[^()\s#]{0,200}\/)?([\w.-]{1,100})(?:#[^()\s]{0,200})?\))/g;
/** A tag or a link of GitHub Docs that `withData` replaces. */
export const dataMark = /\{%-? ?(?:data|indented_data_reference|ifversion|octicon) |\[AUTOTITLE\]/;
/** How deep values contain values, and choices contain choices. */
const mostDepth = 4;

/**
 * Replaces the tags of GitHub Docs in lines, also in code: values of `data/variables`, texts of `data/reusables`, choices
 * between versions within a line, and icons. See
 * https://docs.github.com/en/contributing/writing-for-github-docs/creating-reusable-content.
 */
export function withData(lines: readonly string[], place: IncludePlace): readonly string[] {
  const sets = new Map<string, Map<string, string>>();
  const valueOf = (set: string, key: string): string | undefined => {
    const known = sets.get(set) ?? new Map<string, string>();
    if (!sets.has(set)) {
      sets.set(set, known);
      addValues(known, nearestConfiguration([`data/variables/${set}.yml`], place));
    }
    return known.get(key)?.trim();
  };
  const withValues = (text: string, depth = 0): string =>
    withoutChoices(text).replace(variable, (tag, set: string, key: string) => {
      const value = depth < mostDepth ? valueOf(set, key) : undefined;
      const isUsable = value !== undefined && place.take([value]) !== undefined;
      return isUsable ? withValues(value, depth + 1) : tag;
    });
  return lines.flatMap((line) => {
    if (line.length > includeLimits.line || !dataMark.test(line)) return [line];
    const named = line
      .replace(icon, (_, given: string) => labelOf(given))
      .replace(autoTitle, (_, name: string) => `[${name.replaceAll('-', ' ')}]`);
    return withReusables(withValues(named), place);
  });
}

/** Returns what an icon says: in a cell, it can be all. */
function labelOf(given: string): string {
  const [, label = ''] = /\saria-label="([^"]{1,100})"/.exec(given) ?? [];
  return label === '' || given.includes('aria-hidden="true"') ? '' : `${label} `;
}

/** Shows the text for the usual version of the product, which has no server of its own. */
function withoutChoices(text: string): string {
  let shown = text;
  for (let depth = 0; depth < mostDepth && shown.includes('endif'); depth += 1) {
    shown = shown.replace(choice, (_, condition: string, written: string) => {
      const [first = '', ...others] = written.split(new RegExp(branch.source, 'g'));
      const branches = [{ word: 'if', condition, text: first }];
      for (let at = 0; at + 2 < others.length; at += 3) {
        const [word = '', further = '', branchText = ''] = others.slice(at, at + 3);
        branches.push({ word, condition: further, text: branchText });
      }
      const usual = branches.find((one) => /(?<!not )\bfpt\b/.test(one.condition));
      return (usual ?? branches.find(({ word }) => word === 'else') ?? branches[0]!).text;
    });
  }
  return shown;
}

/** Returns a line with the texts of its tags. A text of several lines continues the item of a list or the indentation. */
function withReusables(line: string, place: IncludePlace): string[] {
  const [tag = '', name] = reusable.exec(line) ?? [];
  if (name === undefined) return [line];
  const at = line.indexOf(tag);
  const before = line.slice(0, at);
  const [first = '', ...more] = textOf(name, place) ?? [tag];
  const [next = '', ...others] = withReusables(line.slice(at + tag.length), place);
  if (more.length === 0) return [before + first + next, ...others];
  const [margin] = /^[ \t]*(?:(?:[*+-]|\d{1,9}[.)])[ \t]+)?/.exec(before)!;
  const below = [...more, ...(next.trim() === '' ? [] : [next.trim()]), ...others];
  const indent = ' '.repeat(margin.length);
  return [before + first, ...indented(below, indent)];
}

/** Returns the lines of a text that pages share, with the tags in it replaced; undefined if there is none. */
function textOf(name: string, place: IncludePlace): string[] | undefined {
  const path = `data/reusables/${name.replaceAll('.', '/')}.md`;
  const file = place.find(path);
  const taken = place.take(file?.lines);
  if (!file || !taken) return undefined;
  const body = takeFrontMatter(taken).body.join('\n').trim().split('\n');
  return place.within(body, { path: file.path, format: 'markdown' });
}
