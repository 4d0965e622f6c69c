import { labelMark } from '../../clean.ts';
import { FenceTracker } from '../../fences.ts';
import { JsReader, type JsValue } from './js-value.ts';

/** A tab in a group of tabs with headings. */
interface HeadedTab {
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
function headedTabs(lines: readonly string[]): ReadonlyMap<number, HeadedTab> {
  const reader = new GroupReader();
  const fences = new FenceTracker();
  for (const [at, line] of lines.entries()) if (!fences.advance(line)) reader.read(line, at);
  return reader.found;
}

class GroupReader {
  readonly found = new Map<number, HeadedTab>();
  private readonly groups: Group[] = [];
  /** Indexes of the lines that open the tabs around the current line. */
  private readonly open: number[] = [];

  read(line: string, at: number): void {
    const group = this.groups.at(-1);
    if (groupStart.test(line)) this.groups.push({ tabs: [], outer: this.open.length, level: 7 });
    else if (group) this.inside(group, line, at);
  }

  private inside(group: Group, line: string, at: number): void {
    if (tabStart.test(line)) {
      if (!oneLine.test(line)) this.open.push(at);
    } else if (tabEnd.test(line)) this.endTab(group, at);
    else if (groupEnd.test(line)) this.endGroup(group);
    else group.level = Math.min(group.level, heading.exec(line)?.[1]?.length ?? 7);
  }

  private endTab(group: Group, at: number): void {
    const start = this.open.length > group.outer ? this.open.pop() : undefined;
    if (start !== undefined) group.tabs.push({ at: start, end: at });
  }

  private endGroup({ tabs, outer, level }: Group): void {
    this.groups.pop();
    this.open.length = outer;
    if (level > 6) return;
    for (const { at, end } of tabs) this.found.set(at, { level, end });
  }
}

/** Moves the headings of tabs one level down for each tab around them. */
export class TabHeadings {
  private readonly tabs: ReadonlyMap<number, HeadedTab>;
  private readonly ends: number[] = [];

  constructor(lines: readonly string[]) {
    this.tabs = headedTabs(lines);
  }

  /** Returns the text of the tag on a line. Makes a heading of the label of a tab with headings. */
  name(text: string[], at: number): string[] {
    const tab = text[0]?.startsWith(labelMark) ? this.tabs.get(at) : undefined;
    if (!tab) return text;
    const level = Math.min(6, tab.level + this.depth(at));
    this.ends.push(tab.end);
    return [`${'#'.repeat(level)} ${text[0]}`, ...text.slice(1)];
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

/** The attribute of a group of Docusaurus with the labels of its tabs. */
const labelsStart = /(?:^|\s)values=\{[ \t]*(?=\[)/;
/** Maximum number of lines of the labels. */
const mostLabelLines = 100;
const tabTag = /^([ \t]*<TabItem)(?=\s)([^<>]{0,500}?\svalue=\{?["']([^"'{}]{1,200})["'])/;

/**
 * Gives tabs of Docusaurus the labels that their group has for their values, as in
 * `<Tabs values={[{ label: 'Red oil', value: 'red' }]}>`. See https://docusaurus.io/docs/markdown-features/tabs.
 */
export function withTabLabels(lines: readonly string[]): readonly string[] {
  if (!lines.some((line) => labelsStart.test(line))) return lines;
  const labels = new Map<string, string>();
  const fences = new FenceTracker();
  return lines.map((line, at) => {
    if (fences.advance(line)) return line;
    const start = labelsStart.exec(line);
    if (start) {
      const source = lines.slice(at, at + mostLabelLines).join('\n');
      const values = new JsReader(source, start.index + start[0].length).value();
      for (const [value, label] of labelsIn(values)) labels.set(value, label);
    }
    return line.replace(tabTag, (whole, tag: string, rest: string, value: string) => {
      const label = whole.includes('label=') ? undefined : labels.get(value);
      return label === undefined ? whole : `${tag} label="${label}"${rest}`;
    });
  });
}

function labelsIn(values: JsValue): [value: string, label: string][] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((tab): [string, string][] => {
    if (!(tab instanceof Map)) return [];
    const value = tab.get('value');
    const label = tab.get('label') || value;
    if (typeof value !== 'string' || typeof label !== 'string') return [];
    return [[value, label.replaceAll('"', "'")]];
  });
}
