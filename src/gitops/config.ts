import { manifestSyncMistake } from '../controller/manifest-sync/validate.ts';
import { LecternError, RunError } from '../errors.ts';
import type { ManifestSync, ManifestSyncSpec } from '../resources/manifest-sync.ts';
import { assertRefName } from '../sources/git/ref-name.ts';
import { parseLocation, withoutCredentials } from '../sources/git/location.ts';

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

const usualPath = 'repos.yaml';
const none: GitopsConfig = {
  enabled: false,
  repoUrl: '',
  path: usualPath,
  branch: '',
  schedule: 'every-15-minutes',
  prune: false,
};

/** What a ManifestSync says in the words of the settings; those of an install without one when there is none. */
export function configOf(sync: ManifestSync | undefined): GitopsConfig {
  if (!sync) return none;
  const { repository, file, configMapRef, path, branch = '' } = sync.spec;
  const { schedule = none.schedule, prune = false, suspend = false } = sync.spec;
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

/**
 * The spec after a change of settings; what the change leaves out stays as it is, and new settings are enabled. Throws
 * LecternError('validation_error') that names the field. Credentials that a Secret holds stay with the repository they
 * were given for.
 */
export function changedSpec(
  change: Partial<GitopsConfig>,
  sync: ManifestSync | undefined,
): ManifestSyncSpec {
  const before = configOf(sync);
  const config = { ...before, ...(!sync && { enabled: true }), ...change };
  const spec: ManifestSyncSpec = {
    ...placeOf(config, before, sync?.spec),
    schedule: config.schedule || none.schedule,
    prune: config.prune,
    suspend: !config.enabled,
  };
  // What else the spec may hold was judged by whoever serves it: a file is for the embedded platform alone.
  const mistake = manifestSyncMistake(spec, spec.file === undefined);
  if (mistake !== undefined) throw refused(fieldOf(mistake), mistake);
  return spec;
}

type Place = Pick<
  ManifestSyncSpec,
  'repository' | 'file' | 'configMapRef' | 'path' | 'branch' | 'secretRef'
>;

function placeOf(config: GitopsConfig, before: GitopsConfig, held?: ManifestSyncSpec): Place {
  const repoUrl = config.repoUrl.trim();
  if (repoUrl === '') return elsewhere(config, before, held);
  const isSame = held?.repository !== undefined && repoUrl === before.repoUrl;
  if (!isSame) refuseWrongUrl(repoUrl);
  // A file's own path is no path of a repository.
  const wasElsewhere = held !== undefined && held.repository === undefined;
  const path = wasElsewhere && config.path === before.path ? usualPath : pathOf(config.path);
  const branch = branchOf(config.branch);
  return {
    repository: isSame ? held.repository! : repoUrl,
    path,
    ...(branch && { branch }),
    ...(isSame && held.secretRef && { secretRef: held.secretRef }),
  };
}

/** A manifest that is a file or a ConfigMap stays where it is: HTTP leads to repositories only. */
function elsewhere(config: GitopsConfig, before: GitopsConfig, held?: ManifestSyncSpec): Place {
  const { file, configMapRef } = held ?? {};
  if (file === undefined && !configMapRef) {
    throw refused(
      'repoUrl',
      'it is empty; give the URL of the Git repository that holds the manifest',
    );
  }
  if (config.path !== before.path) {
    throw refused('path', 'it belongs to a repository; give repoUrl too, or leave path as it is');
  }
  if (config.branch !== '') throw refused('branch', 'it belongs to a repository; give repoUrl too');
  return { ...(file !== undefined && { file }), ...(configMapRef && { configMapRef }) };
}

function refuseWrongUrl(repoUrl: string): void {
  try {
    const location = parseLocation(repoUrl, false);
    if (location.kind === 'http' && location.credentials) {
      throw refused(
        'repoUrl',
        'it carries credentials, which everybody who may see the settings would read; leave them out and set them as an integration of the host',
      );
    }
  } catch (error) {
    if (error instanceof RunError) throw refused('repoUrl', error.message);
    throw error;
  }
}

function pathOf(text: string): string {
  const path = text.trim().replace(/^(?:\.?\/)+/, '');
  if (path === '') return usualPath;
  const wrong = /[\p{Cc}\\]|\/$/u.test(path) || path.split('/').includes('..');
  if (!wrong) return path;
  throw refused(
    'path',
    `${JSON.stringify(path.slice(0, 100))} cannot be in a repository; expected for instance repos.yaml or docs/repos.yaml`,
  );
}

function branchOf(text: string): string {
  const branch = text.trim();
  try {
    if (branch !== '') assertRefName(branch, 'branch');
  } catch (error) {
    if (error instanceof RunError) throw refused('branch', error.message);
    throw error;
  }
  return branch;
}

/** The rules of the resource begin with the name of its field. */
function fieldOf(mistake: string): keyof GitopsConfig {
  const name = /^\w+/.exec(mistake)?.[0] ?? '';
  if (name === 'path' || name === 'branch' || name === 'schedule') return name;
  return 'repoUrl';
}

function refused(field: keyof GitopsConfig, mistake: string): LecternError {
  return new LecternError('validation_error', 400, `Field "${field}": ${mistake}.`);
}
