import { RunError } from '../../../base/errors.ts';
import { robotName } from '../../../base/http/robot-name.ts';

/** One line that allows or disallows paths. */
export interface RobotsRule {
  /**
   * Path prefix, with `*` for any characters and `$` for the end of the path. Escapes are in upper
   * case.
   */
  pattern: string;
  allow: boolean;
}

/** The rules of a robots.txt for this program. */
export interface RobotsRules {
  /** Longest pattern first. Of two patterns with equal length, the allowing one is first. */
  rules: RobotsRule[];
  /** Seconds between requests; 0 if the file sets none. */
  delay: number;
  sitemaps: string[];
}

/**
 * Maximum number of rules. Each page is checked against each rule, and no real site has so many for
 * one crawler.
 */
const maxRules = 10_000;
const maxSitemaps = 1_000;

/**
 * Parses a robots.txt by RFC 9309: the groups that name this program, or else the groups for all
 * programs. Ignores meaningless lines. Linear in the text: stores each rule once, and none for
 * other crawlers. Throws RunError('TooLarge') for more than 10,000 rules.
 */
export function readRobots(text: string): RobotsRules {
  const reader = new RobotsReader();
  for (const line of text.split(/\r\n|\r|\n/)) {
    const field = fieldOf(line);
    if (field) reader.take(field);
  }
  return reader.rules();
}

interface Field {
  name: string;
  value: string;
}

class RobotsReader {
  private readonly own = new Group();
  private readonly all = new Group();
  private readonly sitemaps: string[] = [];
  /** The groups of the next rule: those for this program that the crawler names above it open. */
  private open: Group[] = [];
  private naming = false;

  take({ name, value }: Field): void {
    if (name === 'user-agent') this.crawler(value);
    else if (name === 'sitemap') this.sitemap(value);
    else if (name === 'crawl-delay' || name === 'allow' || name === 'disallow') {
      this.naming = false;
      for (const group of this.open) group.add(name, value);
    }
  }

  rules(): RobotsRules {
    const group = this.own.named ? this.own : this.all;
    return { rules: group.sorted(), delay: group.delay, sitemaps: this.sitemaps };
  }

  private crawler(value: string): void {
    if (!this.naming) this.open = [];
    this.naming = true;
    const crawler = value.toLowerCase().split('/', 1)[0]?.trim();
    const group = groupOf(crawler, { own: this.own, all: this.all });
    if (!group || this.open.includes(group)) return;
    group.named = true;
    this.open.push(group);
  }

  private sitemap(value: string): void {
    if (value !== '' && this.sitemaps.length < maxSitemaps) this.sitemaps.push(value);
  }
}

function groupOf(
  crawler: string | undefined,
  { own, all }: { own: Group; all: Group },
): Group | undefined {
  if (crawler === robotName.toLowerCase()) return own;
  return crawler === '*' ? all : undefined;
}

class Group {
  named = false;
  delay = 0;
  private readonly rules = new Map<string, boolean>();

  add(name: 'crawl-delay' | 'allow' | 'disallow', value: string): void {
    if (name === 'crawl-delay') {
      this.delay = Number(value) || 0;
      return;
    }
    if (value === '') return;
    const pattern = normalized(value);
    const allow = name === 'allow' || this.rules.get(pattern) === true;
    this.rules.set(pattern, allow);
    if (this.rules.size > maxRules) {
      const message = `robots.txt has more than ${maxRules} rules for this program; a site whose rules cannot be read is not read either`;
      throw new RunError('TooLarge', message);
    }
  }

  sorted(): RobotsRule[] {
    const rules = [...this.rules].map(([pattern, allow]) => ({ pattern, allow }));
    return rules.sort(
      (one, other) =>
        other.pattern.length - one.pattern.length || Number(other.allow) - Number(one.allow),
    );
  }
}

function fieldOf(line: string): Field | undefined {
  const comment = line.indexOf('#');
  const content = comment === -1 ? line : line.slice(0, comment);
  const colon = content.indexOf(':');
  if (colon === -1) return undefined;
  return {
    name: content.slice(0, colon).trim().toLowerCase(),
    value: content.slice(colon + 1).trim(),
  };
}

/**
 * Normalizes a pattern as URLs write paths: escapes characters beyond ASCII, and writes escapes in
 * upper case.
 */
function normalized(pattern: string): string {
  return upperEscapes(encodeURI(pattern.toWellFormed()).replaceAll('%25', '%'));
}

function upperEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Returns whether the rules allow the path of a URL. */
export function allowsPath(rules: readonly RobotsRule[], { pathname, search }: URL): boolean {
  const path = upperEscapes(pathname + search);
  return rules.find(({ pattern }) => matches(pattern, path))?.allow ?? true;
}

/**
 * Matches each part between two stars at its earliest position, so no character is compared twice.
 */
function matches(pattern: string, path: string): boolean {
  const ends = pattern.endsWith('$');
  const parts = (ends ? pattern.slice(0, -1) : pattern).split('*');
  const [first = '', ...rest] = parts;
  if (!path.startsWith(first)) return false;
  const last = ends ? rest.pop() : undefined;
  let at = first.length;
  for (const part of rest) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !ends || at === path.length;
}
