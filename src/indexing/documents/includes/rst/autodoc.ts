import {
  choosesMembers,
  chosenMembers,
  classContentKey,
  defaultOptions,
  ownDocsKey,
  withDefaults,
} from './autodoc-options.ts';
import { docstringRst } from './docstring-rst.ts';
import { includeLimits, type IncludePlace, type Replaced } from '../expansion.ts';
import { PythonModules } from '../python/modules.ts';
import type { Definition } from '../python/source.ts';
import { indented, indentOf } from '../../indentation.ts';
import { readOptions, readSphinxOption, type SphinxOptions } from './sphinx-include.ts';

/** A directive of Sphinx that shows docstrings. */
interface AutoDirective {
  /** Such as `class` of `autoclass`. */
  kind: string;
  argument: string;
  options: SphinxOptions;
  indent: number;
  /** Names below an `autosummary`. */
  listed: string[];
  /** True if text of the page stands in it. */
  hasContent: boolean;
  /** Indentation of its content. */
  inner: number;
  /** Index of its last line, without its content. For `autosummary`, with its content. */
  last: number;
}

const start =
  /^( *)\.\. +(?:py:)?auto(?:api)?(class|function|module|method|exception|data|attribute|property|decorator|summary|modapi)::(?:[ \t]+(.*))?$/;
/** The module before a name, as in `saws.hand::Saw.cut`. */
const explicitModule = /^(~?[\w.]+)::(?=\w)/;
const moduleLine = /^ *\.\. +(?:py:)?(?:current)?module::[ \t]+([\w.]+)/;

const mostListed = 300;

/**
 * Shows the docstrings of Python in place of directives of Sphinx: those of autodoc, autosummary and AutoAPI, such as `autoapiclass`,
 * and `automodapi`, which shows all members of a module.
 * https://www.sphinx-doc.org/en/master/usage/extensions/autodoc.html, https://sphinx-automodapi.readthedocs.io
 */
export class Autodoc {
  private readonly modules: PythonModules;
  private readonly place: IncludePlace;
  private defaults: SphinxOptions | undefined;
  private module = '';
  /** Options for members in templates of generated pages, by the names of the templates. */
  private readonly templates = new Map<string, SphinxOptions | undefined>();
  /** The docstrings of members that the page shows. */
  private readonly shownMembers = new Set<readonly string[]>();
  private readonly listedModules = new Set<string>();
  /** The documented class around the current line, and the indentation of its directive. */
  private owner = { name: '', indent: Number.POSITIVE_INFINITY };

  constructor(place: IncludePlace) {
    this.modules = new PythonModules(place);
    this.place = place;
  }

  /**
   * Follows a line outside of literal text. If a directive is there and its definition is known, returns the lines that replace the
   * directive, and the index of its last line.
   */
  read(lines: readonly string[], at: number): Replaced | undefined {
    const line = lines[at]!;
    if (line.length > includeLimits.line) return undefined;
    if (line.trim() !== '' && indentOf(line) <= this.owner.indent) {
      this.owner = { name: '', indent: Number.POSITIVE_INFINITY };
    }
    this.module = moduleLine.exec(line)?.[1] ?? this.module;
    const directive = readAutoDirective(lines, at);
    const shown = directive && this.place.take(this.show(directive));
    return directive && shown && { shown, last: directive.last };
  }

  private show(directive: AutoDirective): string[] | undefined {
    const { kind, argument } = directive;
    if (kind === 'summary') return this.summary(directive);
    const name = /^[\w.]+/.exec(argument.replace(/^~/, ''))?.[0];
    if (name === undefined) return undefined;
    if (kind === 'module') return this.moduleLines(name, directive);
    if (kind !== 'modapi') return this.object(name, directive);
    const options = new Map([['members', ''], ...directive.options]);
    return this.moduleLines(name, { ...directive, options });
  }

  private moduleLines(name: string, directive: AutoDirective): string[] | undefined {
    const { indent, hasContent, inner } = directive;
    this.module = name;
    const doc = this.moduleDoc(name);
    const all = directive.kind === 'modapi' ? this.modules.publicIn(name) : this.membersIn(name);
    const wanted = chosenMembers(all, this.optionsOf(directive));
    if (doc.length === 0 && wanted.length === 0) return undefined;
    const members = wanted.flatMap((one) =>
      described(this.asShown(one), {
        indent: 0,
        members: one.kind === 'class' ? publicIn(one.members) : [],
      }),
    );
    const body = ['', ...doc, '', ...members, ''];
    // If lines of the page that are indented follow, they belong to the module, and not to the end of the docstring.
    const content = hasContent ? indented(body, ' '.repeat(inner - indent)) : body;
    return indented([`.. py:module:: ${name}`, ...content], ' '.repeat(indent));
  }

  private membersIn(module: string): Definition[] {
    const exported = this.modules.exportedFrom(module);
    return exported.length > 0 ? exported : this.modules.definitionsIn(module);
  }

  /** Returns the docstring of a module. One that lists what has pages of its own is a page with headings. */
  private moduleDoc(name: string): string[] {
    const doc = this.modules.docOf(name).map((line) => line.slice(0, includeLimits.line));
    const out: string[] = [];
    let isPage = false;
    for (let at = 0; at < doc.length; at += 1) {
      this.module = moduleLine.exec(doc[at]!)?.[1] ?? this.module;
      const directive = readAutoDirective(doc, at);
      const shown = directive?.kind === 'summary' ? this.summary(directive) : undefined;
      out.push(...(shown ?? [doc[at]!]));
      if (directive && shown) at = directive.last;
      isPage ||= shown !== undefined;
    }
    return isPage ? out : docstringRst(doc);
  }

  private object(written: string, directive: AutoDirective): string[] | undefined {
    const { kind, argument, indent, inner } = directive;
    const nested = this.owner.name === '' ? written : `${this.owner.name}.${written}`;
    const own = this.find(nested);
    const name = own ? nested : written;
    const found = own ?? this.find(written);
    if (kind === 'class' || kind === 'exception') this.owner = { name, indent };
    if (!found) return undefined;
    const members = found.kind === 'class' ? this.membersOf(name, this.optionsOf(directive)) : [];
    const body = described(this.asShown(found), { indent: inner - indent, members });
    const signature = argument.includes('(') ? '' : found.signature;
    const first = `.. auto${kind}:: ${argument}${signature}`;
    return indented([first, ...body.slice(1)], ' '.repeat(indent));
  }

  private membersOf(name: string, options: SphinxOptions): Definition[] {
    if (!choosesMembers(options)) return [];
    // A name in `members` can be that of an inherited member.
    const isInherited = options.has('inherited-members') || Boolean(options.get('members'));
    const members = this.modules.membersOf(name, this.module, isInherited);
    return chosenMembers(this.withInheritedDocs(members, name), options);
  }

  private find(name: string): Definition | undefined {
    const found = this.modules.find(name, this.module);
    return found && this.withInheritedDocs([found], name.replace(/\.?[^.]*$/, ''))[0];
  }

  /** Returns members of a class. Those without a docstring have that of the member that they replace. */
  private withInheritedDocs(members: readonly Definition[], owner: string): readonly Definition[] {
    if (members.every(({ doc }) => doc.length > 0)) return members;
    if (this.ownDefaults().has(ownDocsKey)) return members;
    const docs = this.modules.docsOfMembers(owner, this.module);
    return members.map((one) =>
      one.doc.length > 0 ? one : { ...one, doc: docs.get(one.name) ?? [] },
    );
  }

  private optionsOf({ options }: AutoDirective): SphinxOptions {
    return withDefaults(options, this.ownDefaults());
  }

  private ownDefaults(): SphinxOptions {
    this.defaults ??= defaultOptions(this.place);
    return this.defaults;
  }

  /** Returns a class with the docstring that the site shows of it. */
  private readonly asShown = (definition: Definition): Definition => {
    if (definition.kind !== 'class') return definition;
    const shown = this.ownDefaults().get(classContentKey);
    const init = definition.members.find(({ name }) => name === '__init__')?.doc ?? [];
    if (shown === undefined || init.length === 0) return definition;
    return { ...definition, doc: shown === 'init' ? init : [...definition.doc, '', ...init] };
  };

  private summary({ options, indent, listed, inner }: AutoDirective): string[] | undefined {
    // Without generated pages, the summary only links to what the document describes elsewhere.
    if (!options.has('toctree')) return undefined;
    const found = listed.flatMap((name) => {
      const definition = this.find(name);
      if (!definition) return this.listedModule(name, options);
      return this.listedObject({ ...definition, name }, { options, indent: inner - indent });
    });
    return found.length === 0 ? undefined : indented(['', ...found], ' '.repeat(indent));
  }

  private listedObject(
    definition: Definition,
    { options, indent }: Pick<AutoDirective, 'options' | 'indent'>,
  ): string[] {
    if (definition.doc.length === 0) return [];
    const template = definition.kind === 'class' && this.templateOf(options, 'class');
    const members = template ? this.membersOf(definition.name, template).filter(this.isNew) : [];
    return described(this.asShown(definition), { indent, members });
  }

  /** Returns the text of a module, and the members that the template of its page shows. */
  private listedModule(written: string, options: SphinxOptions): string[] {
    const name = this.modules.moduleNamed(written, this.module);
    if (name === undefined || !this.templateOf(options, 'module')) return [];
    // The text of a module can list the module itself.
    if (this.listedModules.has(name)) return [];
    this.listedModules.add(name);
    const around = this.module;
    this.module = name;
    const members = publicIn(this.modules.definitionsIn(name)).flatMap((one) =>
      this.listedObject(one, { options: new Map(), indent: 3 }),
    );
    const body = [...this.moduleDoc(name), '', ...members];
    this.module = around;
    return [
      '',
      `.. py:module:: ${name}`,
      '',
      `.. automodule:: ${name}`,
      '',
      ...indented(body, '   '),
      '',
    ];
  }

  /**
   * Returns the options for members in a project's own template of the pages that `autosummary` generates for classes or modules. A
   * template can also list the members for pages of their own. Returns undefined if there is no template.
   * https://www.sphinx-doc.org/en/master/usage/extensions/autosummary.html#customizing-templates
   */
  private templateOf(options: SphinxOptions, kind: string): SphinxOptions | undefined {
    const name = options.get('template') ?? `${kind}.rst`;
    if (this.templates.has(name)) return this.templates.get(name);
    const paths = [`_templates/autosummary/${name}`, `_templates/${name}`];
    const lines = this.place.find(...paths)?.lines ?? [];
    const written = lines.flatMap((line) => [readSphinxOption(line.slice(0, includeLimits.line))]);
    const chosen = new Map(written.filter((option) => option !== undefined));
    if (chosen.has('toctree')) chosen.set('inherited-members', '');
    const found = choosesMembers(chosen) ? chosen : undefined;
    this.templates.set(name, found);
    return found;
  }

  /** Returns whether the page does not show a member yet, and remembers it. Classes of a page often inherit the same members. */
  private readonly isNew = (member: Definition): boolean => {
    const isNew = !this.shownMembers.has(member.doc);
    this.shownMembers.add(member.doc);
    return isNew;
  };
}

function readAutoDirective(lines: readonly string[], at: number): AutoDirective | undefined {
  const [, margin, kind = '', argument = ''] = start.exec(lines[at]!) ?? [];
  if (margin === undefined) return undefined;
  const indent = margin.length;
  const { options, last } = readOptions(lines, at, indent);
  const next = lines.slice(last + 1, last + 4).find((line) => line.trim() !== '');
  const hasContent = next !== undefined && indentOf(next) > indent;
  const inner = hasContent ? indentOf(next) : indent + 3;
  const name = argument.trim().replace(explicitModule, '$1.');
  const directive = { kind, argument: name, options, indent, hasContent, inner };
  return kind === 'summary'
    ? { ...directive, ...listedNames(lines, last, indent) }
    : { ...directive, listed: [], last };
}

/** Reads the names in the content of an `autosummary`, whose options end at a line. A remark can follow a name. */
function listedNames(
  lines: readonly string[],
  from: number,
  indent: number,
): Pick<AutoDirective, 'listed' | 'last'> {
  const listed: string[] = [];
  let last = from;
  while (last + 1 < lines.length) {
    const line = lines[last + 1]!.slice(0, includeLimits.line);
    if (line.trim() !== '' && indentOf(line) <= indent) break;
    const [, name] = /^~?([\w.]+)(?:[ \t]|$)/.exec(line.trim()) ?? [];
    if (name !== undefined && listed.length < mostListed) listed.push(name);
    last += 1;
  }
  return { listed, last };
}

/** Returns the documented, public members. */
function publicIn(members: readonly Definition[]): Definition[] {
  return members.filter(({ name, doc }) => doc.length > 0 && !name.startsWith('_'));
}

/** Returns the lines of a directive with a definition and its members. `indent` is that of the content. */
function described(
  { kind, name, signature, doc }: Definition,
  { indent, members }: { indent: number; members: readonly Definition[] },
): string[] {
  const margin = ' '.repeat(Math.max(3, indent));
  const nested = members.flatMap((one) => described(one, { indent: 3, members: [] }));
  return [
    `.. py:${kind}:: ${name}${signature}`,
    '',
    ...indented([...docstringRst(doc), '', ...nested], margin),
    '',
  ];
}
