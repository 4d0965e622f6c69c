import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunError } from '../../../src/base/errors.ts';
import { createParser, type TaskInput } from '../../../src/libraries/parser.ts';
import { hostileParsers } from '../../support/hostile-shapes.ts';

// Pieces of text with a meaning for some parser. '·' separates the pieces, and '¶' is a line end.
const pieces =
  '# ·> ·- ·1. ·* ·|a·|-·| ·¶·¶·¶¶·    ·\t·```·~~~·`·**·*·_·[a](·[·](·![·]·<div>·</div>·<a ·<!--·-->·<pre>·<h2>·<td>·<dl><dt>·<dd>·&amp;·&·' +
  ':::note·!!! note·.. note::·:a:·{%·{{·{·}·---·===·====·+-·= ·a·b c·\\·(·)·"·\'·a: ·&x ·*x·!b ·{"a":·[1,·User-agent: *·Disallow: /·' +
  '<url><loc>·<ac:structured-macro>·<![CDATA[·* a·. a·ifdef::a[]·def f():·/** ·${';
const piece = fc.constantFrom(...pieces.replaceAll('¶', '\n').split('·'));

const fill = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Repeats a few pieces, or opens them many times and then closes them, or puts a very long line first. */
const composed = fc
  .record({
    unit: fc.array(piece, { minLength: 1, maxLength: 5 }).map((all) => all.join('')),
    head: fc.array(piece, { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
    form: fc.constantFrom('repeated', 'nested', 'square'),
    size: fc.integer({ min: 20_000, max: 60_000 }),
  })
  .map(({ unit, head, form, size }) => {
    if (form === 'repeated') return head + fill(unit, size);
    const line = fill(head.replaceAll('\n', ' '), size / 2);
    return form === 'nested'
      ? fill(unit, size / 2) + line
      : `${line}\n${fill(`${unit}\n`, size / 2)}`;
  });

const { signal } = new AbortController();
const ordinary: TaskInput<'document'> = {
  document: {
    path: 'a.md',
    format: 'markdown',
    content: '# Pencils\n\nSharpen them.\n',
    hash: 'x',
  },
  libraryId: '/acme/docs',
  window: 256,
  now: new Date('2026-01-01'),
};

let pool: ReturnType<typeof createParser>;
beforeAll(() => {
  pool = createParser();
});
afterAll(() => pool.close());

test.each(Object.keys(hostileParsers))(
  'a text of any shape is read or refused, and the next one is read: %s',
  async (parser) => {
    const { task, input, shapes } = hostileParsers[parser]!;
    const listed = fc
      .tuple(fc.constantFrom(...Object.values(shapes)), fc.integer({ min: 20_000, max: 60_000 }))
      .map(([shape, size]) => shape(size));
    const text = fc.oneof(composed, listed);

    await fc.assert(
      fc.asyncProperty(text, async (made) => {
        const refusal: unknown = await pool.run(task, input(made), { signal }).then(
          () => undefined,
          (error: unknown) => error,
        );

        // The parse does not exceed its time or memory, and does not reveal a bug.
        if (refusal !== undefined) {
          expect(refusal).toBeInstanceOf(RunError);
          expect((refusal as RunError).reason, (refusal as RunError).message).toMatch(
            /^(?:Malformed|InvalidSource|TooLarge)$/,
          );
          expect((refusal as RunError).message).not.toMatch(/^parsing (?:needed|took)/);
        }
      }),
      { numRuns: 8 },
    );

    expect((await pool.run('document', ordinary, { signal })).snippets).toHaveLength(1);
  },
);
