const dayMs = 24 * 3_600_000;

/** Returns the day of a time as 2026-01-31, in UTC. Pure, like all functions here. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns a dayOf that caches the last day, for use in every request. */
export function createDayOf(): (time: number) => string {
  let number = Number.NaN;
  let day = '';
  return (time) => {
    const asked = Math.floor(time / dayMs);
    if (asked !== number) {
      number = asked;
      day = dayOf(time);
    }
    return day;
  };
}

/** Returns the last days including this time's, oldest first. */
export function lastDays(time: number, count: number): string[] {
  return Array.from({ length: count }, (_, n) => dayOf(time - (count - 1 - n) * dayMs));
}

/** Returns the first day of a day's month. */
export function monthOf(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/** Returns the start of the next month in milliseconds since 1970. */
export function nextMonth(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
