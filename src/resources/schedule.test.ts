import { describe, expect, test } from 'vitest';
import { durationMs, jitterMs, nextTime, scheduleMistake } from './schedule.ts';

describe('nextTime', () => {
  test.each([
    ['0 3 * * *', '2026-03-01T03:00:00.000Z'],
    ['@daily', '2026-03-02T00:00:00.000Z'],
    ['every-15-minutes', '2026-03-01T01:45:00.000Z'],
    ['hourly', '2026-03-01T02:00:00.000Z'],
  ])('reads %s in UTC', (schedule, expected) => {
    expect(nextTime(schedule, new Date('2026-03-01T01:30:00Z'))?.toISOString()).toBe(expected);
  });

  test.each(['0 22-6 * * *', '5/10 * * * *'])(
    'finds no time for %s, which is wrong',
    (schedule) => {
      expect(nextTime(schedule, new Date())).toBeUndefined();
    },
  );
});

describe('scheduleMistake', () => {
  test('accepts a schedule', () => {
    expect(scheduleMistake('*/10 8-18 * * MON-FRI', 'schedule')).toBeUndefined();
  });

  test('names the field and the mistake', () => {
    expect(scheduleMistake('61 * * * *', 'refresh.schedule')).toMatch(/^refresh.schedule "61 /);
    expect(scheduleMistake('0 0 31 2 *', 'schedule')).toBe('schedule "0 0 31 2 *" never comes');
  });
});

describe('durationMs', () => {
  test('reads seconds, minutes, hours and days', () => {
    expect(['90s', '30m', '12h', '7d'].map(durationMs)).toEqual([
      90_000, 1_800_000, 43_200_000, 604_800_000,
    ]);
  });
});

describe('jitterMs', () => {
  test('keeps the place of a key and spreads many over the span', () => {
    const places = Array.from({ length: 100 }, (_, n) => jitterMs(`library-${n}`, 60_000));

    expect(jitterMs('library-0', 60_000)).toBe(places[0]);
    expect(Math.min(...places)).toBeLessThan(6_000);
    expect(Math.max(...places)).toBeGreaterThan(54_000);
    expect(Math.max(...places)).toBeLessThan(60_000);
  });
});
