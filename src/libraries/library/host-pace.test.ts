import { describe, expect, test } from 'vitest';
import { simulateRefresh } from '../../../test/support/refresh-simulation.ts';
import { HostPace, maxPauseMs, paceMs } from './host-pace.ts';

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

  test('do not wait for the hours by which the clock was ahead', () => {
    const pace = new HostPace();
    const ahead = 8 * 3_600_000;
    for (const name of ['a', 'b']) pace.turnOf(name, 'one', ahead);
    pace.pause('other', { name: 'c', now: ahead, ms: 60_000 });

    expect(pace.turnOf('b', 'one', 1_000)).toBe(1_000);
    expect(pace.turnOf('d', 'one', 1_000)).toBe(1_000 + paceMs);
    expect(pace.turnOf('e', 'other', 1_000)).toBe(1_000);
  });

  test('wait until a pause ends that the host asks for, and are still apart then', () => {
    const pace = new HostPace();
    pace.turnOf('a', 'one', 0);
    pace.turnOf('b', 'one', 0);

    pace.pause('one', { name: 'a', now: 0, ms: 60_000 });

    const turns = ['b', 'c', 'd'].map((name) => pace.turnOf(name, 'one', 2_000));
    expect(turns).toEqual([60_000, 60_000 + paceMs, 60_000 + 2 * paceMs]);
    expect(pace.turnOf('e', 'other', 2_000)).toBe(2_000);
  });

  test('wait for five minutes only if one library alone tells of the pause, which waits as long as it said', () => {
    const pace = new HostPace();

    for (const now of [0, 1_000]) pace.pause('one', { name: 'a', now, ms: maxPauseMs });

    expect(pace.turnOf('b', 'one', 2_000)).toBe(301_000);
    pace.forget('a');
    expect(pace.turnOf('a', 'one', 2_000)).toBe(1_000 + maxPauseMs);
    expect(pace.turnOf('a', 'other', 2_000)).toBe(2_000);
  });

  test('wait as long as two libraries say, at most an hour', () => {
    const pace = new HostPace();

    pace.pause('one', { name: 'a', now: 0, ms: 1_800_000 });
    pace.pause('one', { name: 'b', now: 1_000, ms: 2 * maxPauseMs });
    expect(pace.turnOf('c', 'one', 2_000)).toBe(1_801_000);

    pace.pause('one', { name: 'd', now: 2_000, ms: 2 * maxPauseMs });
    expect(pace.turnOf('c', 'one', 2_000)).toBe(2_000 + maxPauseMs);
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
