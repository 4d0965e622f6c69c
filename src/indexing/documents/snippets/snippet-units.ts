import { totalSize } from '../block-size.ts';
import type { Block, ParsedDocument, Section } from '../document.ts';
import { withAspectsBelow } from './aspect-sections.ts';
import { endsSentence, isLinkList, isReferenceList } from '../link-lists.ts';
import {
  isContents,
  isFacet,
  isSameHeading,
  isPeople,
  isRecord,
  isThanks,
  isUse,
  wordsOf,
} from './snippet-titles.ts';

/** A section, or several small ones together. It becomes one or more snippets. */
export interface Unit {
  headings: string[];
  anchor: string;
  /** Name of the tab around it; '' if it is in none. */
  tab: string;
  atomic: boolean;
  /** True if its heading names an aspect of the heading above it. */
  facet: boolean;
  /** True if a section stands below it. */
  hasParts: boolean;
  items: Block[];
}

type Headed = Pick<Unit, 'headings'>;

/** Prose with fewer characters answers no question by itself. */
const tiny = 40;

/**
 * Returns the units of a document. An aspect ("Parameters", "Returns", "Example") joins its
 * subject while both fit, and so does code without text below "Usage". A heading with a single line
 * joins its parent or a sibling. The headings of joined sections stay in the text.
 */
export function toUnits(parsed: ParsedDocument, most: number): Unit[] {
  const units: Unit[] = [];
  const sections = withoutNoise({ ...parsed, sections: withAspectsBelow(parsed.sections) });
  for (const [at, section] of sections.entries()) {
    const next = sections[at + 1];
    const unit: Unit = {
      headings: section.headings,
      anchor: section.anchor ?? '',
      tab: section.tab ?? '',
      atomic: section.atomic ?? false,
      facet: isFacet(section.headings.at(-1) ?? ''),
      hasParts: next !== undefined && isAbove(section, next),
      items: section.blocks,
    };
    const before = units.at(-1);
    const merged =
      before && totalSize(before.items) + totalSize(unit.items) <= most
        ? merge(before, unit)
        : undefined;
    if (merged) units[units.length - 1] = merged;
    else units.push(unit);
  }
  return units.filter((unit) => !isPointers(unit));
}

function merge(before: Unit, unit: Unit): Unit | undefined {
  if (before.atomic || unit.atomic) return undefined;
  if (isAbove(before, unit)) return mergeDown(before, unit);
  if (!isSibling(before, unit)) return undefined;
  if (before.facet && unit.facet) return append(lift(before), unit);
  if (isTiny(before)) return append(unit, before);
  return isTiny(unit) && !unit.hasParts ? append(before, unit) : undefined;
}

function mergeDown(upper: Unit, unit: Unit): Unit | undefined {
  const child = unit.headings.length === upper.headings.length + 1;
  if (child && (unit.facet || isOnlyCode(unit))) return append(upper, unit);
  if (isTiny(upper)) return prepend(upper, unit);
  return child && isTiny(unit) && !unit.hasParts ? append(upper, unit) : undefined;
}

/** Returns whether a section only has the code for the text above it. Each without the other answers half of a question. */
function isOnlyCode(unit: Unit): boolean {
  return isUse(unit.headings.at(-1) ?? '') && unit.items.every(({ kind }) => kind === 'code');
}

function append(unit: Unit, other: Unit): Unit {
  return { ...unit, items: [...unit.items, ...headingOf(other), ...other.items] };
}

/** Puts an introduction before its subject. */
function prepend(intro: Unit, unit: Unit): Unit {
  const own = intro.headings.length > 0 ? headingOf(unit) : [];
  return { ...unit, items: [...headingOf(intro), ...intro.items, ...own, ...unit.items] };
}

/**
 * Gives a unit of aspects the heading above them, because they describe their subject only
 * together.
 */
function lift(unit: Unit): Unit {
  return {
    ...unit,
    headings: unit.headings.slice(0, -1),
    items: [...headingOf(unit), ...unit.items],
  };
}

function headingOf(unit: Unit): Block[] {
  const own = unit.headings.at(-1);
  return own === undefined ? [] : [{ kind: 'text', text: `#### ${own}` }];
}

function isAbove(upper: Headed, lower: Headed): boolean {
  return (
    upper.headings.length < lower.headings.length &&
    upper.headings.every((heading, at) => heading === lower.headings[at])
  );
}

function isSibling(one: Unit, other: Unit): boolean {
  const parent = (unit: Unit): string => unit.headings.slice(0, -1).join('\n');
  return one.headings.length === other.headings.length && parent(one) === parent(other);
}

function isTiny({ items }: Unit): boolean {
  return (
    items.every(({ kind }) => kind === 'text') && (totalSize(items) < tiny || isNegation(items))
  );
}

/** Returns whether a text is one sentence that says that there is nothing: "This command has no options." */
function isNegation([only, ...others]: readonly Block[]): boolean {
  return only?.kind === 'text' && others.length === 0 && negation.test(only.text);
}

const negation =
  /^\s{0,9}(?:no\b|there (?:are|is) (?:currently )?no\b|this (?:[\w-]{1,30} ){1,3}(?:has|takes|exports|exposes|accepts|returns|requires) no\b)[^.!?:\n]{1,80}\.?\s{0,9}$/i;

const license = /^(?:software |open source )?licen[cs](?:e|ing)(?: information)?$/i;
const boilerplate =
  /licensed under|released under|copyright|all rights reserved|permission is hereby granted|©|\(c\)|\blicen[cs]e\b/i;

/**
 * Removes sections that answer nothing: link lists, sponsors, contents, license notes and empty
 * headings.
 */
function withoutNoise({ title, sections }: ParsedDocument): Section[] {
  const kept: Section[] = [];
  let dropped: string[] | undefined;
  for (const [at, section] of sections.entries()) {
    const { headings } = section;
    if (dropped && startsWith(headings, dropped)) continue;
    const isDropped = isFurniture(section, { title, below: sectionsBelow(sections, at) });
    // What stands below a table of contents is no part of it.
    dropped = isDropped && !isContents(headings.at(-1) ?? '') ? headings : undefined;
    if (isDropped) continue;
    const blocks = section.blocks.filter(
      (block, at, all) => !isNoise(block, all[at - 1]) && !isRepeated(block, all[at + 1]),
    );
    if (blocks.length > 0)
      kept.push({ ...section, blocks: withNames(blocks, sectionsBelow(sections, at)) });
  }
  return kept;
}

/** Most subsections whose headings a text gets. */
const maxNames = 30;

/**
 * Lists the headings of the subsections that a text leads to, as in "There are two modes:". Without them, the snippet of the text would not
 * answer what it promises.
 */
function withNames(blocks: Block[], below: Iterable<Section>): Block[] {
  const last = blocks.at(-1);
  if (last?.kind !== 'text' || !last.text.endsWith(':')) return blocks;
  const names: string[] = [];
  let level: number | undefined;
  for (const { headings } of below) {
    level ??= headings.length;
    const name = headings.at(-1);
    if (headings.length === level && name !== undefined && name !== names.at(-1)) names.push(name);
    if (names.length === maxNames) break;
  }
  if (names.length < 2) return blocks;
  const list = names.map((name) => `- ${name}`).join('\n');
  return [...blocks.slice(0, -1), { kind: 'text', text: `${last.text}\n\n${list}` }];
}

function startsWith(headings: string[], prefix: string[]): boolean {
  return prefix.every((heading, at) => headings[at] === heading);
}

interface Surroundings {
  /** Title of the page. */
  title: string;
  /** The subsections. */
  below: Iterable<Section>;
}

/** Returns the subsections of the section at an index. */
function* sectionsBelow(sections: Section[], at: number): Iterable<Section> {
  const { headings } = sections[at]!;
  for (let next = at + 1; next < sections.length; next += 1) {
    const section = sections[next]!;
    if (section.headings.length <= headings.length || !startsWith(section.headings, headings))
      return;
    yield section;
  }
}

/** Returns whether a section answers no question. Except below contents, its subsections answer none either. */
function isFurniture(section: Section, around: Surroundings): boolean {
  const words = wordsOf(section.headings.at(-1) ?? '');
  if (isRecord(words)) return !isSameHeading(words, around.title);
  if (/\bcommits$/i.test(words) && isCommitList(section)) return true;
  const isLicense = license.test(words) && isBoilerplate(section.blocks);
  if (hasCode(section) || (!isLicense && !isThanks(words))) return false;
  if (isContents(words)) return !isExplained(section);
  return isNoteOnly(section, around, isLicense);
}

/** Returns whether a section only lists commits with links to them. */
function isCommitList({ blocks }: Section): boolean {
  const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.text.split('\n') : ['']));
  const items = lines.filter((line) => /^\s*[-*] /.test(line));
  return items.length > 0 && items.every((item) => item.includes('/commit/'));
}

/** Headings of lists of other pages. */
const pointers =
  /^(?:see also|seealso|further reading|(?:useful|external|related) links|(?:more|additional) (?:resources|reading)|related (?:topics?|pages|articles?|documentation|docs|guides|resources|reading|content|information|materials?|concepts|links))$/i;

/** Words of the paragraphs of a section that is about contents, and has none. */
const explanation = 40;

/** Returns whether a section has paragraphs of some length, and not only the list of its heading. */
function isExplained({ blocks }: Section): boolean {
  const lines = blocks.flatMap((block) => (block.kind === 'text' ? block.text.split('\n') : []));
  const prose = lines.filter((line) => /^(?:\*\*)?\p{L}/u.test(line)).join(' ');
  return /[.!?] /.test(prose) && prose.split(/\s+/).length > explanation;
}

/** Returns whether a unit only names other pages. In a section that it joins, such names tell its subject. */
function isPointers({ headings, hasParts, items }: Unit): boolean {
  if (hasParts || !pointers.test(wordsOf(headings.at(-1) ?? ''))) return false;
  return items.every((item) => item.kind === 'text' && isReferenceList(item.text));
}

/** Returns whether a section of thanks or a license has no other subject, with all below it. */
function isNoteOnly(section: Section, { title, below }: Surroundings, isLicense: boolean): boolean {
  const words = wordsOf(section.headings.at(-1) ?? '');
  const subsections = [...below];
  if (subsections.some(hasCode)) return false;
  if (isPeople(words)) return true;
  // A page about credits is documentation.
  if (section.level !== 1) return true;
  if (subsections.some(({ headings }) => !isNotice(headings.at(-1) ?? ''))) return false;
  return isLicense || !isSameHeading(words, title);
}

function isNotice(heading: string): boolean {
  return isThanks(heading) || license.test(wordsOf(heading));
}

function hasCode({ blocks }: Section): boolean {
  return blocks.some(({ kind }) => kind === 'code');
}

// Returns whether blocks are a plain license note. A field or an option may also have the name
// "License", and its text is documentation.
function isBoilerplate(blocks: Block[]): boolean {
  const text = blocks.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
  return text.length < 200 || boilerplate.test(text.slice(0, 300));
}

/** Returns whether the next block is the same code, as in tabs of two languages, or below the source of a diagram. */
function isRepeated(block: Block, next: Block | undefined): boolean {
  if (block.kind !== 'code' || next?.kind !== 'code') return false;
  return block.code === next.code && block.label === next.label;
}

function isNoise(block: Block, before: Block | undefined): boolean {
  if (block.kind === 'code') return false;
  if (!/[A-Za-z0-9]|[\p{L}\p{N}]/u.test(block.text)) return true;
  return (
    isLinkList(block.text) && !(before?.kind === 'text' && endsSentence(block.text, before.text))
  );
}
