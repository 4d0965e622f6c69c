import { RunError } from '../../../base/errors.ts';
import { robotName } from '../../../base/http/robot-name.ts';

/** One line that lets paths be read, or does not. */
export interface RobotsRule {
  /** Path prefix, with `*` for any characters and `$` for the path's end; escapes in upper case. */
  pattern: string;
  allow: boolean;
}

/** What a robots.txt says to this program. */
export interface RobotsRules {
  /** The longest pattern first, an allowing one before another of its length. */
  rules: RobotsRule[];
  /** Seconds; 0 when the file asks for none. */
  delay: number;
  sitemaps: string[];
}

/** More rules than any site has for one crawler: each is looked at for each page. */
const maxRules = 10_000;
const maxSitemaps = 1_000;

/**
 * Reads a robots.txt as RFC 9309 says: the groups that name this program, or else those for all. Lines that mean nothing are
 * passed over. Linear in the text: rules are kept once, and for no other crawler. Throws RunError('TooLarge') for more than
 * 10,000 rules.
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
  /** The groups that the next rule is for: those of this program that the crawlers' names above it open. */
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
    const pattern = normalised(value);
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

/** As URLs write a path: characters beyond ASCII escaped, escapes in upper case. */
function normalised(pattern: string): string {
  return upperEscapes(encodeURI(pattern.toWellFormed()).replaceAll('%25', '%'));
}

function upperEscapes(path: string): string {
  return path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Whether the rules let the path of a URL be read. */
export function allowsPath(rules: readonly RobotsRule[], { pathname, search }: URL): boolean {
  const path = upperEscapes(pathname + search);
  return rules.find(({ pattern }) => matches(pattern, path))?.allow ?? true;
}

/** Each part between two stars is found as early as it can be, so nothing is ever looked at twice. */
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
