import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { manifestSyncMistake } from '../../../libraries/manifest-sync/validate.ts';
import { LecternError } from '../../../base/errors.ts';
import { gitopsName } from '../../../libraries/gitops/config.ts';
import { readManifestFile } from '../../../libraries/manifest/readers.ts';
import { parseManifest } from '../../../libraries/manifest/parse.ts';
import { librariesOf } from '../../../libraries/manifest/to-library.ts';
import { annotations } from '../../../resources/library.ts';
import type {
  ManifestSync,
  ManifestSyncSpec,
  SyncReport,
} from '../../../resources/manifest-sync.ts';
import type { Settings } from '../../settings/settings.ts';
import { parseLocation } from '../../../indexing/sources/git/location.ts';
import type { Registry } from '../../../store/registry.ts';

/** The settings that name a manifest and say when to read it. An empty `manifest` turns off the one of a clone. */
export type ManifestSettings = Pick<
  Settings,
  'manifest' | 'manifestPath' | 'manifestBranch' | 'manifestSchedule' | 'prune'
>;

/** Returns the spec of the manifest in the settings, or undefined if there is none. */
export function manifestSpec(settings: ManifestSettings): ManifestSyncSpec | undefined {
  const { manifest = ownManifest(), manifestPath: path, manifestBranch: branch, prune } = settings;
  if (!manifest) return undefined;
  const schedule = settings.manifestSchedule;
  const common = {
    prune,
    ...(path !== undefined && { path }),
    ...(branch !== undefined && { branch }),
  };
  return isRepository(manifest)
    ? { repository: manifest, ...(schedule !== undefined && { schedule }), ...common }
    : { file: resolve(manifest), schedule: schedule ?? 'every-5-minutes', ...common };
}

/** Returns the manifest of the clone, if the command runs in a clone. */
function ownManifest(): string | undefined {
  const file = join('config', 'repos.yaml');
  return existsSync(file) ? file : undefined;
}

function isRepository(text: string): boolean {
  return /^(?:(?:git\+)?https?|ssh):\/\//i.test(text) || /^[\w.-]+@[\w.-]+:/.test(text);
}

/**
 * Checks the manifest settings and a manifest file before the start. Throws LecternError with every mistake. A manifest in a
 * repository is not read, because its server may be unreachable.
 */
export async function checkManifest(spec: ManifestSyncSpec): Promise<void> {
  const mistake = manifestSyncMistake(spec, false);
  if (mistake) throw new LecternError('validation_error', `Manifest: ${mistake}`);
  if (spec.repository !== undefined) parseLocation(spec.repository, false);
  if (spec.file === undefined) return;
  const { text, name: file, baseDir = '' } = await readManifestFile(spec.file);
  librariesOf(parseManifest(text), { name: file, baseDir });
}

interface StartManifest {
  /** The spec in the settings; undefined for none. */
  spec: ManifestSyncSpec | undefined;
  /** Whether the settings name a manifest or exclude one. */
  isGiven: boolean;
}

/**
 * Creates, changes or deletes the ManifestSync `default` to match the settings. If it was set over HTTP, it changes only if
 * the settings name a manifest.
 */
export async function keepDefaultManifest(
  manifests: Pick<Registry<ManifestSync>, 'get' | 'create' | 'patch' | 'delete'>,
  { spec, isGiven }: StartManifest,
): Promise<void> {
  const held = await manifests.get(gitopsName);
  const isOfApi = held?.metadata.annotations?.[annotations.configuredBy] === 'api';
  if (isOfApi && (!isGiven || !spec)) return;
  if (!spec) {
    if (held) await manifests.delete(gitopsName);
  } else if (held) {
    const byStart = { [annotations.configuredBy]: null };
    await manifests.patch(gitopsName, { spec, annotations: byStart });
  } else {
    await manifests.create({ metadata: { name: gitopsName }, spec });
  }
}

/** Returns one line for the failure of a sync, and one for each entry that was skipped or failed. */
export function problemsOf({ error, entries }: SyncReport): string[] {
  const left = entries.filter(({ action }) => action === 'skipped' || action === 'failed');
  return [
    ...(error ? [`✗ manifest  ${error.message}`] : []),
    ...left.map(({ libraryId, action, reason }) => `- ${libraryId}  ${action}: ${reason}`),
  ];
}
