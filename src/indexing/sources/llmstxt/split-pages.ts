import { FenceTracker } from '../../documents/fences.ts';
import {
  frontMatter,
  isClosingTag,
  locationOf,
  pageTag,
  topHeading,
  type PageMarker,
} from './page-markers.ts';

/** One page of a file with many pages. */
export interface SplitPage {
  /** '' for the text before the first page. */
  title: string;
  /** URL of the page, as written. */
  url?: string;
  text: string;
}

/**
 * Splits an llms-full.txt into its pages: at blocks of fields between rules, at `<page>` elements
 * and at headings with a URL (`# Title`, `Source: https://…`). Splits a file without these at each
 * heading of level 1. Ignores headings in fenced code, unless a URL follows: then the fence was
 * never closed. Linear in the text.
 */
export function splitPages(text: string): SplitPage[] {
  const lines = text.split(/\r?\n/);
  const found = findMarkers(lines);
  const strong = found.filter((marker) => !marker.weak);
  const markers = strong.length > 0 ? strong : found;
  const first = { line: 0, body: 0, title: '', weak: true };
  const pages = [first, ...markers].map((marker, index) => pageOf(lines, marker, markers[index]));
  return pages.filter((page) => /[\p{L}\p{N}]/u.test(page.text));
}

function findMarkers(lines: readonly string[]): PageMarker[] {
  const markers: PageMarker[] = [];
  let fences = new FenceTracker();
  for (let at = 0; at < lines.length; at += 1) {
    const fenced = fences.advance(lines[at] ?? '');
    const marker = markerAt(lines, at);
    if (!marker || (fenced && marker.weak)) continue;
    fences = new FenceTracker();
    const last = markers.at(-1);
    if (last && isSamePage(lines, last, marker)) markers[markers.length - 1] = merge(last, marker);
    else markers.push(marker);
    // Fields of a block are no headings.
    at = Math.max(at, marker.body - 1);
  }
  return markers;
}

function markerAt(lines: readonly string[], at: number): PageMarker | undefined {
  const start = lines[at]?.[0];
  if (start === '#') return topHeading(lines, at);
  if (start === '-') return frontMatter(lines, at);
  return start === '<' ? pageTag(lines, at) : undefined;
}

/** Returns whether a block of fields and the heading right after it describe one page. */
function isSamePage(lines: readonly string[], last: PageMarker, next: PageMarker): boolean {
  const isHeading = last.body === last.line;
  return !isHeading && lines.slice(last.body, next.line).every((line) => line.trim() === '');
}

function merge(last: PageMarker, next: PageMarker): PageMarker {
  const url = last.url ?? next.url;
  return {
    line: last.line,
    body: next.body,
    title: last.title || next.title,
    ...(url !== undefined && { url }),
    weak: last.weak && next.weak,
  };
}

function pageOf(lines: readonly string[], marker: PageMarker, next?: PageMarker): SplitPage {
  const body = lines.slice(marker.body, next?.line).filter((line) => !isClosingTag(line));
  const { title, url } = marker;
  // The line with the URL says nothing to a reader.
  const at =
    url === undefined ? -1 : body.slice(0, 8).findIndex((line) => locationOf(line) === url);
  const kept = at === -1 ? body : body.toSpliced(at, 1);
  return { title: plain(title), ...(url !== undefined && { url }), text: kept.join('\n').trim() };
}

function plain(title: string): string {
  return title
    .replace(/[*`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 300);
}
