import type { IncludePlace } from '../expansion.ts';
import type { Definition } from '../python/source.ts';
import { namesIn, type SphinxOptions } from './sphinx-include.ts';

const mostMembers = 500;

/** The options of all directives, in conf.py: `autodoc_default_options = {"members": True}`, or, before Sphinx 1.8, a list of flags. */
const defaults =
  /^autodoc_default_(?:options|flags)\b[^=\n]{0,100}= *(?:\{([^{}]{0,5000})\}|\[([^[\]]{0,5000})\])/gm;
const entry = /["']([a-z-]{1,40})["'](?: *: *(?:(True|None|1)\b|["']([^"'\n]{0,1000})["']|\w+))?/g;

/**
 * Returns the options that the nearest conf.py gives to all directives of autodoc for classes and modules.
 * https://www.sphinx-doc.org/en/master/usage/extensions/autodoc.html#confval-autodoc_default_options
 */
export function defaultOptions(place: IncludePlace): SphinxOptions {
  const file = place.find('conf.py');
  const text = file?.lines.map((line) => line.replace(/^\s*#.*/, '')).join('\n') ?? '';
  const options = new Map(Array.from(text.matchAll(defaults), optionsIn).flat());
  if (ownDocs.test(text)) options.set(ownDocsKey, '');
  const [, shown] = classContent.exec(text) ?? [];
  return shown === undefined ? options : options.set(classContentKey, shown);
}

/** Returns the options in the value of a setting. */
function optionsIn([, pairs, flags = '']: readonly (string | undefined)[]): [string, string][] {
  const found = Array.from((pairs ?? flags).matchAll(entry));
  return found
    .filter(([, , flag, value]) => pairs === undefined || (flag ?? value) !== undefined)
    .map(([, name = '', , value]) => [name, value ?? '']);
}

/** The docstring that a site shows of a class: its own by default, that of `__init__`, or both. */
const classContent = /^autoclass_content *= *["'](init|both)["']/m;

/** The name of this choice among the options that `defaultOptions` returns. */
export const classContentKey = 'autoclass-content';

/** A site that shows no docstring of the member that another one replaces. */
const ownDocs = /^autodoc_inherit_docstrings *= *False\b/m;

/** The name of this choice among the options that `defaultOptions` returns. */
export const ownDocsKey = 'own-docstrings';

/** Returns the options of a directive together with the defaults, which `no-members` and similar ones switch off. */
export function withDefaults(own: SphinxOptions, all: SphinxOptions): SphinxOptions {
  return new Map([...[...all].filter(([name]) => !own.has(`no-${name}`)), ...own]);
}

/** Returns whether options choose members of a class or a module. */
export function choosesMembers(options: SphinxOptions): boolean {
  const names = ['members', 'inherited-members', 'special-members', 'private-members'];
  return names.some((name) => options.has(name));
}

/** Returns the documented members that the options choose: the named ones, or all public ones. */
export function chosenMembers(
  members: readonly Definition[],
  options: SphinxOptions,
): Definition[] {
  const named = namesIn(options.get('members'));
  // Sphinx adds these names to the others.
  const added = [
    ...namesIn(options.get('special-members')),
    ...namesIn(options.get('private-members')),
  ];
  const areAll = options.has('inherited-members') || (options.has('members') && named.length === 0);
  const wanted = new Set([...named, ...added]);
  const excluded = new Set(namesIn(options.get('exclude-members')));
  return members
    .filter(({ name, doc }) => doc.length > 0 && !excluded.has(name))
    .filter(({ name }) => wanted.has(name) || (areAll && !name.startsWith('_')))
    .slice(0, mostMembers);
}
