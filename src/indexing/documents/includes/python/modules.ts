import type { IncludePlace } from '../expansion.ts';
import { anyFolder } from '../include-path.ts';
import {
  moduleDoc,
  readDefinitions,
  readExports,
  readImports,
  statementIn,
  type Definition,
  type PythonImport,
} from './source.ts';

interface PythonModule {
  name: string;
  lines: readonly string[];
  /** Dotted name of the package that relative imports begin at. */
  package: readonly string[];
  doc: string[];
  definitions: ReadonlyMap<string, Definition>;
  imports: PythonImport[];
  /** Names in `__all__`, if they are known. */
  exports: string[] | undefined;
}

/** The lines that define a name, with their decorators. */
export interface Statement {
  name: string;
  lines: readonly string[];
  /** Dotted name of the module that has them. */
  module: string;
}

/** A definition, and the module that it is in. */
interface Found {
  definition: Definition;
  module: PythonModule;
}

/** Folders of packages. Tests often have modules of the same name. */
const roots = ['', 'src/', anyFolder];
/** Modules that a name is imported through. */
const mostSteps = 6;
/** Modules to look into for one name. */
const mostSearched = 40;
/** A client of a server can have a base for each group of commands. */
const mostBases = 50;

/** Finds the definitions that documents name in the Python files of a repository. */
export class PythonModules {
  private readonly place: IncludePlace;
  private readonly modules = new Map<string, PythonModule | undefined>();
  /** Docstrings of the members of classes. A page can name each member of a class. */
  private readonly memberDocs = new Map<Definition, ReadonlyMap<string, string[]>>();

  constructor(place: IncludePlace) {
    this.place = place;
  }

  /** Returns the docstring of a module; none if there is no such module. */
  docOf(module: string): string[] {
    return this.open(module.split('.'))?.doc ?? [];
  }

  /** Returns the definitions of a module; none if there is no such module. */
  definitionsIn(module: string): Definition[] {
    return [...(this.open(module.split('.'))?.definitions.values() ?? [])];
  }

  /** Returns the definitions that `__all__` of a module names, imported ones too; none if it has no such list. */
  exportedFrom(module: string): Definition[] {
    const opened = this.open(module.split('.'));
    return opened ? this.exportsOf(opened) : [];
  }

  /** Returns the lines of a module; none if there is no such module. */
  linesOf(module: string): readonly string[] {
    return this.open(module.split('.'))?.lines ?? [];
  }

  /** Returns the lines that define a name in a module or where the module imports it from; undefined if there are none. */
  statementOf(name: string, module: string): Statement | undefined {
    let at: { path: string[]; module: PythonModule | undefined } | undefined = {
      path: name.split('.'),
      module: this.open(module.split('.')),
    };
    for (let step = 0; at?.module && step < mostSteps; step += 1) {
      const [first = '', ...rest] = at.path;
      const lines = rest.length === 0 ? statementIn(at.module.lines, first) : undefined;
      if (lines) return { name: first, lines, module: at.module.name };
      at = this.imported(at.path, at.module);
    }
    return undefined;
  }

  /** Returns the module that a name comes from, and its name there. A dotted name can begin with a module. */
  private imported(
    path: readonly string[],
    module: PythonModule,
  ): { path: string[]; module: PythonModule | undefined } {
    const [first, ...rest] = path;
    const one = module.imports.find(({ as }) => as === first);
    if (!one) return { path: path.slice(-1), module: this.open(path.slice(0, -1)) };
    const source = sourceOf(module, one);
    const part = rest.length > 0 ? this.open([...source, one.name]) : undefined;
    return part
      ? { path: rest, module: part }
      : { path: [one.name, ...rest], module: this.open(source) };
  }

  /** Returns what a module exports, or else its own definitions and what it imports from its package. */
  publicIn(module: string): Definition[] {
    const opened = this.open(module.split('.'));
    return opened ? [...new Set(this.publicOf(opened, new Set()))] : [];
  }

  private publicOf(module: PythonModule, searched: Set<PythonModule>): Definition[] {
    if (searched.has(module) || searched.size >= mostSearched) return [];
    searched.add(module);
    const exported = this.exportsOf(module);
    if (exported.length > 0) return exported;
    const imported = module.imports.flatMap((one) => {
      if (!one.from.startsWith('.')) return [];
      if (one.name !== '*') return this.inModule(module, [one.as], new Set())?.definition ?? [];
      const other = this.open(sourceOf(module, one));
      return other ? this.publicOf(other, searched) : [];
    });
    return [...module.definitions.values(), ...imported];
  }

  private exportsOf(module: PythonModule): Definition[] {
    return (module.exports ?? []).flatMap(
      (name) => this.inModule(module, [name], new Set())?.definition ?? [],
    );
  }

  /** Returns the definition with a dotted name, which can be relative to a module; undefined if there is none. */
  find(name: string, module: string): Definition | undefined {
    return this.search(name.split('.'), module)?.definition;
  }

  /** Returns the members of a class, and, if wanted, those of the classes that it extends. */
  membersOf(name: string, module: string, isInherited: boolean): Definition[] {
    const found = this.search(name.split('.'), module);
    const members = new Map<string, Definition>();
    for (const { definition } of this.lineOf(found)) {
      for (const member of definition.members) {
        if (!members.get(member.name)?.doc.length) members.set(member.name, member);
      }
      if (!isInherited) break;
    }
    return [...members.values()];
  }

  /** Returns the docstrings of the members of a class by their names: of each name, that of the nearest class with one. */
  docsOfMembers(name: string, module: string): ReadonlyMap<string, string[]> {
    const found = this.search(name.split('.'), module);
    const known = found && this.memberDocs.get(found.definition);
    if (known) return known;
    const docs = new Map<string, string[]>();
    for (const { definition } of this.lineOf(found)) {
      for (const member of definition.members) {
        if (!docs.get(member.name)?.length) docs.set(member.name, member.doc);
      }
    }
    if (found) this.memberDocs.set(found.definition, docs);
    return docs;
  }

  /** Yields a class and the classes that it extends, the nearest first. */
  private *lineOf(found: Found | undefined): Generator<Found> {
    const pending = found ? [found] : [];
    for (let at = 0; at < Math.min(pending.length, mostBases); at += 1) {
      const { definition, module } = pending[at]!;
      yield pending[at]!;
      for (const base of definition.bases) {
        const next = this.inModule(module, base.split('.'), new Set());
        if (next) pending.push(next);
      }
    }
  }

  /** Returns the whole name of a module, whose name can be relative to another one; undefined if there is none. */
  moduleNamed(name: string, module: string): string | undefined {
    return pathsOf(name.split('.'), module)
      .find((path) => this.open(path))
      ?.join('.');
  }

  private search(name: string[], module: string): Found | undefined {
    for (const path of pathsOf(name, module)) {
      // The longest start of the name that is a module has it.
      for (let length = path.length - 1; length > 0; length -= 1) {
        const opened = this.open(path.slice(0, length));
        const inner = path.slice(length);
        const found =
          opened && (this.inModule(opened, inner, new Set()) ?? this.inherited(opened, inner));
        if (found) return found;
        if (opened) break;
      }
    }
    return undefined;
  }

  /** Finds a member that a class only inherits. */
  private inherited(module: PythonModule, path: readonly string[]): Found | undefined {
    if (path.length < 2) return undefined;
    const owner = this.inModule(module, path.slice(0, -1), new Set());
    for (const one of this.lineOf(owner)) {
      const member = one.definition.members.find(({ name }) => name === path.at(-1));
      if (member) return { definition: member, module: one.module };
    }
    return undefined;
  }

  /** Finds a name in a module, or in the modules that it imports the name from. */
  private inModule(
    module: PythonModule,
    path: readonly string[],
    searched: Set<PythonModule>,
  ): Found | undefined {
    if (searched.has(module) || searched.size >= mostSearched) return undefined;
    searched.add(module);
    const [name = '', ...rest] = path;
    const own = module.definitions.get(name);
    if (own) return inClass({ definition: own, module }, rest);
    const named = module.imports.filter((one) => one.as === name);
    const imports = named.length > 0 ? named : module.imports.filter((one) => one.name === '*');
    for (const one of imports) {
      const other = this.open(sourceOf(module, one));
      const source = one.name === '*' ? name : one.name;
      const found = other && this.inModule(other, [source, ...rest], searched);
      if (found) return found;
    }
    return undefined;
  }

  private open(path: readonly string[]): PythonModule | undefined {
    if (path.length === 0) return undefined;
    const key = path.join('.');
    if (this.modules.has(key)) return this.modules.get(key);
    const base = path.join('/');
    const candidates = roots.flatMap((root) => [`${root}${base}/__init__.py`, `${root}${base}.py`]);
    const file = this.place.open(candidates);
    const module = file && {
      name: key,
      lines: file.lines,
      package: file.path.endsWith('__init__.py') ? path : path.slice(0, -1),
      doc: moduleDoc(file.lines),
      definitions: new Map(readDefinitions(file.lines).map((one) => [one.name, one])),
      imports: readImports(file.lines),
      exports: readExports(file.lines),
    };
    this.modules.set(key, module);
    return module;
  }
}

/** Returns what a name can mean in a module, the likeliest first. */
function pathsOf(name: string[], module: string): string[][] {
  const own = module === '' ? [] : module.split('.');
  return name[0] === own[0] ? [name, [...own, ...name]] : [[...own, ...name], name];
}

/** Returns the dotted name of the module that an import is from. */
function sourceOf(module: PythonModule, { from }: PythonImport): readonly string[] {
  const dots = /^\.*/.exec(from)![0].length;
  const names = from.slice(dots).split('.').filter(Boolean);
  if (dots === 0) return names;
  return [...module.package.slice(0, Math.max(0, module.package.length - (dots - 1))), ...names];
}

function inClass(found: Found, path: readonly string[]): Found | undefined {
  let { definition } = found;
  for (const name of path) {
    const member = definition.members.find((one) => one.name === name);
    if (!member) return undefined;
    definition = member;
  }
  return { definition, module: found.module };
}
