import { Cron } from 'croner';
import { messageOf } from '../base/errors.ts';

const milliseconds = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Presets of a ManifestSync's schedule, as the dashboard offers them. */
const presets: Readonly<Record<string, string>> = {
  'every-5-minutes': '*/5 * * * *',
  'every-15-minutes': '*/15 * * * *',
  hourly: '@hourly',
  daily: '@daily',
};

/** Milliseconds of a duration such as 90s, 30m, 12h or 7d; the CRDs' rules have checked its form. */
export function durationMs(text: string): number {
  return Number(text.slice(0, -1)) * milliseconds[text.slice(-1) as keyof typeof milliseconds];
}

/**
 * The first time after `from` that a cron expression (five fields, UTC) or preset names. Undefined if it names none, or cannot be
 * read: the CRDs accept expressions that `scheduleMistake` refuses.
 */
export function nextTime(schedule: string, from: Date): Date | undefined {
  try {
    return cron(schedule).nextRun(from) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The first times after `from` that a schedule names, at most `count`; none for `manual`. */
export function nextTimes(schedule: string, from: Date, count: number): Date[] {
  return schedule === 'manual' ? [] : cron(schedule).nextRuns(count, from);
}

/** What is wrong with a schedule that has the right form, such as minute 61. */
export function scheduleMistake(schedule: string, field: string): string | undefined {
  try {
    return cron(schedule).nextRun() ? undefined : `${field} "${schedule}" never comes`;
  } catch (error) {
    const why = messageOf(error).replace(/^\w+: /, '');
    return `${field} "${schedule}" cannot be read: ${why}`;
  }
}

/**
 * A share of `spanMs`, the same for the same key: many objects with one schedule then start one after another instead of
 * all at once, and each keeps its place over restarts.
 */
export function jitterMs(key: string, spanMs: number): number {
  let hash = 2166136261;
  for (const byte of Buffer.from(key)) hash = Math.imul(hash ^ byte, 16777619) >>> 0;
  return Math.floor((hash / 2 ** 32) * spanMs);
}

/** Parsed schedules. Thousands of libraries often have the same few. */
const parsed = new Map<string, Cron>();
const maxParsed = 1_000;

function cron(schedule: string): Cron {
  const held = parsed.get(schedule);
  if (held) return held;
  // An offset is several times faster than the time zone UTC.
  const made = new Cron(presets[schedule] ?? schedule, { utcOffset: 0, paused: true });
  if (parsed.size >= maxParsed) parsed.clear();
  parsed.set(schedule, made);
  return made;
}
