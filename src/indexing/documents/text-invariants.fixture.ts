import fc from 'fast-check';
import type { Block, ParsedDocument } from './document.ts';

/** Generates arbitrary text: any characters, or pieces of a format's markup in any order. */
export function markup(...fragments: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((all) => all.join('')),
  );
}

/**
 * Returns the violations of the rules for all parsers: a title, headings at every level, blocks
 * with visible text.
 */
export function problemsOf({ title, sections }: ParsedDocument): string[] {
  return [
    ...(title === '' ? ['no title'] : []),
    ...sections.flatMap(({ level, headings, blocks }) => [
      ...(level > 6 || (level === 0) !== (headings.length === 0) ? [`level ${level}`] : []),
      ...blocks.map(bodyOf).filter(isUnreadable),
    ]),
  ];
}

function bodyOf(block: Block): string {
  return block.kind === 'text' ? block.text : block.code;
}

function isUnreadable(body: string): boolean {
  return body.trim() === '' || /[\u200b\u202e\ufeff\0]/.test(body);
}
