import { indented } from '../../indentation.ts';
import { kernelComments, type KernelComment } from './kernel-comments.ts';
import { namesIn, type SphinxOptions } from './sphinx-include.ts';

/** Directives of Sphinx for what a comment describes. */
const directives = new Map([
  ['struct', 'struct'],
  ['union', 'union'],
  ['enum', 'enum'],
  ['typedef', 'type'],
]);

/**
 * Returns what `kernel-doc` shows of a source, as the C domain of Sphinx: the functions and types that its options name.
 * https://docs.kernel.org/doc-guide/kernel-doc.html. Undefined if the source has no such comments.
 */
export function kernelDocLines(
  lines: readonly string[],
  options: SphinxOptions,
): string[] | undefined {
  const exported = exportedNames(lines);
  const shown = kernelComments(lines).filter((comment) => isShown(comment, options, exported));
  return shown.length === 0 ? undefined : shown.flatMap(described);
}

function exportedNames(lines: readonly string[]): ReadonlySet<string> {
  const names = lines.map(
    (line) => /^\s*EXPORT_SYMBOL\w{0,20}\s*\(\s*(\w+)/.exec(line.slice(0, 300))?.[1] ?? '',
  );
  return new Set(names.filter((name) => name !== ''));
}

function isShown(
  { kind, name }: KernelComment,
  options: SphinxOptions,
  exported: ReadonlySet<string>,
): boolean {
  if (namesIn(options.get('no-identifiers')).includes(name)) return false;
  const title = options.get('doc');
  if (title !== undefined) return kind === 'doc' && name === title;
  const wanted = namesIn(options.get('identifiers') ?? options.get('functions'));
  if (wanted.length > 0) return wanted.includes(name);
  const exports = options.get('export');
  // With a pattern, other files export what this one describes.
  if (exports !== undefined) return kind === 'function' && (exports !== '' || exported.has(name));
  if (options.has('internal')) return kind !== 'doc' && !exported.has(name);
  return true;
}

function described({ kind, name, brief, parameters, body, declaration }: KernelComment): string[] {
  if (kind === 'doc') return ['', ...highlighted(body), ''];
  const directive = directives.get(kind);
  const isMacro = declaration.startsWith('#define');
  const head =
    directive === undefined
      ? `.. c:${isMacro ? 'macro' : 'function'}:: ${signature(name, declaration)}`
      : `.. c:${directive}:: ${name}`;
  const code = directive !== undefined && declaration.includes('\n') ? definition(declaration) : [];
  const title = directive === undefined ? 'Parameters' : kind === 'enum' ? 'Constants' : 'Members';
  const items = parameters.flatMap(({ name: own, text }) => [
    `* \`\`${own}\`\`${text.length === 0 ? '' : `: ${highlighted(text).join(' ')}`}`,
  ]);
  const content = [
    ...(brief === '' ? [] : [...highlighted([brief]), '']),
    ...code,
    ...(items.length === 0 ? [] : [`**${title}**`, '', ...items, '']),
    ...highlighted(body),
  ];
  return ['', head, '', ...indented(content, '   '), ''];
}

/** Returns the head of a function, or a macro with its parameters. */
function signature(name: string, declaration: string): string {
  if (declaration === '') return `${name}()`;
  const [macro] = /^\w+(?:\([^()]*\))?/.exec(declaration.replace(/^#define\s+/, '')) ?? [];
  return declaration.startsWith('#define') ? (macro ?? name) : declaration;
}

function definition(declaration: string): string[] {
  return ['.. code-block:: c', '', ...declaration.split('\n').map((line) => `   ${line}`), ''];
}

/** Writes `%NULL`, `@name` and `&struct name` as code, outside of literal blocks. */
function highlighted(lines: readonly string[]): string[] {
  return lines.map((line) =>
    /^\s{2,}|``/.test(line)
      ? line
      : line.replace(
          /(?<![\w`&%@])(?:%([A-Za-z_-][\w-]*)|@([A-Za-z_]\w*)(?!\.\w)|&((?:struct |enum |union |typedef )?[A-Za-z_]\w*))/g,
          (_, ...names: (string | undefined)[]) => `\`\`${names.slice(0, 3).find(Boolean)}\`\``,
        ),
  );
}
