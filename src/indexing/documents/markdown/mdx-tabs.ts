import { FenceTracker } from '../fences.ts';

/** A tab in a group of tabs with headings. */
export interface HeadedTab {
  /** Level of the heading that names the tab. The headings of the tab are one level below their own. */
  level: number;
  /** Index of the line with the end tag. */
  end: number;
}

interface Group {
  tabs: { at: number; end: number }[];
  /** Number of tabs around the group. */
  outer: number;
  /** Least level of the headings in its tabs; 7 without one. */
  level: number;
}

const groupStart = /^[ \t]*<Tabs(?=[\s>])/;
const groupEnd = /^[ \t]*<\/Tabs[ \t]*>/;
const tabStart = /^[ \t]*<(?:Tab|TabItem)(?=[\s>])/;
/** A tab that ends on the line on which it begins. */
const oneLine = /<\/(?:Tab|TabItem)[ \t]*>|\/>[ \t]*$/;
const tabEnd = /^[ \t]*<\/(?:Tab|TabItem)[ \t]*>/;
const heading = /^[ \t]{0,20}(#{1,6})[ \t]+\S/;

/**
 * Returns the tabs of all groups in which a tab has a heading, by the index of the line that opens them. The headings of such
 * tabs repeat each other, as in a guide with a tab for each language.
 */
export function headedTabs(lines: readonly string[]): ReadonlyMap<number, HeadedTab> {
  const found = new Map<number, HeadedTab>();
  const groups: Group[] = [];
  const open: number[] = [];
  const fences = new FenceTracker();
  for (const [at, line] of lines.entries()) {
    if (fences.advance(line)) continue;
    const group = groups.at(-1);
    if (groupStart.test(line)) groups.push({ tabs: [], outer: open.length, level: 7 });
    else if (!group) continue;
    else if (tabStart.test(line)) {
      if (!oneLine.test(line)) open.push(at);
    } else if (tabEnd.test(line)) {
      const start = open.length > group.outer ? open.pop() : undefined;
      if (start !== undefined) group.tabs.push({ at: start, end: at });
    } else if (groupEnd.test(line)) {
      open.length = group.outer;
      for (const tab of closed(groups)) found.set(tab.at, { level: tab.level, end: tab.end });
    } else group.level = Math.min(group.level, heading.exec(line)?.[1]?.length ?? 7);
  }
  return found;
}

/** Ends the last group, and returns its tabs if they have headings. */
function closed(groups: Group[]): { at: number; end: number; level: number }[] {
  const { tabs = [], level = 7 } = groups.pop() ?? {};
  return level > 6 ? [] : tabs.map((tab) => ({ ...tab, level }));
}

/** Moves the headings of tabs one level down for each tab around them. */
export class TabHeadings {
  private readonly tabs: ReadonlyMap<number, HeadedTab>;
  private readonly ends: number[] = [];

  constructor(lines: readonly string[]) {
    this.tabs = headedTabs(lines);
  }

  /** Returns the marks of the heading for the tab that a line opens, or undefined. */
  open(at: number): string | undefined {
    const tab = this.tabs.get(at);
    if (!tab) return undefined;
    const level = Math.min(6, tab.level + this.depth(at));
    this.ends.push(tab.end);
    return '#'.repeat(level);
  }

  /** Returns a line outside of code. */
  lower(line: string, at: number): string {
    const depth = this.depth(at);
    if (depth === 0 || !line.startsWith('#')) return line;
    return line.replace(/^#{1,6}(?=[ \t])/, (marks) =>
      '#'.repeat(Math.min(6, marks.length + depth)),
    );
  }

  private depth(at: number): number {
    while (at >= (this.ends.at(-1) ?? Infinity)) this.ends.pop();
    return this.ends.length;
  }
}
