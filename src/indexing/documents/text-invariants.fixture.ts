import fc from 'fast-check';
import { expect } from 'vitest';
import type { Block, ParsedDocument } from './document.ts';

/** Generates arbitrary text: any characters, or pieces of a format's markup in any order. */
export function markup(...fragments: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...fragments), { maxLength: 60 }).map((all) => all.join('')),
  );
}

/** Expects that a parser follows the rules for all parsers, whatever the text. */
export async function expectReadable(
  parse: (content: string) => Promise<ParsedDocument>,
  source: fc.Arbitrary<string>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(source, async (content) => {
      expect(problemsOf(await parse(content))).toEqual([]);
    }),
  );
}

/** Returns the violations of the rules: a title, headings at every level, blocks with visible text. */
function problemsOf({ title, sections }: ParsedDocument): string[] {
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
