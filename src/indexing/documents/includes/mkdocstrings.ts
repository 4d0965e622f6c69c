import { isObject } from '../../../base/json.ts';
import { fenced } from '../fences.ts';
import { docstringParts } from '../code/doc/docstring.ts';
import { includeLimits, type Expansion, type IncludePlace } from './expansion.ts';
import { PythonModules } from './python-modules.ts';
import type { Definition } from './python-source.ts';
import { dedented, indentOf } from './select-lines.ts';
import { readYamlObject } from './yaml-object.ts';

/** What a place chooses of an object. */
interface Choice {
  isDocShown: boolean;
  /** Names of members; `all` for the documented public ones. */
  members: 'all' | readonly string[];
  isInherited: boolean;
}

/** A definition, or a module with its definitions. */
type Documented = Omit<Definition, 'kind'> & { kind: Definition['kind'] | 'module' };

/** A heading, and the full name of its object. */
interface Heading {
  title: string;
  path: string;
  level: number;
}

const start = /^ {0,3}:::[ \t]+([A-Za-z_]\w{0,100}(?:\.\w{1,100}){0,20})[ \t]*$/;
/** The first line below a single name, which can also be that of a container. */
const ownOption = /^ {2,}(?:(?:handler|options|selection|rendering):|:(?:docstring|members):)/;
/** The names that mkdocstrings leaves out by default. */
const hidden = /^_[^_]/;

const mostOptionLines = 100;
const mostMembers = 300;
const deepestHeading = 6;

/**
 * Shows the docstrings of Python in place of `::: package.Name` in Markdown: of mkdocstrings
 * (https://mkdocstrings.github.io/python/usage/) and of mkautodoc (https://github.com/tomchristie/mkautodoc). An object gets a
 * heading, unless the heading above names it.
 */
export class Mkdocstrings {
  private readonly modules: PythonModules;
  private readonly expansion: Expansion;
  /** Level of the last heading. */
  private level = 0;
  /** The line above, if it is a heading. */
  private heading = '';

  constructor(place: IncludePlace, expansion: Expansion) {
    this.modules = new PythonModules(place, expansion);
    this.expansion = expansion;
  }

  /**
   * Follows a line outside of code. Returns the lines that replace an object's place, and the index of its last line; undefined
   * if there is no place, or if its object is unknown.
   */
  read(lines: readonly string[], at: number): { shown: string[]; last: number } | undefined {
    const line = lines[at]!.slice(0, includeLimits.line);
    if (line.trim() === '') return undefined;
    const above = this.heading;
    const [, marks = ''] = /^(#{1,6})[ \t]/.exec(line) ?? [];
    this.heading = marks === '' ? '' : line;
    this.level = marks.length || this.level;
    const place = placeAt(lines, at);
    const choice = place && readChoice(dedented(place.options));
    const shown = choice && this.expansion.take(this.show(place.path, choice, above));
    return shown && { shown, last: place.last };
  }

  private show(path: string, choice: Choice, above: string): string[] | undefined {
    const documented = this.find(path);
    if (!documented) return undefined;
    const { kind, name } = documented;
    const members =
      kind === 'class' ? this.modules.membersOf(path, '', choice.isInherited) : documented.members;
    const chosen = chosenOf(members, choice.members);
    const doc = choice.isDocShown ? documented.doc : [];
    if (doc.length === 0 && chosen.length === 0 && documented.signature === '') return undefined;
    // A page can name the object in a heading of its own.
    const isNamed = above.split(/[^\w.]+/).some((word) => word === name || word === path);
    const own = { title: name, path, level: this.level + (isNamed ? 0 : 1) };
    const owner = { ...own, title: kind === 'module' ? '' : name };
    return [
      '',
      ...(isNamed ? [] : headingOf(own)),
      ...content({ ...documented, doc }),
      ...chosen.flatMap((one) => memberLines(one, owner)),
    ];
  }

  private find(path: string): Documented | undefined {
    const found = this.modules.find(path, '');
    if (found) return found;
    const doc = this.modules.docOf(path);
    const members = this.modules.definitionsIn(path);
    if (doc.length === 0 && members.length === 0) return undefined;
    return { kind: 'module', name: path, signature: '', doc, bases: [], members };
  }
}

/** An object's place in a document: its name, the lines of its options, and the index of its last line. */
interface Place {
  path: string;
  options: readonly string[];
  last: number;
}

function placeAt(lines: readonly string[], at: number): Place | undefined {
  const [, path] = start.exec(lines[at]!.slice(0, includeLimits.line)) ?? [];
  if (path === undefined) return undefined;
  let last = at;
  for (let next = at + 1; next < Math.min(lines.length, at + mostOptionLines); next += 1) {
    if (lines[next]!.trim() === '') continue;
    if (indentOf(lines[next]!) < 2) break;
    last = next;
  }
  const options = lines.slice(at + 1, last + 1);
  const isPlace = path.includes('.') || ownOption.test(options[0] ?? '');
  return isPlace ? { path, options, last } : undefined;
}

/** Reads the options of a place. Returns undefined if another language's handler fills it. */
function readChoice(options: readonly string[]): Choice | undefined {
  if (options[0]?.startsWith(':')) return autodocChoice(options);
  const read = readYamlObject(options.join('\n'));
  if (read['handler'] !== undefined && read['handler'] !== 'python') return undefined;
  // Releases before 0.19 have `selection`.
  const chosen = { ...asObject(read['selection']), ...asObject(read['options']) };
  return {
    isDocShown: true,
    members: namesIn(chosen['members']),
    isInherited: !isNo(chosen['inherited_members'] ?? 'false'),
  };
}

/** Reads the options of mkautodoc, which shows neither the docstring nor members by default. */
function autodocChoice(options: readonly string[]): Choice {
  const values = new Map(
    options.map((line) => {
      const [, name = '', value = ''] = /^:(\w+):[ \t]*(.*)$/.exec(line) ?? [];
      return [name, value.trim()];
    }),
  );
  const members = values.get('members');
  const names = members === '' ? 'all' : (members ?? '').split(/\s+/).filter(Boolean);
  return { isDocShown: values.has('docstring'), members: names, isInherited: false };
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function namesIn(value: unknown): Choice['members'] {
  if (Array.isArray(value)) return value.filter((name) => typeof name === 'string');
  return isNo(value) ? [] : 'all';
}

function isNo(value: unknown): boolean {
  return typeof value === 'string' && /^(?:false|no|off)$/i.test(value);
}

function chosenOf(members: readonly Definition[], chosen: Choice['members']): Definition[] {
  return members
    .filter(({ name, doc, members: inner }) => {
      const isWanted = chosen === 'all' ? !hidden.test(name) : chosen.includes(name);
      return isWanted && (doc.length > 0 || inner.some((one) => one.doc.length > 0));
    })
    .slice(0, mostMembers);
}

/** Returns the lines of a member, and of its own members if it is a class. A title of '' stands for a module. */
function memberLines(definition: Definition, owner: Heading): string[] {
  const { name } = definition;
  const own = {
    title: owner.title === '' ? name : `${owner.title}.${name}`,
    path: `${owner.path}.${name}`,
    level: owner.level + 1,
  };
  const inner = chosenOf(definition.members, 'all').flatMap((one) => memberLines(one, own));
  return [...headingOf(own), ...content(definition), ...inner];
}

function headingOf({ title, path, level }: Heading): string[] {
  const marks = '#'.repeat(Math.min(level, deepestHeading));
  return [`${marks} ${title.replaceAll('_', '\\_')} {#${path}}`, ''];
}

/** Returns the signature as code, and the docstring as Markdown without headings. */
function content({ name, signature, doc }: Documented): string[] {
  const blocks = docstringParts(doc.join('\n')).flatMap((part) => part.blocks);
  const lines = blocks.flatMap((block) =>
    block.kind === 'code'
      ? fenced(block.code.split('\n'), block.language)
      : [...block.text.split('\n').map(withoutHeading), ''],
  );
  return [...(signature === '' ? [] : fenced([name + signature], 'python')), ...lines];
}

/** Returns the line of a heading in bold. A heading would end the section of its object. */
function withoutHeading(line: string): string {
  const [, title] = /^ {0,3}#{1,6}[ \t]+(.*)$/.exec(line) ?? [];
  return title === undefined ? line : `**${title.replace(/[ \t]+#*$/, '')}**`;
}
