import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { moment } from '../../shared/format.ts';
import { Time } from '../../shared/time.tsx';
import { custom, firstCron, presetOf, presets } from './schedule.ts';

interface ScheduleFieldProps {
  value: string;
  onChange: (schedule: string) => void;
  mistake: string | undefined;
  /** Times of the next syncs (ISO 8601). */
  times: string[];
}

/** Chooses the schedule of the manifest: a preset, a cron expression, or none. */
export function ScheduleField({ value, onChange, mistake, times }: ScheduleFieldProps) {
  const preset = presetOf(value);
  const isCustom = preset === custom;
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Sync schedule"
          description="How often Lectern checks the repository for a new commit"
          data={[...presets, { value: custom, label: 'Custom cron expression' }]}
          value={preset}
          onChange={(chosen) => onChange(chosen === custom ? firstCron : (chosen ?? value))}
          allowDeselect={false}
          error={isCustom ? undefined : mistake}
        />
        {isCustom && (
          <TextInput
            label="Cron expression"
            description="Minute, hour, day, month, weekday; in UTC"
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            error={mistake}
            maxLength={100}
            spellCheck={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          />
        )}
      </SimpleGrid>
      <NextTimes times={times} />
    </div>
  );
}

function NextTimes({ times: [first, ...more] }: { times: string[] }) {
  if (first === undefined) return null;
  const day = dayOf(first);
  const later = more.map((time) => (dayOf(time) === day ? clock(time) : when(time))).join(' and ');
  return (
    <Text size="xs" c="dimmed" mt={6}>
      Next sync <Time at={first} /> ({when(first)}
      {later !== '' && `, then ${later}`}; your time).
    </Text>
  );
}

/** "21 Nov 2026, 14:05" */
function when(time: string): string {
  return moment(Date.parse(time));
}

function dayOf(time: string): string {
  return new Date(time).toDateString();
}

/** "14:05" */
function clock(time: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' }).format(new Date(time));
}
