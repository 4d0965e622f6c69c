const numbers = new Intl.NumberFormat('en-GB');
const compact = new Intl.NumberFormat('en-GB', { notation: 'compact', maximumFractionDigits: 1 });
const relative = new Intl.RelativeTimeFormat('en-GB');
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

/** 12,345 */
export function count(value: number): string {
  return numbers.format(value);
}

/** 12.3K */
export function shortCount(value: number): string {
  return compact.format(value);
}

/** "3 libraries" */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** 1.4 MB */
export function bytes(value: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const power = value < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(value) / 3));
  return `${compact.format(value / 1000 ** power)} ${units[power]!}`;
}

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** Returns the time between two moments (milliseconds since 1970), such as "3 minutes ago" or "in 2 hours". */
export function ago(then: number, now: number): string {
  const seconds = Math.round((then - now) / 1_000);
  const [unit, length] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1];
  if (unit === 'second') return seconds > 0 ? 'in a moment' : 'just now';
  return relative.format(Math.round(seconds / length), unit);
}

/** "21 Nov 2026, 14:05" */
export function moment(time: number): string {
  return absolute.format(time);
}

/** Returns a duration in milliseconds as text: "340 ms", "12 s", "3 min 20 s", "2 h 5 min". */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
}
