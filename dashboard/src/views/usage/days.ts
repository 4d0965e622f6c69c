import type { Usage } from '../../api/paths.gen.ts';

const dayMs = 86_400_000;
const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Returns every day of a report, including days without questions. */
export function everyDay({
  from,
  to,
  daily,
}: Pick<Usage, 'from' | 'to' | 'daily'>): Usage['daily'] {
  const asked = new Map(daily.map((day) => [day.date, day]));
  const days: Usage['daily'] = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += dayMs) {
    const date = new Date(time).toISOString().slice(0, 10);
    days.push(asked.get(date) ?? { date, requests: 0, tokens: 0, cost: 0 });
  }
  return days;
}

/** "31 Jan" */
export function shortDay(date: string): string {
  return short.format(Date.parse(date));
}
