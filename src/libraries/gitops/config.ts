import type { ManifestSync } from '../../resources/manifest-sync.ts';
import { withoutCredentials } from '../../indexing/sources/git/location.ts';

/** Name of the ManifestSync that the GitOps settings are. */
export const gitopsName = 'default';

/** The GitOps settings as HTTP shows and takes them. */
export interface GitopsConfig {
  /** Syncs at start, by schedule and by push; a request is served either way. */
  enabled: boolean;
  /** Git repository of the manifest; '' where the manifest is a file or a ConfigMap, or there is none. */
  repoUrl: string;
  /** Path in the repository; of a file its path, of a ConfigMap its name and key. */
  path: string;
  /** '' for the repository's default branch. */
  branch: string;
  /** Five cron fields in UTC, a preset, or `manual`. */
  schedule: string;
  prune: boolean;
}

/** Where a manifest is in its repository unless the settings say otherwise. */
export const usualPath = 'repos.yaml';
/** When a manifest is looked at unless the settings say otherwise. */
export const usualSchedule = 'every-15-minutes';
const none: GitopsConfig = {
  enabled: false,
  repoUrl: '',
  path: usualPath,
  branch: '',
  schedule: usualSchedule,
  prune: false,
};

/** What a ManifestSync says in the words of the settings; those of an install without one when there is none. */
export function configOf(sync: Pick<ManifestSync, 'spec'> | undefined): GitopsConfig {
  if (!sync) return none;
  const { repository, file, configMapRef, path, branch = '' } = sync.spec;
  const { schedule = usualSchedule, prune = false, suspend = false } = sync.spec;
  const elsewhere =
    file ?? (configMapRef && `${configMapRef.name}/${configMapRef.key ?? usualPath}`);
  return {
    enabled: !suspend,
    repoUrl: withoutCredentials(repository ?? ''),
    path: elsewhere ?? path ?? usualPath,
    branch,
    schedule,
    prune,
  };
}
