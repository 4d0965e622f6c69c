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

const opening = /^\{([A-Za-z][\w:+.-]{0,60})\}[ \t]*(.*)$/s;
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
  const found = noteOf(info.trim(), text);
  if (found) return found;
  const [, name = '', argument = ''] = opening.exec(info.trim()) ?? [];
  if (kindOf(name) === undefined) return undefined;
  const lines = text.split('\n');
  const labels = new Map<string, string>();
  let start = 0;
  for (; start < Math.min(lines.length, mostOptions); start += 1) {
    const [, key, value = ''] = option.exec(lines[start]!) ?? [];
    if (key === undefined) break;
    labels.set(key, value.trim());
  }
  const body = withoutYamlOptions(lines.slice(start)).join('\n');
  const label = labels.get('caption') ?? labels.get('filename') ?? '';
  return { name, argument: argument.trim(), label, body };
}

/** Removes a block of options between lines of three dashes. */
function withoutYamlOptions(lines: string[]): string[] {
  if (lines[0]?.trim() !== '---') return lines;
  const end = lines.slice(1, mostOptions).findIndex((line) => line.trim() === '---');
  return end === -1 ? lines : lines.slice(end + 2);
}

/** How a directive is read: as code, as reStructuredText, as Markdown, or not at all. */
type MystKind = 'code' | 'rst' | 'markdown' | 'silent';

const kinds = new Map<string, MystKind>([
  ...each(
    'code-block code sourcecode code-cell doctest testcode testoutput ipython parsed-literal prompt math mermaid',
    'code',
  ),
  ...each('eval-rst', 'rst'),
  ...each(
    'note warning tip hint important attention caution danger error todo seealso admonition versionadded versionchanged ' +
      'deprecated versionremoved topic sidebar margin card dropdown details tab-set tab-item tab tabs grid grid-item ' +
      'grid-item-card div only container rubric epigraph highlights pull-quote glossary hlist list-table csv-table table ' +
      'figure exercise solution',
    'markdown',
  ),
  ...each(
    'toctree contents tableofcontents include literalinclude image raw currentmodule module index highlight meta ' +
      'autosummary automodule autoclass autofunction automethod autoattribute autodata autoexception bibliography ' +
      'graphviz plot video youtube testsetup testcleanup',
    'silent',
  ),
]);

function each(names: string, kind: MystKind): [string, MystKind][] {
  return names.split(' ').map((name) => [name, kind]);
}

/** Returns how the directive of this name is read; undefined if MyST and Sphinx have none. */
export function kindOf(name: string): MystKind | undefined {
  return kinds.get(name.replace(/^(?:py|js|c|cpp|rst|std):/, ''));
}

const languages: Readonly<Record<string, string>> = {
  doctest: 'python',
  testcode: 'python',
  ipython: 'python',
  math: 'latex',
  mermaid: 'mermaid',
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
