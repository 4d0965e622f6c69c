import { expect, test } from 'vitest';
import { createDayOf, dayOf, lastDays, monthOf, nextMonth } from './calendar.ts';

const newYearsEve = Date.parse('2026-12-31T23:59:59.999Z');

test('days and months are those of UTC', () => {
  expect(dayOf(newYearsEve)).toBe('2026-12-31');
  expect(dayOf(newYearsEve + 1)).toBe('2027-01-01');
  expect(monthOf('2026-12-31')).toBe('2026-12-01');
  expect(nextMonth(newYearsEve)).toBe(newYearsEve + 1);
  expect(nextMonth(newYearsEve + 1)).toBe(Date.parse('2027-02-01T00:00:00Z'));
});

test('the last days end with the day itself, also across the end of a month in a leap year', () => {
  const time = Date.parse('2028-03-01T01:00:00Z');
  expect(lastDays(time, 3)).toEqual(['2028-02-28', '2028-02-29', '2028-03-01']);
  expect(lastDays(time, 1)).toEqual(['2028-03-01']);
});

test('a day is cached until another one is requested', () => {
  const remembered = createDayOf();
  for (const time of [newYearsEve - 1, newYearsEve, newYearsEve + 1, newYearsEve]) {
    expect(remembered(time)).toBe(dayOf(time));
  }
});
