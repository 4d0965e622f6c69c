import { byWord } from '../by-word.ts';
import { capitalized, codePieces, labeled, tabPieces, textPieces } from '../text-pieces.ts';
import type { Piece } from '../text-pieces.ts';
import type { RstContext } from './context.ts';
import { bodyOf, contentOf } from './directive.ts';
import type { Directive } from './directive.ts';
import { inlineText } from './inline.ts';
import { dedent, indentOf } from '../indentation.ts';
import { symbolPieces } from './symbols.ts';
import { cellBlocks, cellText, holdsBlocks, markdownTable, shownLines } from './tables.ts';

type Reader = (directive: Directive, ctx: RstContext) => Piece[];

const readers = new Map<string, Reader>();

function register(names: string, reader: Reader): void {
  for (const name of names.split(' ')) readers.set(name, reader);
}

/** Returns the content of a directive. Unknown directives keep their content. */
export function directivePieces(directive: Directive, ctx: RstContext): Piece[] {
  const reader = readers.get(directive.name);
  const own = directive.domain === '' || directive.domain === 'std' || reader === code;
  if (reader !== undefined && (own || directive.name === 'module')) return reader(directive, ctx);
  return symbolPieces(directive, ctx) ?? unknown(directive, ctx);
}

const code: Reader = (directive, ctx) => {
  const { argument, options } = directive;
  const label = options.get('caption') ?? options.get('filename') ?? '';
  const language = languageName(argument.split(/\s/)[0] || options.get('language') || ctx.language);
  // The option is one of the extension Sphinx-Substitution-Extensions.
  const text = options.has('substitutions')
    ? substituted(bodyOf(directive), ctx)
    : bodyOf(directive).join('\n');
  return codePieces(text, language, inlineText(label, ctx));
};
register('code-block code sourcecode code-cell jupyter-execute terminal cli input output', code);

/** Joins lines of code, with the values of substitutions in place of their names. */
function substituted(lines: readonly string[], { substitutions }: RstContext): string {
  return lines
    .join('\n')
    .replace(/\|([\w.-]{1,100})\|/g, (whole, name: string) => substitutions.get(name) ?? whole);
}

const aliases = byWord([
  ['default none text guess', ''],
  ['python3 py3 pycon python+sql pycon+sql ipython ipython3', 'python'],
  ['c++', 'cpp'],
]);

/** Returns the fence language for the name of a Pygments lexer. */
function languageName(lexer: string): string {
  const name = lexer.trim().toLowerCase();
  if (!/^[\w+#.-]{0,30}$/.test(name)) return '';
  return aliases.get(name) ?? name;
}

function codeOf(language: string): Reader {
  return (directive) => codePieces(bodyOf(directive).join('\n'), language);
}
// Sphinx does not show code with the option, which only tests run.
const tested: Reader = (directive, ctx) =>
  directive.options.has('hide') ? [] : codeOf('python')(directive, ctx);
register('doctest testcode', tested);
/** A line of the IPython directive that says how to run or show the statement below it, which `@suppress` hides. */
const pseudoDecorator =
  /^@(?:savefig|verbatim|okexcept|okwarning|doctest|(?<hides>suppress))(?:[ \t].*)?$/;
// See https://ipython.readthedocs.io/en/stable/sphinxext.html.
register('ipython', (directive) => {
  if (directive.options.has('suppress')) return [];
  let isHidden = false;
  const shown = bodyOf(directive).filter((line, at, all) => {
    const above = pseudoDecorator.exec(all[at - 1] ?? '');
    isHidden = above?.groups?.['hides'] !== undefined || (isHidden && /^[ \t]/.test(line));
    return !isHidden && !pseudoDecorator.test(line);
  });
  return codePieces(shown.join('\n'), 'python');
});
// The grammar of a command, in documentation such as that of the fish shell.
register('literal productionlist synopsis', codeOf(''));
register('testoutput', (directive, ctx) =>
  directive.options.has('hide') ? [] : codeOf('')(directive, ctx),
);
register('parsed-literal', (directive, ctx) => codePieces(substituted(bodyOf(directive), ctx), ''));
register('prompt', (directive) =>
  codePieces(bodyOf(directive).join('\n'), languageName(directive.argument.split(/\s/)[0] ?? '')),
);
register('mermaid', codeOf('mermaid'));
// Those of sphinxcontrib-plantuml and of TYPO3.
register('uml plantuml', codeOf('plantuml'));
register('math', (directive) => codePieces(contentOf(directive).join('\n'), 'latex'));

register('highlight', ({ argument }, ctx) => {
  ctx.language = languageName(argument);
  return [];
});
register('module currentmodule', ({ argument, body }, ctx) => {
  ctx.module = argument === 'None' ? '' : argument;
  return ctx.blocks(body);
});
register(
  'literalinclude include toctree contents sectnum section-numbering index raw role default-role meta ' +
    'tabularcolumns graphviz digraph graph inheritance-diagram image video youtube autosummary title ' +
    'target-notes header footer sectionauthor codeauthor moduleauthor testsetup testcleanup ifconfig-end',
  () => [],
);
// Drops the picture of a figure, and keeps its caption.
register('figure', ({ body }, ctx) => ctx.blocks(body));

const admonition: Reader = (directive, ctx) =>
  labeled(`**${capitalized(directive.name)}:**`, ctx.blocks(contentOf(directive)));
register('note warning tip hint important attention caution danger error todo', admonition);
register('seealso', (directive, ctx) => labeled('**See also:**', ctx.blocks(contentOf(directive))));

function changed(words: string): Reader {
  return (directive, ctx) => {
    const [version = '', ...rest] = directive.argument.split(/\s+/);
    const body = ctx.blocks([rest.join(' '), ...bodyOf(directive)]);
    const lead = `${words} ${inlineText(version, ctx)}`;
    return body.length === 0 ? textPieces(`${lead}.`) : labeled(`**${lead}:**`, body);
  };
}
register('versionadded', changed('New in version'));
register('versionchanged', changed('Changed in version'));
register('deprecated', changed('Deprecated since version'));
register('versionremoved', changed('Removed in version'));
register('deprecated-removed', (directive, ctx) => {
  const [since = '', removed = '', ...rest] = directive.argument.split(/\s+/);
  const content = [rest.join(' '), ...bodyOf(directive)];
  return labeled(
    `**Deprecated since version ${since}, removed in version ${removed}:**`,
    ctx.blocks(content),
  );
});

/** Writes a title in bold. Authors can have written it so, too. */
function boldPieces(title: string): Piece[] {
  return textPieces(`**${title.replaceAll('**', '')}**`);
}

const titled: Reader = (directive, ctx) => {
  const label = inlineText([directive.argument, ...directive.head].join(' '), ctx);
  const body = ctx.blocks(directive.body);
  // Some authors leave out the title with a backslash.
  const isTitle = /[\p{L}\p{N}`]/u.test(label);
  return !isTitle || body.length === 0 ? body : [...boldPieces(label), ...body];
};
register('admonition sidebar topic card dropdown details collapse table', titled);
register('rubric', ({ argument }, ctx) => boldPieces(inlineText(argument, ctx)));
register('centered', ({ argument }, ctx) => textPieces(inlineText(argument, ctx)));

register('tab tab-item group-tab', (directive, ctx) =>
  tabPieces(tabName(directive, ctx), ctx.blocks(bodyOf(directive))),
);

/** Returns the name of a tab. Those of Snooty for languages and platforms only have an id. */
function tabName({ argument, options }: Directive, ctx: RstContext): string {
  return inlineText(argument || (options.get('tabid') ?? ''), ctx);
}
register('code-tab', (directive, ctx) => {
  const [lexer = '', ...label] = directive.argument.split(/\s+/);
  return codePieces(
    directive.body.join('\n'),
    languageName(lexer),
    inlineText(label.join(' '), ctx),
  );
});

// The argument configures the container. Only the body is content. Those that begin with `doctest` are of pytest-doctestplus.
register(
  'doctest-requires doctest-skip doctest-remote-data tabs tab-set container rst-class cssclass grid grid-item compound hlist list-group ' +
    'versionadded-group tab-set-code epigraph highlights pull-quote line-block sharedinclude replacement',
  (directive, ctx) => ctx.blocks(bodyOf(directive)),
);
// Sphinx raises the sections in these to those of the page.
register('only ifconfig', (directive, ctx) => ctx.conditional(bodyOf(directive)));
register('glossary', (directive, ctx) => ctx.blocks(withJoinedTerms(bodyOf(directive))));

/** Joins the terms of a definition, which stand on lines of their own above it. Drops blank lines before the definition. */
function withJoinedTerms(lines: string[]): string[] {
  const joined: string[] = [];
  let terms: string[] = [];
  for (const line of lines) {
    if (/^(?!\.\.(?: |$))\S/.test(line)) terms.push(line);
    else if (line !== '' || terms.length === 0) {
      if (terms.length > 0) joined.push(terms.join(', '));
      joined.push(line);
      terms = [];
    }
  }
  return [...joined, ...terms];
}

register('list-table', listTable);
register('csv-table', csvTable);

/** Endings of names of directives that run code and show its result. */
const runsCode = /(?:^|[-_])(?:plot|execute?|exec|repl|console)$/;

// Django's directive for commands. Some of them have no prompt.
register('console', (directive) => {
  const code = bodyOf(directive).join('\n');
  return codePieces(code, /^\s*>>> /.test(code) ? 'python' : 'console');
});

const unknown: Reader = (directive, ctx) => {
  const lines = bodyOf(directive);
  if (runsCode.test(directive.name)) return codePieces(lines.join('\n'), 'python');
  if (looksLikeCode(lines)) return codePieces(lines.join('\n'), pythonOf(lines));
  const body = ctx.blocks(lines);
  // Names of PHP have namespaces.
  const written = directive.argument.replace(/(?<=\w)\\(?=[A-Z])/g, '\\\\');
  const argument = inlineText(written, ctx);
  if (argument === '') return body;
  if (body.length > 0) return [...boldPieces(argument), ...body];
  return argument.includes(' ') ? textPieces(argument) : [];
};

/** A line that is rarely prose: a statement, a call, or one that ends in an open bracket. */
const codeLine =
  /^\s*(?:import \w|from \S+ import |def \w+\(|class \w+[(:]|@\w|>>> |\$ |#include\b)|^\s*[\w.[\]]+ ?=(?!=)|[({[;]$|^\s*[)\]}]+[,;]?|^\s*[\w.]+\(.*\)[:,]?$/;

/** Returns whether most lines of a body are code. Docutils knows this by the name of the directive. */
function looksLikeCode(lines: string[]): boolean {
  const filled = lines.filter((line) => line !== '');
  const code = filled.filter((line) => codeLine.test(line) && !/^\s*(?:[-*] |\.\. )/.test(line));
  const isMarkup = filled.some((line) => /^\.\. [\w:+.-]+::/.test(line));
  return !isMarkup && filled.length > 0 && code.length > filled.length / 2;
}

/** Returns 'python' for code that is clearly Python, otherwise ''. */
function pythonOf(lines: string[]): string {
  return lines.some((line) => /^(?:import \w+|from \S+ import |def .*:$|>>> |@\w)/.test(line))
    ? 'python'
    : '';
}

/** Reads a table that is written as a list of lists. */
function listTable(directive: Directive, ctx: RstContext): Piece[] {
  const cells = splitItems(bodyOf(directive)).map((row) => splitItems(row).map(shownLines));
  if (holdsBlocks(cells)) return [...caption(directive, ctx), ...cellBlocks(cells, ctx)];
  const rows = cells.map((row) => row.map(cellText));
  return titledTable(directive, rows, ctx);
}

/** Returns the bodies of the bullet items of a list. */
function splitItems(lines: string[]): string[][] {
  const items: string[][] = [];
  for (const line of dedent(lines)) {
    if (/^[*+-](?: |$)/.test(line)) items.push([` ${line.slice(1)}`]);
    else if (indentOf(line) > 0 || line === '') items.at(-1)?.push(line);
  }
  return items;
}

/** Reads a table of comma-separated values. Leaves out a table in another file. */
function csvTable(directive: Directive, ctx: RstContext): Piece[] {
  const { options } = directive;
  const separator = separators.get(options.get('delim') ?? '') ?? options.get('delim') ?? ',';
  const rows = directive.body
    .filter((line) => line !== '')
    .map((line) => csvCells(line, separator));
  const header = options.get('header');
  if (header === undefined) return titledTable(directive, rows, ctx);
  const table = markdownTable([csvCells(header, separator), ...rows], true, ctx);
  return [...caption(directive, ctx), ...table];
}

const separators = new Map([
  ['tab', '\t'],
  ['space', ' '],
]);

function titledTable(directive: Directive, rows: string[][], ctx: RstContext): Piece[] {
  const header = Number(directive.options.get('header-rows') ?? 0) > 0;
  return [...caption(directive, ctx), ...markdownTable(rows, header, ctx)];
}

function caption({ argument }: Directive, ctx: RstContext): Piece[] {
  return argument === '' ? [] : boldPieces(inlineText(argument, ctx));
}

function csvCells(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += char;
  }
  return [...cells, cell.trim()];
}
