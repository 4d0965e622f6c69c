// Simulates scheduled looks at 100,000 libraries on a fake clock, with hosts that only count. One host has 60 % of them. The
// reference looks at every library each day.
import { simulateRefresh } from '../test/support/refresh-simulation.ts';

const scenario = { libraries: 100_000, hosts: 1_000, days: 7 };
const daily = simulateRefresh({ ...scenario, refresh: { interval: '1d' } });
const refresh = { interval: '1d', maxInterval: '30d' };
const cases = {
  'daily, as the reference': daily,
  'at most 30 days': simulateRefresh({ ...scenario, refresh }),
  'at most 30 days, with an hour away': simulateRefresh({
    ...scenario,
    refresh,
    away: { from: 10, to: 11 },
  }),
};
for (const [name, figures] of Object.entries(cases)) {
  const { looksPerDay, busiestHostSecond, latestMs, longestGapMs, foundWithinInterval } = figures;
  console.log(
    `${name}: ${Math.round(looksPerDay)} looks a day (${(looksPerDay / daily.looksPerDay).toFixed(2)} of the reference), at most ${busiestHostSecond} a second at one host, ${(latestMs / 60_000).toFixed(1)} minutes late at most, longest gap ${(longestGapMs / 86_400_000).toFixed(1)} days, ${(100 * foundWithinInterval).toFixed(0)} % of the changes found within the interval`,
  );
}
