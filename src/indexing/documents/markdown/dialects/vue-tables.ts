import { FenceTracker } from '../../fences.ts';
import { DataTables } from '../mdx/mdx-tables.ts';

/** A component with a list or an object as the value of one of its attributes, in a page of VitePress. */
const table = /^[ \t]*<[A-Z]\w{0,60}(?:\s+[\w-]{1,60}="[^"\n]{0,200}")*\s+:[\w-]{1,60}="\s*[[{]/m;

/** Returns whether a text has data for components of Vue. */
export function hasVueTables(content: string): boolean {
  return table.test(content);
}

/** Writes tables of properties as lists: `<PropsTable :data="[{ name: 'edge', type: 'string' }]" />`. */
export function vueTablesToMarkdown(lines: string[]): string[] {
  const fences = new FenceTracker();
  const tables = new DataTables(lines);
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const found = fences.inside ? undefined : tables.take(at);
    if (found) out.push('', ...found.text, '');
    else {
      fences.advance(lines[at]!);
      out.push(lines[at]!);
    }
    at = found?.last ?? at;
  }
  return out;
}
