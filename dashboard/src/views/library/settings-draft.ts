import type { LibraryChange, LibrarySettings } from '../../api/paths.gen.ts';

/** The settings in the form. Every field exists, and an empty field is not set. */
export interface SettingsDraft {
  title: string;
  description: string;
  versions: string[];
  visibility: LibrarySettings['visibility'];
  ownerRules: boolean;
  suspend: boolean;
  refresh: 'request' | 'interval' | 'schedule';
  interval: string;
  maxInterval: string;
  schedule: string;
  timeout: string;
  source: LibrarySettings['source'];
}

/** The props of each part of the form. */
export interface FieldsProps {
  settings: LibrarySettings;
  draft: SettingsDraft;
  change: (parts: Partial<SettingsDraft>) => void;
}

/** The form of a library's settings. */
export function draftOf(settings: LibrarySettings): SettingsDraft {
  const { title = '', description = '', versions = [], timeout = '', refresh = {} } = settings;
  const { visibility, suspend, source, ownerRules } = settings;
  const { interval, maxInterval, schedule } = refresh;
  return {
    title,
    description,
    versions,
    visibility,
    ownerRules: ownerRules === 'allow',
    suspend,
    refresh: interval ? 'interval' : schedule ? 'schedule' : 'request',
    interval: interval ?? '1d',
    maxInterval: maxInterval ?? '',
    schedule: schedule ?? '0 3 * * *',
    timeout,
    source,
  };
}

/** Returns the differences between a draft and the stored settings; undefined if there are none. */
export function changeOf(
  settings: LibrarySettings,
  draft: SettingsDraft,
): LibraryChange | undefined {
  const change = differing(bodyOf(draftOf(settings)), bodyOf(draft));
  const source = differing(settings.source, draft.source);
  const whole = { ...change, ...(Object.keys(source).length > 0 && { source }) };
  return Object.keys(whole).length > 0 ? whole : undefined;
}

function bodyOf(draft: SettingsDraft): Omit<LibraryChange, 'source'> {
  const { title, description, versions, visibility, suspend, timeout } = draft;
  return {
    title: title.trim() || null,
    description: description.trim() || null,
    versions,
    visibility,
    ownerRules: draft.ownerRules ? 'allow' : 'ignore',
    suspend,
    refresh: refreshOf(draft),
    timeout: timeout.trim() || null,
  };
}

function refreshOf({
  refresh,
  interval,
  maxInterval,
  schedule,
}: SettingsDraft): Exclude<LibraryChange['refresh'], undefined> {
  if (refresh === 'request') return null;
  if (refresh === 'schedule') return { schedule };
  const most = maxInterval.trim();
  return { interval, ...(most && { maxInterval: most }) };
}

function differing<Fields extends object>(before: Fields, after: Fields): Partial<Fields> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof Fields)[];
  const changed = names.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return Object.fromEntries(changed.map((name) => [name, after[name] ?? null])) as Partial<Fields>;
}
