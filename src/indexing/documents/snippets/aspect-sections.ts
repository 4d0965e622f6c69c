import type { Section } from '../document.ts';
import { isFacet, isGeneric } from './snippet-titles.ts';

/**
 * Moves sections such as "Parameters" and "Returns" below the heading before them, if it has no text and the same level: `### cut()`,
 * `### Parameters`. That heading names what they describe.
 */
export function withAspectsBelow(sections: readonly Section[]): Section[] {
  let subject: readonly string[] | undefined;
  return sections.map((section, at) => {
    const { headings } = section;
    if (subject === undefined || headings.length < subject.length || isOther(section, subject)) {
      subject = isSubject(section, sections[at + 1]) ? headings : undefined;
      return section;
    }
    const own = headings.slice(subject.length - 1);
    return { ...section, headings: [...subject, ...own], level: Math.min(section.level + 1, 6) };
  });
}

/** Returns whether a section is of the level of the subject and no aspect of it. */
function isOther({ headings }: Section, subject: readonly string[]): boolean {
  return headings.length === subject.length && !isFacet(headings.at(-1) ?? '');
}

function isSubject({ headings, blocks, level }: Section, next: Section | undefined): boolean {
  const own = headings.at(-1) ?? '';
  if (level < 2 || blocks.length > 0 || isGeneric(own) || next === undefined) return false;
  return next.headings.length === headings.length && isFacet(next.headings.at(-1) ?? '');
}
