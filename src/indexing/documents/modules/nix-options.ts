import { inlineCode, singleSpaced } from '../clean.ts';
import { longFenced } from '../fences.ts';
import { dedentBlock, dedentToLast } from '../indentation.ts';
import {
  computedName,
  endOfString,
  letMark,
  readBindings,
  type NixBinding,
} from './nix-bindings.ts';

/**
 * Converts a module of Nix to the Markdown of its options, which a manual such as that of NixOS shows.
 * https://nixos.org/manual/nixos/stable/#sec-option-declarations
 */
export function nixOptionsToMarkdown(lines: string[]): string[] {
  const bindings = readBindings(lines.join('\n'));
  const facts = new Map(bindings.map(({ path, value }) => [keyOf(path), value]));
  const options = bindings
    .toSorted((first, second) => first.start - second.start)
    .flatMap((binding) => optionOf(binding, facts) ?? []);
  const shown = withSets(options, facts);
  if (shown.length === 0) return [];
  const title = commonName(shown.map(({ name }) => name));
  return [...(title === '' ? [] : [`# \`${title}\``]), ...shown.flatMap(optionLines)];
}

interface Option {
  /** The name of the set of a `let` that declares it; '' for an option of the module itself. */
  set: string;
  name: string;
  description: string;
  /** Expressions; '' if there is none. */
  type: string;
  standard: string;
  example: string;
}

type Facts = ReadonlyMap<string, string>;

function keyOf(path: readonly string[]): string {
  return path.join('\0');
}

const maker = /^(?:lib\.|[\w.]{1,100}\.)?(mkOption|mkEnableOption|mkPackageOption)\b/;
/** The type and the default of what a maker makes. */
const known: Readonly<Record<string, readonly [string, string]>> = {
  mkEnableOption: ['bool', 'false'],
  mkPackageOption: ['package', ''],
};
/** Maximum length of a type and of a default on one line. */
const longest = 300;
/** Maximum number of options of a module, because sets can be used by several options. */
const mostOptions = 3_000;

/** Returns the option that a binding declares; undefined for other bindings, and for an option that no manual shows. */
function optionOf({ path, value }: NixBinding, facts: Facts): Option | undefined {
  const [, made] = maker.exec(value) ?? [];
  const at = path.indexOf('options');
  if (made === undefined || at === -1) return undefined;
  const fact = (name: string): string => facts.get(keyOf([...path, name])) ?? '';
  if (isHidden(fact)) return undefined;
  const [type, standard] = known[made] ?? ['', ''];
  return {
    set: path[0] === letMark ? path[1]! : '',
    name: nameOf(path, at + 1, facts),
    description: textOf(fact('description')) || madeDescription(made, value),
    type: typeText(fact('type')) || type,
    standard: expressionText(fact('defaultText') || fact('default')) || standard,
    example: expressionText(fact('example')),
  };
}

function isHidden(fact: (name: string) => string): boolean {
  return /^false\b/.test(fact('visible')) || /^true\b/.test(fact('internal'));
}

/** Returns the name of an option: `programs.saw.blades.<name>.teeth` for an option in the type of another. */
function nameOf(path: readonly string[], start: number, facts: Facts): string {
  const names: string[] = [];
  for (let at = start; at < path.length; at += 1) {
    const isType = path[at] === 'type' && path[at + 1] === 'options';
    if (isType) {
      names.push(...placeholder(facts.get(keyOf(path.slice(0, at + 1))) ?? ''));
      at += 1;
    } else names.push(nixName(path[at]!));
  }
  return names.join('.');
}

function nixName(name: string): string {
  return /^[\w'<>-]+$/.test(name) ? name : `"${name}"`;
}

const submodule = /\bsubmodule(?:With)?\b/;

/** Returns what a manual writes for the members of a type. */
function placeholder(type: string): string[] {
  const [kind] = /\b(?:lazyAttrsOf|attrsOf|listOf)\b/.exec(type.split(submodule)[0]!) ?? [];
  if (kind === undefined) return [];
  return [kind === 'listOf' ? '*' : computedName];
}

/** Returns the options of a module, and below those whose type is a set of a `let`, the options of this set. */
function withSets(options: readonly Option[], facts: Facts): Option[] {
  const sets = Map.groupBy(options, ({ set }) => set);
  const used = new Set<string>();
  const shown: Option[] = [];
  const add = (option: Option, depth: number): void => {
    shown.push(option);
    const type = depth > 2 ? '' : withNamedTypes(option.type, facts);
    for (const name of new Set(type.match(identifier))) {
      if (name === option.set || shown.length > mostOptions) continue;
      for (const inner of sets.get(name) ?? []) {
        used.add(name);
        const parts = [option.name, ...placeholder(type), inner.name];
        add({ ...inner, name: parts.join('.') }, depth + 1);
      }
    }
  };
  for (const option of sets.get('') ?? []) add(option, 0);
  // Another file uses these sets.
  for (const [set, own] of sets) {
    if (set !== '' && !used.has(set)) {
      shown.push(...own.map((option) => ({ ...option, name: `${set}: ${option.name}` })));
    }
  }
  return shown;
}

const identifier = /[A-Za-z_][\w'-]{0,100}/g;
/** Maximum length of a type that has a name. Longer ones have options of their own. */
const longestNamed = 500;

/** Returns a type and the types of a `let` that it names. */
function withNamedTypes(type: string, facts: Facts): string {
  const named = (type.match(identifier) ?? []).map(
    (name) => facts.get(keyOf([letMark, name])) ?? '',
  );
  return [type, ...named.filter(({ length }) => length < longestNamed)].join(' ');
}

/** Returns the names with which all options begin, or else the two with which most do. */
function commonName(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split('.').slice(0, -1));
  const differs = (name: string, at: number): boolean => others.some((other) => other[at] !== name);
  const end = first.findIndex(differs);
  if (end !== 0) return (end === -1 ? first : first.slice(0, end)).join('.');
  const starts = Map.groupBy([first, ...others], (parts) => parts.slice(0, 2).join('.'));
  starts.delete('');
  const [most = ['']] = [...starts].toSorted((one, other) => other[1].length - one[1].length);
  return most[0].includes(':') ? '' : most[0];
}

function optionLines({ name, description, type, standard, example }: Option): string[] {
  const facts = [
    type === '' ? '' : `- Type: ${inlineCode(singleSpaced(type))}`,
    standard === '' || standard.length > longest
      ? ''
      : `- Default: ${inlineCode(singleSpaced(standard))}`,
  ].filter(Boolean);
  const code = example === '' ? [] : longFenced(`${name} = ${example};`.split('\n'), 'nix');
  return ['', `## \`${name}\``, '', ...description.split('\n'), '', ...facts, '', ...code];
}

/** Returns a type on one line. The options of a submodule have sections of their own. */
function typeText(written: string): string {
  const [before = '', module] = written.split(/(?<=\bsubmodule(?:With)?)\b(?=[^]*\{)/);
  const open = module === undefined ? 0 : before.split('(').length - before.split(')').length;
  const text = singleSpaced(before + ')'.repeat(Math.max(0, open)))
    .replace(/^let [^]* in (?=\S)/, '')
    .replace(/\b(?:lib\.)?types\.(?=\w)|^with (?:lib\.)?types; /g, '')
    .replace(/(?<=\() | (?=\))/g, '');
  return text.length > longest ? `${text.slice(0, longest)}...` : text;
}

/** Returns the texts of the strings in an expression, as Nix reads them. */
function textOf(expression: string): string {
  const mark = /''|"/g;
  let text = '';
  for (;;) {
    const match = mark.exec(expression);
    if (!match) return text;
    const end = endOfString(expression, mark.lastIndex, match[0]);
    text += stringText(expression.slice(match.index, end));
    mark.lastIndex = end;
  }
}

function stringText(written: string): string {
  if (written.startsWith('"')) {
    return written.slice(1, -1).replace(/\\([^])/g, (_, one: string) => (one === 'n' ? '\n' : one));
  }
  const text = dedentBlock(written.slice(2, -2).split('\n')).join('\n');
  return text.replace(/''(\$|')/g, (_, one: string) => (one === "'" ? "''" : one));
}

/** Returns an expression as a manual shows it: that in the text of `literalExpression`. */
function expressionText(expression: string): string {
  if (/^(?:[\w.]{1,60}\.)?literal(?:Expression|Example|MD|DocBook)\b/.test(expression)) {
    return textOf(expression).trim().replace(/;$/, '');
  }
  if (/^''[^]*''$/.test(expression) && !expression.includes('\n')) return `"${textOf(expression)}"`;
  const [first = '', ...others] = expression.split('\n');
  return [first, ...dedentToLast(others)].join('\n');
}

function madeDescription(made: string, value: string): string {
  if (made === 'mkOption') return '';
  const text = singleSpaced(textOf(value.split('//')[0]!.split('{')[0]!));
  if (text === '') return '';
  return made === 'mkEnableOption' ? `Whether to enable ${text}.` : `The ${text} package to use.`;
}
