import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { messageOf } from '../../api/failure.ts';
import type { GitopsChange, GitopsCheck, GitopsConfig, GitopsStatus } from '../../api/paths.gen.ts';

/** Milliseconds without a key press before the page validates the settings. */
const pauseMs = 250;

/** The draft of the settings. */
export interface Settings {
  values: GitopsConfig;
  /** The differences from the stored settings, as the body of a request. */
  edits: GitopsChange;
  isChanged: boolean;
  change: (part: GitopsChange) => void;
  discard: () => void;
  /** The validation of the change; undefined while it loads. */
  check: GitopsCheck | undefined;
  /** Why the validation failed. */
  problem: string | undefined;
  /** Returns the mistake to show beside a field. Before the first attempt to save, only edited fields show mistakes. */
  mistakeOf: (field: keyof GitopsConfig) => string | undefined;
  showAll: () => void;
}

/** Whether the settings name a manifest. */
export function hasManifest({ config, lastSync }: GitopsStatus): boolean {
  return config.repoUrl !== '' || isElsewhere({ config }) || lastSync !== null;
}

/** Whether the manifest is a file of the server or a ConfigMap. The page cannot change these. */
export function isElsewhere({ config }: Pick<GitopsStatus, 'config'>): boolean {
  return config.repoUrl === '' && config.path !== 'repos.yaml';
}

/** Manages a draft of the settings. The server validates it while a person types. */
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
