/** The choice that stands for a cron expression. */
export const custom = 'custom';

/** The first value of a custom cron expression: every quarter of an hour. */
export const firstCron = '*/15 * * * *';

/** Schedules with a name in the API, and their labels. */
export const presets: readonly { value: string; label: string }[] = [
  { value: 'every-5-minutes', label: 'Every 5 minutes' },
  { value: 'every-15-minutes', label: 'Every 15 minutes' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day, at midnight UTC' },
  { value: 'manual', label: 'Manual only' },
];

/** Returns the preset of a schedule; `custom` for a cron expression. */
export function presetOf(schedule: string): string {
  return presets.some(({ value }) => value === schedule) ? schedule : custom;
}
