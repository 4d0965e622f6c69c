import type { ParsedDocument, Section } from './document.ts';

/** The text below the heading "Name" of a manual: `saw.cut - cuts boards`. */
const named = /^\[?`?([\w.:/-]{2,80})`?(?:\]\([^()\s]{0,200}\))? (?:--?|–|—) /;

/**
 * Gives the heading "Name" at the beginning of a manual the name that stands below it. Modules of OpenResty and of Perl have such
 * READMEs, of which the heading is also the title.
 */
export function withManualName({ title, sections }: ParsedDocument): ParsedDocument {
  const heading = sections[0]?.headings[0] ?? '';
  const name = /^name$/i.test(heading) ? nameIn(sections[0]!) : undefined;
  if (name === undefined) return { title, sections };
  const renamed = sections.map((section) =>
    section.headings[0] === heading
      ? { ...section, headings: [name, ...section.headings.slice(1)] }
      : section,
  );
  return { title: title === heading ? name : title, sections: renamed };
}

function nameIn({ headings, blocks: [first] }: Section): string | undefined {
  if (headings.length !== 1 || first?.kind !== 'text') return undefined;
  return named.exec(first.text)?.[1];
}
