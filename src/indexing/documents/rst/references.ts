import { cleanLines } from '../clean.ts';
import { includeCandidates } from '../includes/include-path.ts';
import {
  mostReferences,
  type Place,
  type References,
  type ReferenceReader,
  type Written,
} from '../references/places.ts';
import { labelName, target, titleAt, titleBelow, titleKey } from './section-titles.ts';

/** A role without a text of its own, for a place. */
const role = /:(?:std:)?(ref|numref|doc|any):`([^`<]{1,300})`/g;

/** The labels and pages of reStructuredText, and the roles of Sphinx that refer to them. */
export const rstReferences: ReferenceReader = { places, references };

function places({ path, content }: Written): Place[] {
  const lines = cleanLines(content);
  const found: Place[] = [];
  let page: string | undefined;
  for (const [at, line] of lines.entries()) {
    if (line === '') continue;
    page ??= line.startsWith('..') ? undefined : titleAt(lines, at);
    const named = target.exec(line.trimStart());
    if (named === null || named[3]) continue;
    const title = titleBelow(lines, at);
    if (title !== undefined) found.push({ name: labelName(named[1] ?? named[2]!), title });
  }
  return page === undefined ? found : [...found, { name: pageName(path), title: page }];
}

function references({ path, content }: Written): References {
  const found: References = new Map();
  for (const [, name = '', text = ''] of content.matchAll(role)) {
    if (found.size >= mostReferences) break;
    const key = titleKey(name, text)!;
    if (!found.has(key)) found.set(key, namesOfRole(name, text, path));
  }
  return found;
}

/** Returns the names of the places that a role in a document can mean: labels for `ref`, pages for `doc`, and both for `any`. */
export function namesOfRole(name: string, text: string, path: string): string[] {
  const pages = (): string[] => includeCandidates(text.trim(), [path]).map(pageName);
  const label = labelName(text);
  return name === 'doc' ? pages() : name === 'any' ? [label, ...pages()] : [label];
}

/** Returns the name of the page in a file. Its ending belongs to no reference. */
export function pageName(path: string): string {
  return `/${path.replace(/\.(?:rst|rest|txt|md)$/, '')}`;
}
