/** A line, or a block of lines, at which a large llms file begins a page. */
export interface PageMarker {
  /** Line on which the marker begins. */
  line: number;
  /** First line of the page's text. */
  body: number;
  title: string;
  /** URL of the page, as written; absent if the marker has none. */
  url?: string;
  /** A heading without a URL. It begins a page only if the file has no better markers. */
  weak: boolean;
}

type Lines = readonly string[];

const rule = /^-{3,}\s*$/;
const field = /^\s*(?:-\s+)?["']?([\w.-]{1,40})["']?\s*:(?:\s+(.*)|$)/;
const locationField = /^(url|source|source_url|canonical|canonical_url|link|html|permalink)$/i;
const maxFields = 40;

/**
 * Reads the block between two rules that some generators put before each page: fields as in YAML,
 * with a title or a URL. Returns undefined for rules that only separate text.
 */
export function frontMatter(lines: Lines, line: number): PageMarker | undefined {
  if (!rule.test(lines[line] ?? '')) return undefined;
  const window = lines.slice(line + 1, line + 2 + maxFields);
  const length = window.findIndex((text) => rule.test(text));
  const fields = window.slice(0, Math.max(length, 0)).map(readField);
  if (fields.length === 0 || fields.includes(undefined)) return undefined;
  const title = fields.find((entry) => /^title$/i.test(entry?.name ?? ''))?.value ?? '';
  const url = fields.find(
    (entry) => locationField.test(entry?.name ?? '') && isLocation(entry?.value ?? ''),
  )?.value;
  if (!title && !url) return undefined;
  return { line, body: line + length + 2, title, ...(url && { url }), weak: false };
}

/**
 * Returns a field, a field without a name for a line that continues the field above, or undefined
 * for prose.
 */
function readField(line: string): { name: string; value: string } | undefined {
  const [, name = '', value = ''] = field.exec(line.slice(0, 3000)) ?? [];
  if (name === '' && line.trim() !== '' && !/^\s/.test(line)) return undefined;
  return { name, value: unquoted(value) };
}

const locationLine =
  /^(?:[-*]\s+)?\**(?:source|url|link|canonical|page)\**\s*:\**\s*<?(\S{1,2000}?)>?\s*$/i;
const headingLocation = /^(.{1,300}?)\s+\((\/\S{0,1000}|https?:\/\/\S{1,1000})\)$/;

/** Reads a heading of level 1, with the URL in it or in one of the lines below it. */
export function topHeading(lines: Lines, line: number): PageMarker | undefined {
  const text = /^#\s+(\S.*)/
    .exec((lines[line] ?? '').slice(0, 2000))?.[1]
    ?.replace(/\s+#+\s*$/, '');
  if (text === undefined) return undefined;
  const [, title, inHeading] = headingLocation.exec(text) ?? [];
  if (title !== undefined && inHeading !== undefined) {
    return { line, body: line, title, url: inHeading, weak: false };
  }
  const url = locationBelow(lines, line);
  return { line, body: line, title: text, ...(url && { url }), weak: url === undefined };
}

/** Returns a URL that stands alone on a line right below a heading. */
function locationBelow(lines: Lines, line: number): string | undefined {
  const below = lines.slice(line + 1, line + 8).filter((text) => text.trim() !== '');
  const heading = below.findIndex((text) => text.startsWith('#'));
  const near = below.slice(0, heading === -1 ? 3 : Math.min(heading, 3));
  return near.map(locationOf).find((url) => url !== undefined);
}

/** Returns the URL of a line without other text, as in "Source: https://example.org/page". */
export function locationOf(line: string): string | undefined {
  const url = locationLine.exec(line.slice(0, 2100))?.[1];
  return url !== undefined && isLocation(url) ? url : undefined;
}

const tag = /^<(?:page|doc|document)\b([^<>]{0,2000})>\s*$/i;

/** Reads an element that contains one page, as in `<doc title="…" url="…">`. */
export function pageTag(lines: Lines, line: number): PageMarker | undefined {
  const attributes = tag.exec((lines[line] ?? '').slice(0, 2100))?.[1];
  if (attributes === undefined) return undefined;
  const url = attribute(attributes, 'url|href|src|source') ?? '';
  return {
    line,
    body: line + 1,
    title: attribute(attributes, 'title|name') ?? '',
    ...(isLocation(url) && { url }),
    weak: false,
  };
}

function attribute(attributes: string, names: string): string | undefined {
  const match = new RegExp(`\\s(?:${names})\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes);
  return match?.[1] ?? match?.[2];
}

/** Returns whether a line ends an element that contains a page. */
export function isClosingTag(line: string): boolean {
  return /^<\/(?:page|doc|document)>\s*$/i.test(line);
}

function isLocation(text: string): boolean {
  return /^(https?:\/\/|\/)\S+$/i.test(text);
}

function unquoted(value: string): string {
  return value
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
}
