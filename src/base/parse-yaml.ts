import { parseDocument, type Document, type DocumentOptions, type ParseOptions } from 'yaml';

/** Levels of brackets that are read. */
export const maxDepth = 200;

/**
 * Reads YAML with as many mistakes as a stranger likes to make; they stand in `errors` and `warnings` of what is returned.
 * Keys that come twice are none of them: the library compares each key with each.
 */
export function parseYaml(
  text: string,
  options: Pick<DocumentOptions & ParseOptions, 'lineCounter'> & { merge?: boolean } = {},
): Document.Parsed {
  const { stackTraceLimit } = Error;
  // The stack of each mistake takes as long as all the rest, and most of the memory.
  Error.stackTraceLimit = 0;
  try {
    // Pretty errors quote the line of each mistake, which costs minutes on a long line with many.
    const quiet = { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' } as const;
    return parseDocument(text, { ...quiet, ...options });
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/**
 * Whether brackets outside of quoted strings open deeper than `maxDepth`, or a line is indented so: found by a scan,
 * as readers that recurse would overflow.
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

/** How deep brackets are open. Those within quotes count for nothing, once the quotes are closed on their line. */
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
