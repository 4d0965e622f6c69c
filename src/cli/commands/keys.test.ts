import { expect, test } from 'vitest';
import { expiryOf } from './keys.ts';

const now = Date.parse('2026-01-31T12:00:00Z');

test.each([
  ['12h', '2026-02-01T00:00:00.000Z'],
  ['90d', '2026-05-01T12:00:00.000Z'],
  ['2w', '2026-02-14T12:00:00.000Z'],
  ['2030-01-31', '2030-01-31T00:00:00.000Z'],
  ['2030-01-31T08:00:00+02:00', '2030-01-31T06:00:00.000Z'],
])('--expires %s ends at %s', (text, time) => {
  expect(expiryOf(text, now)).toBe(time);
});

test.each(['', 'soon', '90', '-1d', '12345d', '2030-13-45', '2030-02-30', '1m'])(
  '--expires %j is refused with what would be right',
  (text) => {
    expect(() => expiryOf(text, now)).toThrow(/such as 12h, 90d or 8w, or a date/);
  },
);
