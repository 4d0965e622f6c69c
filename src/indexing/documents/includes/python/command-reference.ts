import { docstringRst } from '../rst/docstring-rst.ts';
import type { CommandPart } from './command-options.ts';
import { includeLimits, type IncludePlace, type Replaced } from '../expansion.ts';
import { dedentBlock, endOfDeeper, indented } from '../../indentation.ts';
import { ArgparseReader } from './argparse.ts';
import { ClickReader } from './click.ts';
import { PythonModules } from './modules.ts';
import { PythonStatements } from './statements.ts';
import { readSphinxOption } from '../rst/sphinx-include.ts';
import { readYamlObject } from '../yaml-object.ts';

const rstStart = /^( *)\.\. +(click|argparse|sphinx_argparse_cli)::(?:[ \t]+(\S{1,300}))?[ \t]*$/;
const mostLines = 200;

/**
 * Shows the commands and options of a program in Python in place of a directive of sphinx-click, sphinx-argparse or
 * sphinx-argparse-cli. Returns undefined if there is none, or if its program is unknown.
 * https://sphinx-click.readthedocs.io/en/latest/usage/, https://sphinx-argparse.readthedocs.io/en/latest/usage.html
 */
export function rstCommands(
  lines: readonly string[],
  at: number,
  place: IncludePlace,
): Replaced | undefined {
  const [, margin, kind = '', argument = ''] =
    rstStart.exec(lines[at]!.slice(0, includeLimits.line)) ?? [];
  if (margin === undefined) return undefined;
  const { inner, last } = innerLines(lines, at, margin.length);
  const options = new Map<string, string>();
  for (const line of inner) {
    const option = readSphinxOption(line);
    if (!option) break;
    options.set(...option);
  }
  const found = commandOf(kind, { argument, options, place });
  if (!found) return undefined;
  const shown = place.take(['', ...inner.slice(options.size), '', ...rstOf(found)]);
  return shown && { shown: indented(shown, margin), last };
}

/** Returns the lines below a line that are indented more, without their indentation, and the index of the last one. */
function innerLines(
  lines: readonly string[],
  at: number,
  indent: number,
): { inner: string[]; last: number } {
  const below = lines.slice(at + 1, at + mostLines);
  const inner = below.slice(0, endOfDeeper(below, 0, indent));
  const bounded = inner.map((line) => line.slice(0, includeLimits.line));
  return { inner: dedentBlock(bounded), last: at + inner.length };
}

function commandOf(
  kind: string,
  {
    argument,
    options,
    place,
  }: { argument: string; options: Map<string, string>; place: IncludePlace },
): CommandPart | undefined {
  const statements = new PythonStatements(new PythonModules(place));
  const program = options.get('prog') ?? '';
  if (kind === 'click') {
    const [module = '', name = ''] = argument.split(':');
    const isNested = options.get('nested') === 'full' || options.has('show-nested');
    return new ClickReader(statements).command(name, module, program || name, isNested);
  }
  const ref = options.get('ref') ?? `${options.get('module')}.${options.get('func')}`;
  const end = ref.lastIndexOf('.');
  const module = ref.slice(0, Math.max(0, end));
  const whole = new ArgparseReader(statements).command(
    ref.slice(end + 1),
    module,
    program || module.split('.', 1)[0]!,
  );
  return (options.get('path') ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .reduce<CommandPart | undefined>(
      (found, name) => found?.parts.find(({ title }) => title === `${found.title} ${name}`),
      whole,
    );
}

/** Writes a command as a directive of Sphinx. */
function rstOf({ title, doc, options, parts }: CommandPart): string[] {
  const items = options.map(({ names, help }) =>
    `- \`\`${names}\`\`: ${plainRst(help)}`.replace(/: $/, ''),
  );
  const inner = [...docstringRst(doc.split('\n')), '', ...items, '', ...parts.flatMap(rstOf)];
  return [`.. command:: ${title}`, '', ...indented(inner, '   '), ''];
}

/** Writes words without markup, except for code. */
function plainRst(text: string): string {
  return text
    .split(/(`{1,2}[^`]+`{1,2})/)
    .map((piece, at) =>
      at % 2 === 1
        ? piece.replace(/`+/g, '``')
        : piece.replace(/[*|`\\]|_(?!\w)/g, (sign) => `\\${sign}`),
    )
    .join('');
}

/**
 * Shows the commands and options of a program in place of a block of mkdocs-click. `level` is that of the heading above. Returns
 * undefined if there is none, or if its program is unknown. https://github.com/mkdocs/mkdocs-click
 */
export function markdownCommands(
  lines: readonly string[],
  at: number,
  { place, level }: { place: IncludePlace; level: number },
): Replaced | undefined {
  if (!/^::: mkdocs-click[ \t]*$/.test(lines[at]!.slice(0, includeLimits.line))) return undefined;
  const { inner, last } = innerLines(lines, at, 0);
  const options = readYamlObject(inner.map((line) => line.replace(/^:/, '')).join('\n'));
  const { module = '', command = '', prog_name: program = command } = options;
  if (typeof module !== 'string' || typeof command !== 'string' || typeof program !== 'string') {
    return undefined;
  }
  const statements = new PythonStatements(new PythonModules(place));
  const found = new ClickReader(statements).command(command, module, program, true);
  const shown = found && place.take(['', ...markdownOf(found, level + 1)]);
  return shown && { shown, last };
}

function markdownOf({ title, doc, options, parts }: CommandPart, level: number): string[] {
  return [
    `${'#'.repeat(Math.min(level, 6))} ${title}`,
    '',
    ...doc.split('\n'),
    '',
    ...options.map(({ names, help }) => `- \`${names}\`: ${help}`.replace(/: $/, '')),
    '',
    ...parts.flatMap((one) => markdownOf(one, level + 1)),
  ];
}
