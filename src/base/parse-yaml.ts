import { Composer, isScalar, Parser, YAMLParseError, type LineCounter } from 'yaml';
import type { CST, Document } from 'yaml';

/** Maximum depth of brackets. */
export const maxDepth = 200;
/**
 * Maximum tokens (words, marks and blanks) of a text with fewer than 1,400,000 characters. Each takes about 300 bytes while it is
 * read.
 */
const maxTokens = 700_000;
/** The mark of a key counts as four tokens, because each one begins a mapping, also in a row. */
const keyMark = { text: '?', tokens: 4 };

/** The tag of a merge, as yq writes it. The library takes a key with a tag for no text. */
const mergeTag = /!!merge {1,9}(?=<<:)/g;

/**
 * Parses untrusted YAML. Returns its mistakes as `errors` and `warnings` of the document. Accepts duplicate keys, because
 * the library compares each key with each other key. Keys must be plain text: the library writes a list or a mapping in a key
 * as text, in a time that grows with the cube of its depth. More than 700,000 tokens are a mistake, unless the text has two
 * characters for each. With the schema `failsafe`, every scalar is a text as written, such as 5.10. Reads the first of several
 * documents; with `single`, a further one is a mistake.
 */
export function parseYaml(
  text: string,
  {
    single = false,
    ...options
  }: { lineCounter?: LineCounter; merge?: boolean; schema?: 'failsafe'; single?: boolean } = {},
): Document.Parsed {
  const { stackTraceLimit } = Error;
  // Stack traces of mistakes take half of the time and most of the memory.
  Error.stackTraceLimit = 0;
  try {
    // Pretty errors quote the line of each mistake, which takes minutes on a long line with many mistakes.
    const quiet = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    const composer = new Composer({ ...quiet, stringKeys: true, ...options });
    const parser = new BoundedParser(Math.max(maxTokens, text.length / 2), options.lineCounter);
    const tokens = [...parser.parse(text.replaceAll(mergeTag, ''))];
    // Reads nothing of a text with too many tokens.
    const documents = composer.compose(parser.mistake ? [] : tokens, true, text.length);
    const document = documents.next().value;
    if (!document) throw new Error('A YAML composer yields at least one document');
    const further = single ? documents.next().value : undefined;
    if (further && !isBlank(further)) document.errors.push(furtherDocument(further));
    for (const error of document.errors) {
      if (error.code === 'NON_STRING_KEY') error.message = 'A key must be plain text';
    }
    if (parser.mistake) document.errors.unshift(parser.mistake);
    return document;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Returns whether a document has no content, as after a last line of three dashes. */
function isBlank({ contents }: Document.Parsed): boolean {
  return isScalar(contents) ? contents.value === null : !contents;
}

function furtherDocument({ range: [start, end] }: Document.Parsed): YAMLParseError {
  const message = 'a second YAML document begins here; join it with the first, and remove the ---';
  return new YAMLParseError([start, end], 'MULTIPLE_DOCS', message);
}

/** Stops after the maximum number of tokens. */
class BoundedParser extends Parser {
  mistake: YAMLParseError | undefined;
  private readonly most: number;
  private count = 0;
  private at = 0;

  constructor(most: number, lineCounter?: LineCounter) {
    super(lineCounter?.addNewLine);
    this.most = most;
  }

  override *next(source: string): Generator<CST.Token, void> {
    this.count += source === keyMark.text ? keyMark.tokens : 1;
    this.at += source.length;
    if (this.count <= this.most) return yield* super.next(source);
    const message = `There are more than ${this.most} words and marks; split the file`;
    this.mistake ??= new YAMLParseError([this.at, this.at], 'RESOURCE_EXHAUSTION', message);
  }
}

/**
 * Returns whether brackets outside of quoted strings, or an indentation, nest deeper than `maxDepth`. Scans the text,
 * because recursive readers would overflow.
 */
export function nestsTooDeep(text: string): boolean {
  if (/^[ \t-]{2000}/m.test(text)) return true;
  const depth = new Depth();
  let escaped = -1;
  for (const { 0: token, index } of text.matchAll(/["\\[\]{}\n]/g)) {
    if (index === escaped) continue;
    if (token === '\\') escaped = depth.inQuotes ? index + 1 : -1;
    else if (token === '"') depth.quote();
    else if (token === '\n') depth.endLine();
    else depth.bracket(token === '[' || token === '{' ? 1 : -1);
    if (depth.deepest > maxDepth) return true;
  }
  depth.endLine();
  return depth.deepest > maxDepth;
}

/** Counts open brackets. Brackets in quotes do not count if the quotes close on their line. */
class Depth {
  inQuotes = false;
  private plain = { now: 0, deepest: 0 };
  private quoted = this.plain;

  get deepest(): number {
    return this.plain.deepest;
  }

  quote(): void {
    this.inQuotes = !this.inQuotes;
    this.quoted = { ...this.plain };
  }

  endLine(): void {
    if (this.inQuotes) this.plain = this.quoted;
    this.inQuotes = false;
  }

  bracket(step: 1 | -1): void {
    const held = this.inQuotes ? this.quoted : this.plain;
    held.now = Math.max(0, held.now + step);
    held.deepest = Math.max(held.deepest, held.now);
  }
}
