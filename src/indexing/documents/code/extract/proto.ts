import type { CodeFile, CodeSymbol } from '../code-symbol.ts';
import { blockCommentText, isLicense, lineCommentText, tidyComment } from '../doc/comment-text.ts';
import { withoutMarkup, withFences } from '../doc/proto-comment.ts';
import { lineFinder, maskMarks, type Marked } from './source-marks.ts';

/**
 * Returns the services, methods, messages and enumerations of a file of Protocol Buffers. A method has the paths of its HTTP calls and the messages
 * without comments that it takes and returns. See https://protobuf.dev/reference/protobuf/proto3-spec/. A comment belongs to the declaration behind it
 * without an empty line between: https://github.com/protocolbuffers/protobuf/blob/main/src/google/protobuf/descriptor.proto.
 */
export function readProto(content: string): CodeFile {
  const { masked, found } = maskMarks(content, /\/\*|\/\/|["']/g);
  return new ProtoFile({
    content,
    masked,
    comments: found.filter(({ mark }) => mark.startsWith('/')),
  }).read();
}

interface Source {
  content: string;
  /** The content with blanks in place of comments and strings. */
  masked: string;
  comments: readonly Marked[];
}

/** A part of a file in braces. */
interface Block {
  kind: 'message' | 'enum' | 'service' | 'rpc' | 'extend' | 'part' | 'option';
  /** Path within the package. */
  name: string;
  /** Where its declaration begins, and where the text in its braces does. */
  start: number;
  inner: number;
  /** What its text does not show: messages in it, with their comments, and options. */
  hidden: [from: number, to: number][];
  above: Above;
  /** The symbol of a service, whose signature lists its methods. */
  symbol?: CodeSymbol;
}

/** The comment above a declaration, and where both begin. */
interface Above {
  text: string;
  start: number;
}

/** A message without comments. Methods show it. */
interface Plain {
  name: string;
  code: string;
}

const declared = /^(message|enum|service|extend|rpc)[ \t\n]+([\w.]{1,200})/;
/** Statements that say nothing about the use of a message. */
const internal = /^(?:option|reserved|extensions)\b(?![^;]{0,20}\bdeprecated\b)/;
/** Characters of a declaration that are looked at. */
const longestHead = 1000;
/** Messages in one another. */
const deepest = 50;
/** Characters of a message that a method shows. */
const longestPlain = 800;

class ProtoFile {
  private readonly source: Source;
  private readonly lineAt: (index: number) => number;
  private readonly symbols: CodeSymbol[] = [];
  private readonly methods = new Map<CodeSymbol, string[]>();
  private readonly plain = new Map<string, Plain>();
  private readonly open: Block[] = [];
  private title = '';
  private doc = '';
  /** The first comment that belongs to no declaration so far. */
  private nextComment = 0;

  constructor(source: Source) {
    this.source = source;
    this.lineAt = lineFinder(source.content);
  }

  read(): CodeFile {
    let start = 0;
    for (const { 0: token, index } of this.source.masked.matchAll(/[{};]/g)) {
      const from = this.skipBlanks(start, index);
      if (token === '{') this.begin(from, index);
      else if (token === '}') this.end(index);
      else this.statement(from, index);
      start = index + 1;
    }
    for (const [symbol, names] of this.methods) this.addPlain(symbol, names);
    return { title: this.title, doc: this.doc, symbols: this.symbols };
  }

  private skipBlanks(from: number, to: number): number {
    const blanks = /\s*/y;
    blanks.lastIndex = from;
    blanks.exec(this.source.masked);
    return Math.min(blanks.lastIndex, to);
  }

  private begin(start: number, at: number): void {
    const head = this.source.masked.slice(start, Math.min(at, start + longestHead));
    const parent = this.open.at(-1);
    const [, kind, name = ''] = declared.exec(head) ?? [];
    const block: Block = {
      kind: 'part',
      name: '',
      start,
      inner: at + 1,
      hidden: [],
      above: { text: '', start },
    };
    if (kind !== undefined && holdsDeclarations(parent) && this.open.length < deepest) {
      block.kind = kind as Block['kind'];
      const isBelow = parent !== undefined && parent.kind !== 'extend';
      block.name = isBelow ? `${parent.name}.${name}` : name;
      block.above = this.commentAbove(start);
    } else if (internal.test(head)) block.kind = 'option';
    // The text of a part is in that of the block around it.
    else block.hidden = parent?.hidden ?? [];
    this.open.push(block);
    if (block.kind === 'service') block.symbol = this.add(block, `service ${block.name} {`);
  }

  private end(at: number): void {
    const block = this.open.pop();
    const parent = this.open.at(-1);
    if (!block) return;
    if (block.kind === 'option') parent?.hidden.push([block.start, at + 1]);
    if (block.symbol) block.symbol.signature += '\n}';
    if (block.kind === 'rpc') this.addMethod(block, at);
    if (['message', 'enum', 'extend'].includes(block.kind)) this.addMessage(block, at);
  }

  private statement(start: number, end: number): void {
    const block = this.open.at(-1);
    const { masked } = this.source;
    const head = masked.slice(start, Math.min(end, start + longestHead));
    if (block === undefined) this.readHeader(head, start);
    else if (block.kind === 'service' && /^rpc\b/.test(head)) {
      const [, , name = ''] = declared.exec(head) ?? [];
      const above = this.commentAbove(start);
      this.addMethod(
        { kind: 'rpc', name: `${block.name}.${name}`, start, inner: end, hidden: [], above },
        end,
      );
    } else if (internal.test(head)) block.hidden.push([start, end + 1]);
  }

  /** Reads the name of the package, and the comment above it or above the syntax. */
  private readHeader(head: string, start: number): void {
    const [, keyword, name] = /^(package|syntax|edition)\b[ \t]*([\w.]{0,200})/.exec(head) ?? [];
    if (keyword === undefined) return;
    const comment = this.commentAbove(start).text;
    if (this.doc === '' && !isLicense(comment) && !/\blicen[cs]e\b/i.test(comment.slice(0, 300)))
      this.doc = comment;
    if (keyword === 'package') this.title = name ?? '';
  }

  private add({ name, start, above }: Block, code: string): CodeSymbol {
    const isCommented = code.includes('//') || code.includes('/*');
    const symbol: CodeSymbol = {
      name,
      signature: code,
      doc: above.text,
      line: this.lineAt(start),
      isCommented,
    };
    this.symbols.push(symbol);
    return symbol;
  }

  private addMethod(block: Block, at: number): void {
    const { content, masked } = this.source;
    const head = masked
      .slice(block.start, Math.min(block.inner, at))
      .replace(/[\s{]+/g, ' ')
      .trim()
      .slice(0, longestHead);
    const body = content.slice(block.inner, at).slice(0, 20_000);
    const isDeprecated = /\boption\s{1,9}deprecated\s{0,9}=\s{0,9}true/.test(
      masked.slice(block.inner, at),
    );
    const lines = [...(isDeprecated ? ['// Deprecated.'] : []), ...httpCalls(body), `${head};`];
    const symbol = this.add(block, lines.join('\n'));
    symbol.isCommented = true;
    const { symbol: service } = this.open.at(-1) ?? {};
    if (service) service.signature += `\n  ${head};`;
    const types = [...head.matchAll(/\(\s?(?:stream )?\.?([\w.]+)\s?\)/g)].map(
      ([, type = '']) => type,
    );
    this.methods.set(symbol, types);
  }

  private addMessage(block: Block, at: number): void {
    const code = this.textOf(block, at + 1);
    const symbol = this.add(block, code);
    this.open.at(-1)?.hidden.push([block.above.start, at + 1]);
    if (block.above.text === '' && !symbol.isCommented)
      this.plain.set(block.name, { name: block.name, code });
  }

  /** Returns the text of a block without what it does not show. */
  private textOf({ start, hidden }: Block, end: number): string {
    const pieces: string[] = [];
    let at = start;
    for (const [from, to] of hidden.toSorted((a, b) => a[0] - b[0])) {
      if (from > at) pieces.push(this.source.content.slice(at, from));
      at = Math.max(at, to);
    }
    pieces.push(this.source.content.slice(at, end));
    return tidySource(pieces.join(''));
  }

  /** Returns the comment that ends on the line above an index, or on its line. Each comment is looked at once. */
  private commentAbove(index: number): Above {
    const { comments, content } = this.source;
    let after = this.nextComment;
    while (after < comments.length && comments[after]!.start < index) after += 1;
    let first = after;
    let start = index;
    while (first > this.nextComment && isClose(content.slice(comments[first - 1]!.end, start))) {
      first -= 1;
      start = comments[first]!.start;
      // A comment behind a statement belongs to it.
      if (!isAlone(content, start)) {
        first += 1;
        start = first < after ? comments[first]!.start : index;
        break;
      }
    }
    this.nextComment = after;
    return { text: commentText(comments.slice(first, after), content), start };
  }

  /** Adds the messages without comments that a method takes and returns, except those of other files. */
  private addPlain(symbol: CodeSymbol, names: readonly string[]): void {
    for (const name of new Set(names)) {
      const { code } = this.plain.get(name.replace(`${this.title}.`, '')) ?? {};
      if (code !== undefined && code.length <= longestPlain) symbol.signature += `\n\n${code}`;
    }
  }
}

function holdsDeclarations(block: Block | undefined): boolean {
  return block === undefined || ['message', 'service', 'extend'].includes(block.kind);
}

/** Returns whether there is at most one end of a line between a comment and what follows. */
function isClose(between: string): boolean {
  return /^[ \t\r]*\n?[ \t\r]*$/.test(between.slice(0, 400));
}

/** Returns whether only blanks stand before an index on its line. */
function isAlone(content: string, index: number): boolean {
  const line = content.slice(
    Math.max(content.lastIndexOf('\n', index - 1) + 1, index - 400),
    index,
  );
  return line.trim() === '';
}

function commentText(comments: readonly Marked[], content: string): string {
  const texts: string[] = [];
  for (let at = 0; at < comments.length; at += 1) {
    const written = (one: Marked): string => content.slice(one.start, one.end);
    if (comments[at]!.mark === '/*') {
      texts.push(blockCommentText(written(comments[at]!)));
      continue;
    }
    const from = at;
    while (comments[at + 1]?.mark === '//') at += 1;
    texts.push(lineCommentText(comments.slice(from, at + 1).map(written), /^\/\/+/));
  }
  return withFences(withoutMarkup(tidyComment(texts.join('\n'))));
}

/** Options of a field on lines of their own, mostly rules for validation. */
const longOptions =
  /[ \t]{0,80}\[[ \t]{0,80}\n[^]{0,1000}?\n[ \t]{0,80}\];|\n[ \t]{1,80}\[\([^\n]{0,500}\];/g;

/** Returns the text of a message with the indentation of its first line, without trailing blanks and repeated empty lines. */
function tidySource(code: string): string {
  const lines = withoutMarkup(code.slice(0, 200_000))
    .replace(longOptions, (options) =>
      /\bdeprecated\s?=\s?true\b/.test(options) ? ' [deprecated = true];' : ';',
    )
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => !/^\s*(?:;|\/\/)?$/.test(line));
  const [first = '', ...more] = lines;
  const last = more.length > 0 ? more.at(-1)! : '';
  const shared = /^\s*/.exec(last)![0].length;
  return [
    first,
    ...more.map((line) =>
      line.slice(0, shared).trim() === '' ? line.slice(shared) : line.trimStart(),
    ),
  ].join('\n');
}

/** Returns the HTTP calls of a method as comments. See https://github.com/googleapis/googleapis/blob/master/google/api/http.proto. */
function httpCalls(body: string): string[] {
  const at = body.indexOf('google.api.http');
  if (at === -1) return [];
  const calls = body
    .slice(at)
    .matchAll(/\b(get|put|post|delete|patch)\s{0,9}:\s{0,9}"(\/[^"\n]{0,300})"/g);
  return [...calls]
    .slice(0, 5)
    .map(([, method = '', path]) => `// ${method.toUpperCase()} ${path}`);
}
