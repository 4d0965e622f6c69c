import { usualManifest, usualSchedule, type ManifestSync } from '../../resources/manifest-sync.ts';
import { withoutCredentials } from '../../indexing/sources/git/location.ts';

/** Name of the ManifestSync that stores the GitOps settings. */
export const gitopsName = 'default';

/** The GitOps settings in requests and responses. */
export interface GitopsConfig {
  /** Whether syncs run at start, by schedule and by push. Requested syncs always run. */
  enabled: boolean;
  /** Git repository of the manifest. '' if the manifest is a file or a ConfigMap, or if there is none. */
  repoUrl: string;
  /** Path in the repository. For a file: its path. For a ConfigMap: its name and key. */
  path: string;
  /** '' means the repository's default branch. */
  branch: string;
  /** Five cron fields in UTC, a preset, or `manual`. */
  schedule: string;
  prune: boolean;
}

const none: GitopsConfig = {
  enabled: false,
  repoUrl: '',
  path: usualManifest,
  branch: '',
  schedule: usualSchedule,
  prune: false,
};

/** Returns the GitOps settings of a ManifestSync, or the defaults if there is none. */
export function configOf(sync: Pick<ManifestSync, 'spec'> | undefined): GitopsConfig {
  if (!sync) return none;
  const { repository, file, configMapRef, path, branch = '' } = sync.spec;
  const { schedule = usualSchedule, prune = false, suspend = false } = sync.spec;
  const elsewhere =
    file ?? (configMapRef && `${configMapRef.name}/${configMapRef.key ?? usualManifest}`);
  return {
    enabled: !suspend,
    repoUrl: withoutCredentials(repository ?? ''),
    path: elsewhere ?? path ?? usualManifest,
    branch,
    schedule,
    prune,
  };
}
