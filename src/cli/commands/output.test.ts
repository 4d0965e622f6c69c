import { describe, expect, test } from 'vitest';
import { formatCount, formatDuration, formatTable } from './output.ts';

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
