import type { Section } from './document.ts';
import { withoutNoise } from './snippet-noise.ts';
import type { Item } from './snippet-split.ts';

/** A section, or a few too small to stand alone, that becomes one or more snippets. */
export interface Unit {
  headings: string[];
  anchor: string;
  atomic: boolean;
  items: Item[];
}

/** Prose shorter than this answers nothing alone. */
const tiny = 40;

/**
 * The sections worth a snippet. A heading with a line under it joins its parent or a sibling before it, or what follows
 * where nothing did; its heading stays in the text.
 */
export function toUnits(sections: Section[], most: number): Unit[] {
  const units: Unit[] = [];
  for (const section of withoutNoise(sections)) {
    const unit: Unit = {
      headings: section.headings,
      anchor: section.anchor ?? '',
      atomic: section.atomic ?? false,
      items: section.blocks,
    };
    const before = units.at(-1);
    const merged =
      before && sizeOf(before) + sizeOf(unit) <= most ? merge(before, unit) : undefined;
    if (merged) units[units.length - 1] = merged;
    else units.push(unit);
  }
  return units;
}

function merge(before: Unit, unit: Unit): Unit | undefined {
  if (before.atomic || unit.atomic) return undefined;
  const above = isAbove(before, unit);
  if (isTiny(before) && above) {
    const intro = [...headingOf(before), ...before.items];
    return {
      ...unit,
      items:
        before.headings.length > 0
          ? [...intro, ...headingOf(unit), ...unit.items]
          : [...intro, ...unit.items],
    };
  }
  const kin = above || isSibling(before, unit);
  if (isTiny(unit) && kin)
    return { ...before, items: [...before.items, ...headingOf(unit), ...unit.items] };
  if (isTiny(before) && kin)
    return { ...unit, items: [...unit.items, ...headingOf(before), ...before.items] };
  return undefined;
}

function headingOf(unit: Unit): Item[] {
  const own = unit.headings.at(-1);
  return own === undefined ? [] : [{ kind: 'text', text: `#### ${own}` }];
}

function isAbove(upper: Unit, lower: Unit): boolean {
  return (
    upper.headings.length < lower.headings.length &&
    upper.headings.every((heading, at) => heading === lower.headings[at])
  );
}

function isSibling(one: Unit, other: Unit): boolean {
  const parent = (unit: Unit): string => unit.headings.slice(0, -1).join('\n');
  return one.headings.length === other.headings.length && parent(one) === parent(other);
}

function isTiny(unit: Unit): boolean {
  return unit.items.every((item) => item.kind === 'text') && sizeOf(unit) < tiny;
}

function sizeOf(unit: Unit): number {
  return unit.items.reduce(
    (sum, item) => sum + (item.kind === 'text' ? item.text : item.code).length,
    0,
  );
}
