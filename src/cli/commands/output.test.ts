import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  fitted,
  formatCount,
  formatDuration,
  formatTable,
  printJson,
  printLine,
  printNote,
  redraw,
} from './output.ts';

describe('formatTable', () => {
  test('aligns its columns and ends no line in spaces', () => {
    expect(
      formatTable(
        ['ID', 'STATE'],
        [
          ['/a/long-one', 'ok'],
          ['/b', ''],
        ],
      ),
    ).toBe('ID            STATE\n/a/long-one   ok\n/b');
  });
});

test.each([
  ['東京', '      '],
  ['한국', '      '],
  ['かな', '      '],
  ['🦉', '        '],
  ['Ｗ！', '      '],
  ['ｶﾅ', '        '],
  ['e\u0301a', '        '],
  ['éa', '        '],
])('a column of a table is as wide for %s as a terminal shows it', (name, gap) => {
  const rows = [
    [name, 'x'],
    ['seven77', 'x'],
  ];
  expect(formatTable(['ID', 'TITLE'], rows)).toBe(`ID        TITLE\n${name}${gap}x\nseven77   x`);
});

test.each([
  ['東京 tower', '東京 to'],
  ['🦉🦉🦉🦉🦉', '🦉🦉🦉'],
  ['e\u0301e\u0301tude', 'e\u0301e\u0301tude'],
])('the line %s is cut where a narrow terminal would wrap it', (line, shown) => {
  expect(fitted(line, 8)).toBe(shown);
});

describe('formatTable of what sources say of themselves', () => {
  test('keeps each row on its line and sends nothing that controls the terminal', () => {
    const rows = [['/a/b', 'Web\n/evil/evil   trusted\u001b[2J']];
    expect(formatTable(['ID', 'TITLE'], rows)).toBe(
      'ID     TITLE\n/a/b   Web /evil/evil trusted [2J',
    );
  });
});

describe('formatDuration', () => {
  test.each([
    [0, '0s'],
    [59.4, '59s'],
    [95, '1m35s'],
    [3_725, '1h02m'],
  ])('shows %d seconds as %s', (seconds, text) => {
    expect(formatDuration(seconds)).toBe(text);
  });
});

describe('formatCount', () => {
  test('groups thousands', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
  });
});

describe('what a command prints', () => {
  afterEach(() => vi.restoreAllMocks());
  const written = (stream: NodeJS.WriteStream, print: () => void): string => {
    const write = vi.spyOn(stream, 'write').mockReturnValue(true);
    print();
    return write.mock.calls.splice(0).join('');
  };
  const hostile = 'a\u001b]0;owned\u0007\u009b2J\u202eb\rc\nd';

  test('does not control the terminal, and keeps its line breaks', () => {
    const harmless = 'a]0;owned2Jb\nc\nd\n';
    expect(written(process.stdout, () => printLine(hostile))).toBe(harmless);
    expect(written(process.stderr, () => printNote(hostile))).toBe(harmless);
  });

  test('as JSON escapes what controls the terminal, and means the same', () => {
    const json = written(process.stdout, () => printJson({ [hostile]: hostile }));
    expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(JSON.parse(json)).toEqual({ [hostile]: hostile });
  });

  test('in place of other text has one line, and only on a terminal', () => {
    const { isTTY, columns } = process.stderr;
    onTestFinished(() => void Object.assign(process.stderr, { isTTY, columns }));
    Object.assign(process.stderr, { isTTY: true, columns: 9 });
    expect(written(process.stderr, () => redraw(hostile))).toBe('\r\u001b[Ka ]0;own');
    Object.assign(process.stderr, { isTTY: false });
    expect(written(process.stderr, () => redraw(hostile))).toBe('');
  });
});
