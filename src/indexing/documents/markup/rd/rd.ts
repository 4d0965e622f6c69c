import { byWord } from '../../by-word.ts';
import { inlineCode, singleSpaced } from '../../clean.ts';
import { longFenced } from '../../fences.ts';
import { readMacros, type Macro, type Part } from './rd-macros.ts';
import { dedentBlock } from '../../indentation.ts';

/** Sections of a page between its arguments and its examples. */
const sections = new Map([
  ['value', 'Value'],
  ['details', 'Details'],
  ['format', 'Format'],
  ['note', 'Note'],
  ['seealso', 'See also'],
]);

/**
 * Converts a help page of R to the Markdown of the page that pkgdown makes of it.
 * https://cran.r-project.org/doc/manuals/r-release/R-exts.html#Writing-R-documentation-files
 */
export function rdToMarkdown(lines: string[]): string[] {
  const macros = readMacros(lines.join('\n')).filter((part) => typeof part !== 'string');
  const argument = (name: string): Part[] =>
    macros.find((macro) => macro.name === name)?.args[0] ?? [];
  const [name, title] = ['name', 'title'].map((each) => singleSpaced(markdownOf(argument(each))));
  const heading = name === '' || hasWord(title!, name!) ? title : `${name}: ${title}`;
  const others = macros.flatMap(({ name: kind, args: [first = [], second = []] }) => {
    if (kind === 'section') return section(singleSpaced(markdownOf(first)), markdownOf(second));
    return section(sections.get(kind) ?? '', sections.has(kind) ? markdownOf(first) : '');
  });
  return [
    `# ${heading}`,
    '',
    ...markdownOf(argument('description')).trim().split('\n'),
    ...section('Usage', codeBlock(argument('usage'))),
    ...section('Arguments', markdownOf(argument('arguments'))),
    ...others,
    ...section('Examples', codeBlock(argument('examples'))),
  ];
}

/** Returns whether a title has a name as a word of its own. An "observer" is not `observe`. */
function hasWord(title: string, name: string): boolean {
  return ` ${title.replace(/[`'"(),:;]|\.$/g, ' ')} `.includes(` ${name} `);
}

function section(heading: string, text: string): string[] {
  return text.trim() === '' ? [] : ['', `## ${heading}`, '', ...text.trim().split('\n')];
}

/** Writes code in a fence, without blank lines around it. */
function codeBlock(parts: readonly Part[]): string {
  const code = dedentBlock(codeOf(parts).split('\n'));
  return code.length === 0 ? '' : ['', '', ...longFenced(code, 'r'), ''].join('\n');
}

/** Returns code as readers see it. */
function codeOf(parts: readonly Part[]): string {
  return joined(parts, codeWriters, codeOf);
}

/** Removes the indentation of text, which means nothing in a help page, and code in Markdown. */
function unindented(text: string): string {
  return text.replace(/\n[ \t]+/g, '\n');
}

/** Writes parts one after the other. A macro without a writer shows its arguments. */
function joined(
  parts: readonly Part[],
  writers: ReadonlyMap<string, Writer>,
  write: (parts: readonly Part[]) => string,
): string {
  return parts
    .map((part) =>
      typeof part === 'string' ? part : (writers.get(part.name)?.(part) ?? inner(part, write)),
    )
    .join('');
}

function inner({ args }: Macro, write: (parts: readonly Part[]) => string): string {
  return args.map(write).join('');
}

type Writer = (macro: Macro) => string;

const nothing: Writer = () => '';

/** Writes the method of a generic function, as R shows it. */
const method: Writer = ({ args: [generic = [], type = []] }) =>
  `# Method for class '${codeOf(type)}'\n${codeOf(generic)}`;

const codeWriters = byWord<Writer>([
  ['dots ldots', () => '...'],
  ['dontshow testonly out Sexpr', nothing],
  ['method S3method S4method', method],
  ['if ifelse', (macro) => chosen(macro, codeOf)],
]);

/** Writes what a page in HTML shows of `\if{html}{...}` and `\ifelse{html}{...}{...}`. */
function chosen({ args }: Macro, write: (parts: readonly Part[]) => string): string {
  const [format = [], shown = [], other = []] = args;
  return write(/\bhtml\b/.test(codeOf(format)) ? shown : other);
}

/** Returns a text with its lists, tables and code as Markdown. */
function markdownOf(parts: readonly Part[]): string {
  const hasItems = parts.some((part) => typeof part !== 'string' && part.name === 'item');
  if (hasItems) return list(parts, '-');
  const texts = parts.map((part) => (typeof part === 'string' ? unindented(part) : part));
  return joined(texts, writers, markdownOf);
}

/** Writes the items among some parts as a list. Those of `\arguments` and `\describe` have a name. */
function list(parts: readonly Part[], mark: string): string {
  const items: Part[][] = [[]];
  for (const part of parts) {
    if (typeof part === 'string' || part.name !== 'item') items.at(-1)!.push(part);
    else items.push(named(part));
  }
  const [before = [], ...rest] = items.map((item) => markdownOf(item).trim());
  const margin = ' '.repeat(mark.length + 1);
  const shown = rest.map((item) => `${mark} ${item.replace(/\n(?=[^\n])/g, `\n${margin}`)}`);
  return ['', before, '', ...shown, ''].join('\n');
}

function named({ args: [name, text] }: Macro): Part[] {
  if (!name || !text) return name ?? [];
  const label = singleSpaced(codeOf(name));
  return [label === '' ? '' : `\`${label.replaceAll('`', '')}\`: `, ...text];
}

const codeText: Writer = (macro) => inlineCode(singleSpaced(inner(macro, codeOf)));

function around(mark: string): Writer {
  return (macro) => {
    const text = singleSpaced(inner(macro, markdownOf));
    return text === '' ? '' : `${mark}${text}${mark}`;
  };
}

const table: Writer = ({ args: [, cells = []] }) => {
  const rows: string[][] = [['']];
  for (const part of cells) {
    const kind = typeof part === 'string' ? '' : part.name;
    if (kind === 'cr') rows.push(['']);
    else if (kind === 'tab') rows.at(-1)!.push('');
    else rows.at(-1)!.push(`${rows.at(-1)!.pop()!}${markdownOf([part])}`);
  }
  const [head, ...body] = rows
    .map((row) => row.map(singleSpaced))
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => `| ${row.join(' | ')} |`);
  if (head === undefined) return '';
  return ['', '', head, head.replace(/(?<=\|)[^|]+(?=\|)/g, ' --- '), ...body, '', ''].join('\n');
};

/** A section in a section of a page, such as the usage of a method of R6. */
const innerSubsection = 'subsection-of-a-subsection';

function subsection(mark: string, { args: [title = [], text = []] }: Macro): string {
  const shown = markdownOf(text.map(withInner));
  return `\n\n${mark} ${singleSpaced(markdownOf(title))}\n\n${shown}\n\n`;
}

/** Names the subsections in a part as those of a subsection. */
function withInner(part: Part): Part {
  if (typeof part === 'string') return part;
  const name = part.name === 'subsection' ? innerSubsection : part.name;
  return { name, args: part.args.map((arg) => arg.map(withInner)) };
}

const writers = byWord<Writer>([
  ...codeWriters,
  ['code verb kbd samp env option command file pkg', codeText],
  ['emph', around('*')],
  ['strong bold', around('**')],
  ['preformatted', ({ args: [text = []] }) => codeBlock(text)],
  ['itemize describe', ({ args: [items = []] }) => list(items, '-')],
  ['enumerate', ({ args: [items = []] }) => list(items, '1.')],
  ['tabular', table],
  ['subsection', (macro) => subsection('###', macro)],
  [
    'href',
    ({ args: [url = [], text = []] }) =>
      `[${singleSpaced(markdownOf(text))}](${singleSpaced(codeOf(url))})`,
  ],
  ['eqn', ({ args: [formula = []] }) => `$${singleSpaced(codeOf(formula))}$`],
  ['deqn', ({ args: [formula = []] }) => `\n\n$$${singleSpaced(codeOf(formula))}$$\n\n`],
  ['R', () => 'R'],
  ['cr', () => '\n\n'],
  ['tab', () => ' '],
  // Rdpack shows the citation of a key.
  ['figure insertCite insertCiteOnly insertNoCite insertRef', nothing],
  ['if ifelse', (macro) => chosen(macro, markdownOf)],
  ['enc', ({ args: [text = []] }) => markdownOf(text)],
  [innerSubsection, (macro) => subsection('####', macro)],
]);
