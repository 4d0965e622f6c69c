import { byWord } from '../by-word.ts';
import { capitalized } from '../text-pieces.ts';

/** A directive of MyST Markdown: a fence with a name in braces, as in ```` ```{note} ````. */
export interface MystDirective {
  name: string;
  /** Text after the name. */
  argument: string;
  /** Value of the option `caption` or `filename`; '' if it has none. */
  label: string;
  body: string;
}

/** NixOS writes `{=include=}`. */
const opening = /^\{=?([A-Za-z][\w:+.-]{0,60}?)=?\}[ \t]*(.*)$/s;
const option = /^[ \t]*:([\w-]{1,40}):[ \t]*(.*)$/;
const mostOptions = 50;

/** Fences of Mermaid's and similar sites, whose language is the kind of a note. */
const note = /^(?:note|tip|info|important|warning|caution|danger)$/;

const admonish = /^admonish(?:[ \t]+([\w-]{1,60}))?(?=[ \t]|$)/;
const admonishTitle = /(?:\stitle[ \t]*=[ \t]*|\s)(?:"([^"]{0,300})"|'([^']{0,300})')/;

/**
 * Returns the note that a fence shows: that of mdbook-admonish, as in ```` ```admonish warning title="Sharp" ````, or that of Mermaid.
 * Without a title, its kind is the title. See https://tommilligan.github.io/mdbook-admonish/reference.html.
 */
function noteOf(info: string, body: string): MystDirective | undefined {
  if (note.test(info)) return { name: info, argument: '', label: '', body };
  const [found, kind = 'note'] = admonish.exec(info) ?? [];
  if (found === undefined) return undefined;
  const [, double, single] = admonishTitle.exec(info) ?? [];
  const title = double ?? single ?? capitalized(kind);
  return { name: title === '' ? 'div' : 'admonition', argument: title, label: '', body };
}

/** Returns the directive of a fence; undefined for code of a language in braces, as in R Markdown. */
export function readDirective(info: string, text: string): MystDirective | undefined {
  const shownNote = noteOf(info.trim(), text);
  if (shownNote) return shownNote;
  // recommonmark, the parser of Sphinx before MyST, has a language of this name.
  const written = info.trim().replace(/^eval_rst$/, '{eval-rst}');
  const [, found = '', argument = ''] = opening.exec(written) ?? [];
  // Docutils reads the names of directives in any case.
  const name = found.toLowerCase();
  if (kindOf(name) === undefined) return undefined;
  const { options, body } = splitOptions(text);
  const isRemoved = name === 'code-cell' && removed.test(text.slice(0, -body.length || undefined));
  return isRemoved ? nothing : withOptions({ name, argument: argument.trim(), body }, options);
}

/** Returns a directive as its options and its kind show it. */
function withOptions(
  directive: Omit<MystDirective, 'label'>,
  options: ReadonlyMap<string, string>,
): MystDirective {
  const { name, body } = directive;
  if (kindOf(name) === 'object') return objectOf(directive, options);
  if (name === 'terminal') return terminalOf(options, body);
  const label = options.get('caption') ?? options.get('filename') ?? '';
  if (name !== 'code-tab') return { ...directive, label };
  const [language = '', ...title] = directive.argument.split(/[ \t]+/);
  return { name, argument: language, label: title.join(' '), body };
}

/** The tags of a cell that MyST-NB does not show, in its options. */
const removed = /\bremove[-_](?:cell|input)\b/;
/** A directive that shows nothing. */
const nothing: MystDirective = { name: 'raw', argument: '', label: '', body: '' };

/**
 * Returns whether a fence is a directive that has only options, such as ```` ```{saw-app} ```` of an extension. Its options say where the
 * extension reads what it shows.
 */
export function hasOnlyOptions(info: string, text: string): boolean {
  if (!opening.test(info.trim())) return false;
  const { options, body } = splitOptions(text);
  return options.size > 0 && body.trim() === '';
}

/** Returns the options of a directive, which stand above its text. */
function splitOptions(text: string): { options: Map<string, string>; body: string } {
  const lines = text.split('\n');
  const options = new Map<string, string>();
  let start = 0;
  for (; start < Math.min(lines.length, mostOptions); start += 1) {
    const [, key, value = ''] = option.exec(lines[start]!) ?? [];
    if (key === undefined) break;
    options.set(key, value.trim());
  }
  return { options, body: withoutYamlOptions(lines.slice(start)).join('\n') };
}

/** Options that say how Sphinx lists an object, and not what it is. */
const listing =
  /^(?:no-?(?:index|typesetting|contents-?entry)(?:-?entry)?|module|canonical|class|name|synopsis)$/;

/** Returns the name, the options and the text of the description of an object, such as ```` ```{config:option} saw.depth server ````. */
function objectOf(
  { name, argument, body }: Omit<MystDirective, 'label'>,
  options: ReadonlyMap<string, string>,
): MystDirective {
  // The word after the name of an option is the group that lists it. See https://pypi.org/project/sphinx-config-options/.
  const shown = name === 'config:option' ? argument.replace(/\s.*$/s, '') : argument;
  const facts = [...options]
    .filter(([key, value]) => value !== '' && !listing.test(key))
    .map(([key, value]) => `- ${key}: ${value.replace(/^(["'])(.*)\1$/s, '$2')}`);
  const title = shown === '' ? '' : `**\`${shown}\`**`;
  return { name, argument: '', label: '', body: [title, facts.join('\n'), body].join('\n\n') };
}

/** Returns a terminal of Canonical's theme. Older pages have its command in an option. */
function terminalOf(options: ReadonlyMap<string, string>, body: string): MystDirective {
  const lines = [options.get('input') ?? options.get('command') ?? '', body.trim()];
  return { name: 'terminal', argument: '', label: '', body: lines.filter(Boolean).join('\n') };
}

/** Removes a block of options between lines of three dashes. */
function withoutYamlOptions(lines: string[]): string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.slice(1, mostOptions).findIndex((line) => line.trim() === '---');
  return end === -1 ? lines : lines.slice(end + 2);
}

/** How a directive is read: as code, as reStructuredText, as Markdown, as Markdown below the name of an object, or not at all. */
type MystKind = 'code' | 'rst' | 'markdown' | 'object' | 'silent';

const kinds = byWord<MystKind>([
  [
    'code-block code sourcecode code-cell doctest testcode testoutput ipython pyodide parsed-literal prompt math mermaid code-tab terminal',
    'code',
  ],
  ['eval-rst', 'rst'],
  [
    'note warning tip hint important attention caution danger error todo seealso admonition versionadded versionchanged ' +
      'deprecated versionremoved topic sidebar margin card dropdown details tab-set tab-item tab tabs group-tab grid grid-item ' +
      'grid-item-card div only container rubric epigraph highlights pull-quote glossary hlist list-table csv-table table ' +
      'figure exercise solution',
    'markdown',
  ],
  ['function method class attribute data exception property confval envvar option', 'object'],
  [
    'toctree contents tableofcontents include literalinclude image raw currentmodule module default-domain default-role index highlight meta ' +
      'autosummary automodule autoclass autofunction automethod autoattribute autodata autoexception bibliography ' +
      'graphviz plot video youtube testsetup testcleanup',
    'silent',
  ],
]);

/** Returns how the directive of this name is read; undefined if MyST and Sphinx have none. */
export function kindOf(name: string): MystKind | undefined {
  const kind = kinds.get(name.replace(/^(?:py|js|c|cpp|rst|std):/, ''));
  if (/:current\w/.test(name)) return 'silent';
  return kind ?? (name.includes(':') ? 'object' : undefined);
}

const languages: Readonly<Record<string, string>> = {
  doctest: 'python',
  testcode: 'python',
  ipython: 'python',
  // A cell that nbsite runs in the browser.
  pyodide: 'python',
  math: 'latex',
  mermaid: 'mermaid',
  terminal: 'console',
};

/** Names that lexers of IPython have for Python. */
const pythonNames = new Set(['ipython', 'ipython3', 'python3']);

/** Returns the language of a directive that has code. A cell without one has that of the kernel. */
export function languageOf({ name, argument }: MystDirective, kernel: string): string {
  const named = /^[\w+#.-]{1,30}/.exec(argument)?.[0] ?? '';
  const language = (languages[name] ?? named).toLowerCase();
  if (name === 'code-cell' && language === '') return kernel;
  return pythonNames.has(language) ? 'python' : language;
}
