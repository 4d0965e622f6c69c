import { objectOf } from '../../../base/json.ts';
import { includeLimits } from './expansion.ts';
import type { ObjectChoice, ObjectPlace } from './object-place.ts';
import { dedentBlock, endOfDeeper, indentOf } from '../indentation.ts';
import { readYamlObject } from './yaml-object.ts';

const start = /^[ \t]*:::[ \t]+([A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,20})[ \t]*$/;
/** The first line below a single name, which can also be that of a container. */
const ownOption = /^ {2,}(?:(?:handler|options|selection|rendering):|:(?:docstring|members):)/;

/** The first line of a note or a tab of MkDocs, whose content is indented. */
const block = /^[ \t]*(?:!!!|\?{3}\+?|={3}[+!]?)[ \t]/;

const mostOptionLines = 100;
/** Lines above a place in a block that can belong to the block. */
const mostBlockLines = 100;

/**
 * Reads `::: package.Name` with options below it, of mkdocstrings (https://mkdocstrings.github.io/python/usage/) and of
 * mkautodoc (https://github.com/tomchristie/mkautodoc). Returns undefined if the line is none, or if another language's
 * handler fills the place.
 */
export function mkdocstringsPlace(lines: readonly string[], at: number): ObjectPlace | undefined {
  const line = lines[at]!.slice(0, includeLimits.line);
  const path = start.exec(line)?.[1];
  if (path === undefined) return undefined;
  const isNested = isInBlock(lines, at);
  // Without a block around it, a line with more indentation is code.
  if (!isNested && indentOf(line) > 3) return undefined;
  const below = lines.slice(at + 1, at + mostOptionLines);
  const options = below.slice(0, endOfDeeper(below, 0, isNested ? indentOf(line) + 1 : 1));
  if (!path.includes('.') && !ownOption.test(options[0] ?? '')) return undefined;
  const choice = readChoice(dedentBlock(options));
  return choice && { path, choice, last: at + options.length, isNested };
}

/** Returns whether the nearest line above that is less indented begins a note or a tab. */
function isInBlock(lines: readonly string[], at: number): boolean {
  const own = indentOf(lines[at]!);
  const around = lines
    .slice(Math.max(0, at - mostBlockLines), at)
    .findLast((line) => line.trim() !== '' && indentOf(line) < own);
  return around !== undefined && block.test(around);
}

/** Reads the options of a place. Returns undefined if another language's handler fills it. */
function readChoice(options: readonly string[]): ObjectChoice | undefined {
  if (options[0]?.startsWith(':')) return autodocChoice(options);
  const read = readYamlObject(options.join('\n'));
  if (read['handler'] !== undefined && read['handler'] !== 'python') return undefined;
  // Releases before 0.19 have `selection`.
  const chosen = { ...objectOf(read['selection']), ...objectOf(read['options']) };
  return {
    isDocShown: true,
    members: namesIn(chosen['members']),
    isInherited: !isNo(chosen['inherited_members'] ?? 'false'),
    also: [],
  };
}

/** Reads the options of mkautodoc, which shows neither the docstring nor members by default. */
function autodocChoice(options: readonly string[]): ObjectChoice {
  const values = new Map(
    options.map((line) => {
      const [, name = '', value = ''] = /^:(\w+):[ \t]*(.*)$/.exec(line) ?? [];
      return [name, value.trim()];
    }),
  );
  const members = values.get('members');
  const names = members === '' ? 'all' : (members ?? '').split(/\s+/).filter(Boolean);
  return { isDocShown: values.has('docstring'), members: names, isInherited: false, also: [] };
}

function namesIn(value: unknown): ObjectChoice['members'] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  return isNo(value) ? [] : 'all';
}

function isNo(value: unknown): boolean {
  return typeof value === 'string' && /^(?:false|no|off)$/i.test(value);
}
