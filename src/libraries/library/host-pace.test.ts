import { describe, expect, test } from 'vitest';
import { simulateRefresh } from '../../../test/support/refresh-simulation.ts';
import { HostPace, paceMs } from './host-pace.ts';

describe('the looks at one host', () => {
  test('come one after another, and those at other hosts do not wait for them', () => {
    const pace = new HostPace();

    expect(['a', 'b', 'c'].map((name) => pace.turnOf(name, 'one', 1_000))).toEqual([
      1_000,
      1_000 + paceMs,
      1_000 + 2 * paceMs,
    ]);
    expect(pace.turnOf('d', 'other', 1_000)).toBe(1_000);
  });

  test('keep their turns, however often they are asked for', () => {
    const pace = new HostPace();
    pace.turnOf('a', 'one', 0);
    const turn = pace.turnOf('b', 'one', 0);

    expect(pace.turnOf('b', 'one', turn - 1)).toBe(turn);
    expect(pace.turnOf('b', 'one', turn + 5_000)).toBe(turn);
  });

  test('wait until a pause ends that the host asks for, and are still apart then', () => {
    const pace = new HostPace();
    pace.turnOf('a', 'one', 0);
    pace.turnOf('b', 'one', 0);

    pace.pause('one', 60_000);

    const turns = ['b', 'c', 'd'].map((name) => pace.turnOf(name, 'one', 2_000));
    expect(turns).toEqual([60_000, 60_000 + paceMs, 60_000 + 2 * paceMs]);
    expect(pace.turnOf('e', 'other', 2_000)).toBe(2_000);
  });
});

describe('100,000 libraries, 60 % of them on one host', { timeout: 120_000 }, () => {
  const scenario = {
    libraries: 100_000,
    hosts: 1_000,
    days: 2,
    refresh: { interval: '1d', maxInterval: '30d' },
  };
  const day = 86_400_000;

  test('are looked at within their bound, in a few looks a day', () => {
    const figures = simulateRefresh(scenario);

    expect(figures.looksPerDay).toBeLessThan(40_000);
    expect(figures.busiestHostSecond).toBeLessThanOrEqual(1);
    expect(figures.latestMs).toBeLessThan(3_600_000);
    expect(figures.longestGapMs).toBeLessThan(33 * day + 3_600_000);
    expect(figures.changesFound).toBeGreaterThan(1_000);
  });

  test('cause no burst after an hour without a controller, and are soon on time again', () => {
    const figures = simulateRefresh({ ...scenario, away: { from: 10, to: 11 } });

    expect(figures.busiestHostSecond).toBeLessThanOrEqual(1);
    expect(figures.latestMs).toBeLessThan(2 * 3_600_000);
  });
});
