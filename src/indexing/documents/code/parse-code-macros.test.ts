import { expect, test } from 'vitest';
import { codes, section, text } from '../../../../test/support/sections.ts';
import { parseSource, symbolsOf } from '../../../../test/support/source-code.ts';

test('macros of C below one another with comments behind them are one list', async () => {
  const content = `/* Flags of saws. */
#define SAW_CUT   0x1 /* Cuts. */
#define SAW_OIL   0x2 // Oils
#define SAW_DRY   0x4
#define SAW_WET   0x8 /* Wet,
                         and cold. */

#define SAW_URL "http://example.com" /* Where to
                                        buy. */

#define SAW_NEW 1
#define SAW_OLD 2 /* NOLINT */
#define SAW_MOST(a) (2 * (a)) /* Twice. */
`;
  expect(await symbolsOf('include/saw.h', content)).toEqual([
    [
      'SAW_CUT, SAW_OIL, SAW_DRY, …',
      '#define SAW_CUT 0x1 /* Cuts. */\n#define SAW_OIL 0x2 // Oils\n#define SAW_DRY 0x4\n#define SAW_WET 0x8 /* Wet, and cold. */',
    ],
    ['SAW_URL', '#define SAW_URL "http://example.com" /* Where to buy. */'],
  ]);
});

test('macros of C with comments of Doxygen behind them are one list', async () => {
  const content = `/** Flags of saws. */
#define SAW_CUT 0x1 /**< Cuts. */
#define SAW_OIL 0x2 /*!< Oils. */
#define SAW_DRY 0x4 ///< Dries.

#define SAW_WET(a) (a) //!< Wets.
#define SAW_BARE 1 /* Not of Doxygen. */
`;
  const read = await parseSource('include/saw.h', content);
  const list = section(read, 'SAW_CUT, SAW_OIL, SAW_DRY');
  expect(text(list)).toContain('Flags of saws.');
  expect(codes(list)[0]!.code).toBe(
    '#define SAW_CUT 0x1 /**< Cuts. */\n#define SAW_OIL 0x2 /*!< Oils. */\n#define SAW_DRY 0x4 ///< Dries.',
  );
  expect(codes(section(read, 'SAW_WET'))[0]!.code).toBe('#define SAW_WET(a) //!< Wets.');
  expect(read.sections).toHaveLength(2);
});

test('a long list of macros of C has several sections, and loses none', async () => {
  const content = Array.from(
    { length: 150 },
    (_, at) => `#define SAW_${at} ${at} /* Saw ${at} */\n`,
  );
  const { sections } = await parseSource('include/saw.h', content.join(''));
  expect(sections.length).toBeGreaterThan(1);
  const shown = sections.flatMap((one) => codes(one)).map(({ code }) => code);
  for (const line of content) expect(shown.join('\n')).toContain(line.trim());
});
