/** What is shown in place of a cron expression. */
export const custom = 'custom';

/** What a cron expression begins with when somebody wants one of their own: every quarter of an hour. */
export const firstCron = '*/15 * * * *';

/** The schedules that have a name, as the API knows them, and what a person calls them. */
export const presets: readonly { value: string; label: string }[] = [
  { value: 'every-5-minutes', label: 'Every 5 minutes' },
  { value: 'every-15-minutes', label: 'Every 15 minutes' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day, at midnight UTC' },
  { value: 'manual', label: 'Manual only' },
];

/** The preset that a schedule is; `custom` for a cron expression. */
export function presetOf(schedule: string): string {
  return presets.some(({ value }) => value === schedule) ? schedule : custom;
}
