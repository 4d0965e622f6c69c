import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';
import type { GitopsChange, GitopsCheck, GitopsConfig, GitopsStatus } from '../../api/paths.gen.ts';

/** Milliseconds without a key pressed before what was typed is checked. */
const pauseMs = 250;

/** The settings as a person is changing them. */
export interface Settings {
  values: GitopsConfig;
  /** What differs from what is stored; the body of a change. */
  edits: GitopsChange;
  isChanged: boolean;
  change: (part: GitopsChange) => void;
  discard: () => void;
  /** What the server says of the change; undefined until it has, and while it looks at a newer one. */
  check: GitopsCheck | undefined;
  /** Why nothing is known of it. */
  problem: string | undefined;
  /** The mistake to show beside a field: one that was touched, or any once somebody tried to save. */
  mistakeOf: (field: keyof GitopsConfig) => string | undefined;
  showAll: () => void;
}

/** Whether somebody has said where a manifest is. */
export function hasManifest({ config, lastSync }: GitopsStatus): boolean {
  return config.repoUrl !== '' || isElsewhere({ config }) || lastSync !== null;
}

/** Whether the manifest is a file of the server, or a ConfigMap: these are not changed from here. */
export function isElsewhere({ config }: Pick<GitopsStatus, 'config'>): boolean {
  return config.repoUrl === '' && config.path !== 'repos.yaml';
}

/** A change of the settings, checked by the server as it is typed. */
export function useSettings(status: GitopsStatus): Settings {
  const stored = hasManifest(status) ? status.config : { ...status.config, enabled: true };
  const [given, setGiven] = useState<GitopsChange>({});
  const [isTried, setTried] = useState(false);
  const edits = differences(given, stored);
  const [checked] = useDebouncedValue(JSON.stringify(edits), pauseMs);
  const answer = api.useQuery(
    'post',
    '/api/gitops/validate',
    { body: JSON.parse(checked) as GitopsChange },
    { placeholderData: (before) => before },
  );
  const check = answer.data;
  return {
    values: { ...stored, ...edits },
    edits,
    isChanged: Object.keys(edits).length > 0,
    change: (part) => setGiven((held) => ({ ...held, ...part })),
    discard() {
      setGiven({});
      setTried(false);
    },
    check: answer.isPlaceholderData || checked !== JSON.stringify(edits) ? undefined : check,
    problem: answer.error === null ? undefined : messageOf(answer.error),
    mistakeOf: (field) =>
      isTried || given[field] !== undefined
        ? check?.mistakes.find((mistake) => mistake.field === field)?.message
        : undefined,
    showAll: () => setTried(true),
  };
}

function differences(given: GitopsChange, stored: GitopsConfig): GitopsChange {
  const fields = Object.entries(given) as [keyof GitopsConfig, unknown][];
  return Object.fromEntries(fields.filter(([name, value]) => stored[name] !== value));
}
