import { blockCommentText } from '../doc/comment-text.ts';
import { dedent } from '../../indentation.ts';
import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { lineFinder } from './source-marks.ts';
import { isHidingText, rubyCommentOf, type RubyComment } from './ruby-comments.ts';
import { rubyDefinitions, type RubyDefinition } from './ruby-c-definitions.ts';

/** The comments of a source, by what they describe. */
interface Comments {
  /** By the names of functions of C. */
  functions: Map<string, Described>;
  /** By the names that `Document-method:` and similar lines give. */
  named: Map<string, Described>;
  /** By the index of the definition below them. */
  definitions: Map<number, Described>;
}

interface Described {
  text: string;
  /** 1-based line of what the comment describes. */
  line: number;
}

/** https://ruby.github.io/rdoc/RDoc/Parser/C.html: what a comment describes that does not stand above it. */
const document =
  /^[ \t]*Document-(?:class|module|method|const|attr|variable):[ \t]*(\S+)[^\n]*\n?/m;
const functionBelow =
  /^\s*(?:#[^\n]{0,200}\n\s*){0,4}(?:(?:static|inline|extern|PUREFUNC\w*)\s+){0,3}VALUE\s+(\w+)\s*\(/;
const initBelow =
  /^\s*(?:#[^\n]{0,200}\n\s*){0,4}(?:(?:static|extern|[A-Z_]{3,20})\s+){0,3}void\s+(?:Init|init)_(\w+)\s*\(/;
const longestGap = 600;
const mostSymbols = 2_000;
const mostComments = 20_000;

/** Returns the classes and methods of Ruby that a source in C defines, with the comments that RDoc reads. */
export function readRubyC(content: string, path: string): CodeFile {
  const definitions = rubyDefinitions(content);
  const comments = commentsOf(content, definitions);
  const title = mainClass(definitions) ?? path.replace(/^(?:ext|lib)\//, '').replace(/\.c$/, '');
  const used = new Set<string>();
  const found = definitions.slice(0, mostSymbols).flatMap((one) => {
    const described = descriptionOf(one, comments);
    const isKnown = used.has(one.name);
    if (!described || isHidingText(described.text) || isKnown) return [];
    used.add(one.name);
    return symbolOf(one, described) ?? [];
  });
  const main = found.find(
    ({ name, signature }) => name === title && /^(?:class|module) /.test(signature),
  );
  return { title, doc: main?.doc ?? '', symbols: found.filter((symbol) => symbol !== main) };
}

/** Returns the class that most methods of a file belong to. */
function mainClass(definitions: readonly RubyDefinition[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { owner, kind } of definitions) {
    if (kind === 'method') counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  const [first] = [...counts].sort(([, a], [, b]) => b - a);
  return first?.[0] ?? definitions.find(({ kind }) => kind === 'type')?.name;
}

function descriptionOf(
  one: RubyDefinition,
  { functions, named, definitions }: Comments,
): Described | undefined {
  return (
    named.get(one.name) ??
    named.get(one.ownName) ??
    definitions.get(one.at) ??
    (one.kind === 'type'
      ? named.get(`Init_${one.ownName.toLowerCase()}`)
      : functions.get(one.function))
  );
}

function symbolOf(one: RubyDefinition, { text, line }: Described): CodeSymbol | undefined {
  const { doc, calls }: RubyComment = rubyCommentOf(text);
  if (doc === '') return undefined;
  return { name: one.name, doc, line, signature: calls === '' ? one.signature : calls };
}

function commentsOf(content: string, definitions: readonly RubyDefinition[]): Comments {
  const comments: Comments = { functions: new Map(), named: new Map(), definitions: new Map() };
  // RDoc looks for the comment of a method above its function only.
  const starts = new Set(definitions.filter(({ kind }) => kind !== 'method').map(({ at }) => at));
  const lineAt = lineFinder(content);
  let count = 0;
  for (let at = content.indexOf('/*'); at !== -1 && count < mostComments; count += 1) {
    const end = content.indexOf('*/', at + 2);
    if (end === -1) break;
    const below = end + 2;
    const line = lineAt(below);
    add(comments, {
      comment: content.slice(at, below),
      below: content.slice(below, below + longestGap),
      line,
    });
    const gap = /^\s*/.exec(content.slice(below, below + longestGap))![0].length;
    if (starts.has(below + gap))
      comments.definitions.set(below + gap, described(content.slice(at, below), line));
    at = content.indexOf('/*', below);
  }
  return comments;
}

function add(
  comments: Comments,
  { comment, below, line }: { comment: string; below: string; line: number },
): void {
  const about = described(comment, line);
  const [, name] = document.exec(about.text) ?? [];
  if (name !== undefined) {
    comments.named.set(name, { ...about, text: about.text.replace(document, '') });
    return;
  }
  const [, own] = functionBelow.exec(below) ?? [];
  const [, init] = initBelow.exec(below) ?? [];
  if (own !== undefined) comments.functions.set(own, about);
  else if (init !== undefined)
    comments.named.set(`Init_${init.replaceAll('_', '').toLowerCase()}`, about);
}

function described(comment: string, line: number): Described {
  const lines = blockCommentText(comment).split('\n');
  return { text: dedent(lines).join('\n'), line: line + 1 };
}
