import { Select, Switch, TextInput, Title } from '@mantine/core';
import type { LibrarySettings } from '../../api/paths.gen.ts';
import { useMay } from '../../session/use-session.ts';
import type { FieldsProps, SettingsDraft } from './settings-draft.ts';

const refreshes = [
  { value: 'request', label: 'Only on request' },
  { value: 'interval', label: 'At an interval' },
  { value: 'schedule', label: 'On a schedule' },
];
const visibilities = [
  { value: 'public', label: 'Public: everyone who can ask' },
  { value: 'private', label: 'Private: keys of its teamspace' },
];

/** The fields of the schedule and of the visibility. */
export function BehaviorFields({ settings, draft, change }: FieldsProps) {
  const isAdmin = useMay('admin');
  const { refresh, interval, maxInterval, schedule } = draft;
  const { sourceType } = settings;
  return (
    <>
      <Title order={2} size="h3" mt="sm">
        Refresh and visibility
      </Title>
      <Select
        label="Refresh"
        data={refreshes}
        value={refresh}
        onChange={(value) => change({ refresh: (value ?? 'request') as SettingsDraft['refresh'] })}
        allowDeselect={false}
      />
      {refresh === 'interval' && (
        <>
          <TextInput
            label="Interval"
            description="From the end of a run to the next one, such as 90m, 12h or 7d"
            value={interval}
            onChange={(event) => change({ interval: event.currentTarget.value })}
            required
          />
          <TextInput
            label="Maximum interval"
            description="The interval grows up to this, such as 30d, while the source does not change. Empty: it never grows."
            value={maxInterval}
            onChange={(event) => change({ maxInterval: event.currentTarget.value })}
          />
        </>
      )}
      {refresh === 'schedule' && (
        <TextInput
          label="Schedule"
          description="Five cron fields in UTC (minute hour day month weekday), or @daily and the like"
          value={schedule}
          onChange={(event) => change({ schedule: event.currentTarget.value })}
          required
        />
      )}
      <TextInput
        label="Time limit of a run"
        description="Such as 30m or 2h. Empty: six hours."
        value={draft.timeout}
        onChange={(event) => change({ timeout: event.currentTarget.value })}
      />
      <Select
        label="Visibility"
        description={aboutVisibility(settings)}
        data={visibilities}
        value={draft.visibility}
        onChange={(value) => change({ visibility: value === 'private' ? 'private' : 'public' })}
        allowDeselect={false}
        disabled={!isAdmin}
      />
      <Switch
        label="Suspended"
        description="Lectern starts no run. The library keeps answering from its current snippets."
        checked={draft.suspend}
        onChange={(event) => change({ suspend: event.currentTarget.checked })}
      />
      {sourceType === 'git' && (
        <Switch
          label="Show the owner's rules in answers"
          description="Rules from the repository’s context7.json. Models read them, so turn this on only if you trust the owner."
          checked={draft.ownerRules}
          onChange={(event) => change({ ownerRules: event.currentTarget.checked })}
          disabled={!isAdmin}
        />
      )}
    </>
  );
}

function aboutVisibility({ visibility, readers, teamspace }: LibrarySettings): string | undefined {
  if (visibility === 'public' && readers === 'teamspace') {
    return 'Private now, because its source needs a credential. Admins can publish it in the overview.';
  }
  return teamspace === undefined ? undefined : `Its teamspace is ${teamspace}`;
}
