import type { HaskellComment } from './haskell-comments.ts';
import { countUpTo } from './source-marks.ts';

/** A text in a list of exports below a heading. */
interface ExportText {
  heading: string;
  level: number;
  text: string;
  /** Name of a chunk that has the text. */
  chunk?: string;
}

/** What a module exports. */
export interface Exports {
  module: string;
  /** Where the head of the module begins, and the index behind it. */
  start: number;
  end: number;
  has: (name: string) => boolean;
  /** Returns whether a type is exported with constructors, fields or methods. */
  hasParts: (name: string) => boolean;
  /** Returns the heading above a name in the list; '' if there is none. */
  sectionOf: (name: string) => string;
  texts: ExportText[];
}

const head = /^module\s+([A-Z][\w.']{0,200})\s*(\(|where\b)/m;
const item =
  /(?:\b(module|pattern|type)\s+)?(?:([A-Za-z_][\w.']{0,200})|\(([!#$%&*+./<=>?@\\^|~:-]{1,10})\))\s*(\([^()]{0,5000}(?:\([^()]{0,20}\)[^()]{0,2000}){0,50}\))?/g;

const everything = {
  has: () => true,
  hasParts: () => true,
  sectionOf: () => '',
  texts: [],
};

/** Reads the head of a module. Without a list, it exports everything. */
export function exportsOf(masked: string, comments: readonly HaskellComment[]): Exports {
  const match = head.exec(masked);
  if (!match) return { module: '', start: 0, end: 0, ...everything };
  const { 0: written, 1: module = '', 2: sign, index: start } = match;
  const open = start + written.length;
  if (sign !== '(') return { module, start, end: open, ...everything };
  const close = closingBracket(masked, open);
  const [where = ''] = /^\)\s*where\b/.exec(masked.slice(close, close + 1000)) ?? [];
  const inside = comments.filter((comment) => comment.start >= open && comment.end <= close);
  const { headingAt, texts } = headingsOf(inside);
  const { isWhole, names, withParts } = itemsOf(masked.slice(open, close), module);
  return {
    module,
    start,
    end: close + where.length,
    has: (name) => isWhole || names.has(name),
    hasParts: (name) => isWhole || withParts.has(name),
    sectionOf: (name) => headingAt(open + (names.get(name) ?? 0)),
    texts,
  };
}

/** Returns where the names of a list of exports stand in it, and which of them have parts. A module that exports itself exports everything. */
function itemsOf(
  list: string,
  module: string,
): { isWhole: boolean; names: Map<string, number>; withParts: Set<string> } {
  const names = new Map<string, number>();
  const withParts = new Set<string>();
  let isWhole = false;
  for (const { 1: kind, 2: name, 3: sign = '', 4: parts = '', index } of list.matchAll(item)) {
    if (kind === 'module') {
      isWhole ||= name === module;
      continue;
    }
    const own = name?.replace(/^.*\./, '') ?? sign;
    for (const each of [own, ...partsOf(parts)]) names.set(each, index);
    if (parts.length > 2) withParts.add(own);
  }
  return { isWhole, names, withParts };
}

function partsOf(parts: string): string[] {
  return [...parts.matchAll(/[A-Za-z_][\w']{0,100}|[!#$%&*+./<=>?@\\^|~:-]{1,10}/g)].map(
    ([name]) => name,
  );
}

function closingBracket(masked: string, open: number): number {
  let depth = 1;
  for (const { 0: sign, index } of masked.slice(open).matchAll(/[()]/g)) {
    depth += sign === '(' ? 1 : -1;
    if (depth === 0) return open + index;
  }
  return masked.length;
}

/** Returns the heading above each index, and the texts below the headings. */
function headingsOf(comments: readonly HaskellComment[]): {
  headingAt: (index: number) => string;
  texts: ExportText[];
} {
  const headings: { start: number; heading: string; level: number }[] = [];
  const texts: ExportText[] = [];
  for (const { kind, name, text, start } of comments) {
    const { heading = '', level = 1 } = headings.at(-1) ?? {};
    if (kind === '*')
      headings.push({ start, heading: text.split('\n', 1)[0]!, level: name.length });
    else if (kind === '$' && heading !== '') texts.push({ heading, level, text: '', chunk: name });
    else if (kind === '|' && heading !== '') texts.push({ heading, level, text });
  }
  const starts = headings.map(({ start }) => start);
  return {
    headingAt: (index) => headings[countUpTo(starts, index) - 1]?.heading ?? '',
    texts,
  };
}
