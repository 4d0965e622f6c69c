import { aboutField } from '../../base/about-field.ts';
import { manifestSyncMistakes } from '../manifest-sync/validate.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import {
  usualManifest,
  usualSchedule,
  type ManifestSync,
  type ManifestSyncSpec,
} from '../../resources/manifest-sync.ts';
import { assertRefName } from '../../indexing/sources/git/ref-name.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { configOf, type GitopsConfig } from './config.ts';

/** The mistake of one setting. The message is a clause without a period. */
export interface GitopsMistake {
  field: keyof GitopsConfig;
  message: string;
}

/** The result of a validation: the new spec, or the mistakes, at most one for each field. */
export type JudgedChange =
  { spec: ManifestSyncSpec; mistakes: [] } | { spec: undefined; mistakes: GitopsMistake[] };

/**
 * Validates a change of the settings. Absent fields keep their values, and new settings are enabled. The reference to a Secret stays
 * only while the repository stays the same.
 */
export function judgeChange(
  change: Partial<GitopsConfig>,
  sync: ManifestSync | undefined,
): JudgedChange {
  const before = configOf(sync);
  const config = { ...before, ...(!sync && { enabled: true }), ...change };
  const found = new Findings();
  const spec: ManifestSyncSpec = {
    ...placeOf({ config, before, held: sync?.spec }, found),
    schedule: config.schedule || usualSchedule,
    prune: config.prune,
    suspend: !config.enabled,
  };
  // HTTP cannot set a file, so an existing one has already passed validation, on the embedded platform.
  for (const mistake of manifestSyncMistakes(spec, spec.file === undefined)) {
    found.add(fieldOf(mistake), mistake);
  }
  const { mistakes } = found;
  return mistakes.length > 0 ? { spec: undefined, mistakes } : { spec, mistakes: [] };
}

/** Returns the spec after a change of the settings. Throws LecternError('validation_error') that names every invalid field. */
export function changedSpec(
  change: Partial<GitopsConfig>,
  sync: ManifestSync | undefined,
): ManifestSyncSpec {
  const { spec, mistakes } = judgeChange(change, sync);
  if (spec) return spec;
  const sentences = mistakes.map(({ field, message }) => aboutField(field, message));
  throw new LecternError('validation_error', `${sentences.join('; ')}.`);
}

/** The mistakes of a change. Keeps only the first of each field, because it often causes the others. */
class Findings {
  private readonly byField = new Map<keyof GitopsConfig, GitopsMistake>();

  get mistakes(): GitopsMistake[] {
    return [...this.byField.values()];
  }

  add(field: keyof GitopsConfig, message: string): void {
    if (!this.byField.has(field)) this.byField.set(field, { field, message });
  }

  /** Adds the RunError of `read` as a mistake. */
  check(field: keyof GitopsConfig, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.add(field, error.message);
    }
  }
}

type Place = Pick<
  ManifestSyncSpec,
  'repository' | 'file' | 'configMapRef' | 'path' | 'branch' | 'secretRef'
>;

interface Change {
  config: GitopsConfig;
  before: GitopsConfig;
  held: ManifestSyncSpec | undefined;
}

function placeOf(change: Change, found: Findings): Place {
  const { config, before, held } = change;
  const repoUrl = config.repoUrl.trim();
  if (repoUrl === '' && isElsewhere(held)) return elsewhere(change, found);
  // The path of a file or ConfigMap is not a path in the new repository.
  const isFilePath = isElsewhere(held) && config.path === before.path;
  const path = isFilePath ? usualManifest : pathOf(config.path, found);
  const branch = config.branch.trim();
  if (branch !== '') found.check('branch', () => assertRefName(branch, 'branch'));
  const place = { path, ...(branch && { branch }) };
  if (held?.repository === undefined || repoUrl !== before.repoUrl) {
    checkUrl(repoUrl, found);
    return { repository: repoUrl, ...place };
  }
  const { repository, secretRef } = held;
  return { repository, ...place, ...(secretRef && { secretRef }) };
}

function isElsewhere(held: ManifestSyncSpec | undefined): boolean {
  return held?.file !== undefined || held?.configMapRef !== undefined;
}

/** Keeps the file or ConfigMap of a manifest. Over HTTP, only a repository can replace it. */
function elsewhere({ config, before, held }: Change, found: Findings): Place {
  const { file, configMapRef } = held ?? {};
  if (config.path !== before.path) {
    found.add('path', 'it belongs to a repository; give repoUrl too, or leave path as it is');
  }
  if (config.branch !== '') found.add('branch', 'it belongs to a repository; give repoUrl too');
  return { ...(file !== undefined && { file }), ...(configMapRef && { configMapRef }) };
}

function checkUrl(repoUrl: string, found: Findings): void {
  if (repoUrl === '') {
    found.add('repoUrl', 'it is empty; give the URL of the Git repository that holds the manifest');
    return;
  }
  found.check('repoUrl', () => {
    const location = parseLocation(repoUrl, false);
    if (location.kind !== 'http' || !location.credentials) return;
    found.add(
      'repoUrl',
      'it carries credentials, which everybody who can see the settings could read; remove them and set an integration of the host',
    );
  });
}

function pathOf(text: string, found: Findings): string {
  const path = text.trim().replace(/^(?:\.?\/)+/, '');
  if (path === '') return usualManifest;
  const wrong = /[\p{Cc}\\]|\/$/u.test(path) || path.split('/').includes('..');
  if (wrong) {
    const shown = JSON.stringify(path.slice(0, 100));
    const message = `${shown} cannot be in a repository; expected a path such as repos.yaml or docs/repos.yaml`;
    found.add('path', message);
  }
  return path;
}

/** Returns the setting for a mistake of the resource, whose text begins with the name of a field. */
function fieldOf(mistake: string): keyof GitopsConfig {
  const name = /^\w+/.exec(mistake)?.[0] ?? '';
  if (name === 'path' || name === 'branch' || name === 'schedule') return name;
  return 'repoUrl';
}
