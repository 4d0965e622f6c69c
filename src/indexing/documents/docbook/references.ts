import { withoutTags } from '../entities.ts';
import { shortLine } from '../text-sections.ts';
import { withEntities, withNames } from './entities.ts';
import {
  mostReferences,
  type Place,
  type References,
  type ReferenceReader,
  type Written,
} from '../references/places.ts';

/** The start of a part with a title, and a title or the name of a manual page. */
const partOrTitle =
  /<(?:(?:book|part|chapter|appendix|preface|article|sect[1-5]|section|simplesect|reference|refentry|refsect[1-3]|table|figure|example|procedure|topic)\s([^<>]{1,500})>|(title|refentrytitle|refname)(?:\s[^<>]{0,200})?>((?:[^<]|<(?!\/(?:title|refentrytitle|refname)>)){1,600})<)/g;
const idOf = /(?:^|\s)(?:xml:)?id\s*=\s*["']([^"'<>]{1,200})["']/;
const labelOf = /(?:^|\s)xreflabel\s*=\s*["']([^"'<>]{1,300})["']/;
/** An `xref`, or a `link` without a text. */
const reference =
  /<xref\s[^<>]{0,300}?\blinkend\s*=\s*["']([^"'<>]{1,200})["']|<link\s[^<>]{0,300}?\blinkend\s*=\s*["']([^"'<>]{1,200})["'][^<>]{0,200}\/>/g;

/** The ids of the parts of DocBook, and the references to them without a text. */
export const docbookReferences: ReferenceReader = { places, references };

function places({ content }: Written): Place[] {
  const found: Place[] = [];
  let pending: string | undefined;
  const text = withNames(withEntities(content));
  for (const [, attributes, , title = ''] of text.matchAll(partOrTitle)) {
    if (attributes !== undefined) {
      const [, label] = labelOf.exec(attributes) ?? [];
      pending = idOf.exec(attributes)?.[1];
      if (pending === undefined || label === undefined) continue;
      found.push({ name: nameOf(pending), title: textOf(label) });
    } else if (pending !== undefined) found.push({ name: nameOf(pending), title: textOf(title) });
    pending = undefined;
  }
  return found;
}

function references({ content }: Written): References {
  const found: References = new Map();
  for (const [, first, second = ''] of content.matchAll(reference)) {
    if (found.size >= mostReferences) break;
    const id = first ?? second;
    found.set(id, [nameOf(id)]);
  }
  return found;
}

function nameOf(id: string): string {
  return `#${id}`;
}

/** Returns the text of a title without its elements. */
function textOf(title: string): string {
  return shortLine(withoutTags(title));
}
