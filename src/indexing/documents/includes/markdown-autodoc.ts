import { markdownCommands } from './python/command-reference.ts';
import { fenced } from '../fences.ts';
import { docstringParts } from '../code/doc/docstring.ts';
import { includeLimits, type IncludePlace, type Replaced } from './expansion.ts';
import { docBuilderPlace, rootPackage } from './doc-builder.ts';
import { PythonModules } from './python/modules.ts';
import type { Definition } from './python/source.ts';
import { mkdocstringsPlace } from './mkdocstrings.ts';
import type { ObjectChoice, ObjectPlace } from './object-place.ts';

/** A definition, or a module with its definitions. */
type Documented = Omit<Definition, 'kind'> & { kind: Definition['kind'] | 'module' };

/** A heading, and the full name of its object. */
interface Heading {
  title: string;
  path: string;
  level: number;
}

/** The names that mkdocstrings leaves out by default. */
const hidden = /^_[^_]/;

const mostMembers = 300;
const deepestHeading = 6;

/** Shows the docstrings of Python that a site of Markdown shows. An object gets a heading, unless the heading above names it. */
export class MarkdownAutodoc {
  private readonly modules: PythonModules;
  private readonly place: IncludePlace;
  /** Package of the repository, once a place needs it. */
  private package: string | undefined;
  /** Level of the last heading. */
  private level = 0;
  /** The line above, if it is a heading. */
  private heading = '';
  /** What stands below the page, because a heading in a note or a tab would end the section around it. */
  readonly below: string[] = [];

  constructor(place: IncludePlace) {
    this.modules = new PythonModules(place);
    this.place = place;
  }

  /**
   * Follows a line outside of code. Returns the lines that replace an object's place, and the index of its last line; undefined
   * if there is no place, or if its object is unknown.
   */
  read(lines: readonly string[], at: number): Replaced | undefined {
    const line = lines[at]!.slice(0, includeLimits.line);
    if (line.trim() === '') return undefined;
    const above = this.heading;
    const [, marks = ''] = /^(#{1,6})[ \t]/.exec(line) ?? [];
    this.heading = marks === '' ? '' : line;
    this.level = marks.length || this.level;
    const { place: around, level } = this;
    const commands = markdownCommands(lines, at, { place: around, level });
    if (commands) return commands;
    const place = mkdocstringsPlace(lines, at) ?? this.docBuilderPlace(lines, at);
    const shown = place && this.place.take(this.show(place, above));
    if (!shown || !place.isNested) return shown && { shown, last: place.last };
    this.below.push(...shown);
    return { shown: [], last: place.last };
  }

  /** Reads a place whose name begins in the package. Returns it with the full name. */
  private docBuilderPlace(lines: readonly string[], at: number): ObjectPlace | undefined {
    const place = docBuilderPlace(lines, at);
    if (!place) return undefined;
    this.package ??= rootPackage(this.place);
    const isFull = this.package === '' || place.path.startsWith(`${this.package}.`);
    return isFull ? place : { ...place, path: `${this.package}.${place.path}` };
  }

  private show({ path, choice, isNested }: ObjectPlace, above: string): string[] | undefined {
    const documented = this.find(path);
    if (!documented) return undefined;
    const { kind, name } = documented;
    const chosen =
      kind === 'class'
        ? this.membersOf(path, choice)
        : chosenOf(documented.members, choice.members);
    const doc = choice.isDocShown ? documented.doc : [];
    if (doc.length === 0 && chosen.length === 0 && documented.signature === '') return undefined;
    // A page can name the object in a heading of its own.
    const isNamed = above.split(/[^\w.]+/).some((word) => word === name || word === path);
    const level = isNested ? 2 : this.level + (isNamed ? 0 : 1);
    const own = { title: name, path, level };
    const owner = { ...own, title: kind === 'module' ? '' : name };
    return [
      '',
      ...(isNamed ? [] : headingOf(own)),
      ...content({ ...documented, doc }),
      ...chosen.flatMap((one) => memberLines(one, owner)),
    ];
  }

  private membersOf(path: string, { members, isInherited, also }: ObjectChoice): Definition[] {
    const chosen = chosenOf(this.modules.membersOf(path, '', isInherited), members);
    if (also.length === 0) return chosen;
    const further = chosenOf(this.modules.membersOf(path, '', true), also);
    return [...new Map([...chosen, ...further].map((one) => [one.name, one])).values()];
  }

  private find(path: string): Documented | undefined {
    const found = this.modules.find(path, '');
    if (found) return found;
    const doc = this.modules.docOf(path);
    const members = [
      ...new Set([...this.modules.definitionsIn(path), ...this.modules.exportedFrom(path)]),
    ];
    if (doc.length === 0 && members.length === 0) return undefined;
    return { kind: 'module', name: path, signature: '', doc, bases: [], members };
  }
}

function chosenOf(members: readonly Definition[], chosen: ObjectChoice['members']): Definition[] {
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
