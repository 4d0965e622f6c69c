import type { Block, Section } from './document.ts';
import { isLinkList } from './link-lists.ts';

const thanks =
  /^(?:our |the |project |gold |silver |bronze |platinum |special )*(?:sponsors?|sponsorship|sponsored by|backers?|supporters|donations?|donate|contributors|acknowledge?ments?|credits|star history|stargazers.*|table of contents|toc|on this page|in this article)$/i;
const licence = /^(?:software |open source )?licen[cs](?:e|ing)(?: information)?$/i;
const boilerplate =
  /licensed under|released under|copyright|all rights reserved|permission is hereby granted|©|\(c\)|\blicen[cs]e\b/i;

/** The sections that say something, without furniture: link lists, sponsors, contents, licence notes, empty headings. */
export function withoutNoise(sections: Section[]): Section[] {
  const kept: Section[] = [];
  let dropped: string[] | undefined;
  for (const section of sections) {
    if (dropped && startsWith(section.headings, dropped)) continue;
    dropped = isFurniture(section) ? section.headings : undefined;
    if (dropped) continue;
    const blocks = section.blocks.filter((block) => !isNoise(block));
    if (blocks.length > 0) kept.push({ ...section, blocks });
  }
  return kept;
}

function startsWith(headings: string[], prefix: string[]): boolean {
  return prefix.every((heading, at) => headings[at] === heading);
}

/** Headings under which nothing answers a question, their subsections included. */
function isFurniture(section: Section): boolean {
  // An emoji before the heading, a colon after it.
  const words = (section.headings.at(-1) ?? '').replace(/^[^A-Za-z]+|[^A-Za-z]+$/g, '');
  if (words === '' || section.blocks.some((block) => block.kind === 'code')) return false;
  return thanks.test(words) || (licence.test(words) && isBoilerplate(section.blocks));
}

// A heading "License" may also document a field or an option of that name; those say more than who holds the rights.
function isBoilerplate(blocks: Block[]): boolean {
  const text = blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
  return text.length < 200 || boilerplate.test(text.slice(0, 300));
}

function isNoise(block: Block): boolean {
  if (block.kind === 'code') return false;
  return !/[A-Za-z0-9]|[\p{L}\p{N}]/u.test(block.text) || isLinkList(block.text);
}
