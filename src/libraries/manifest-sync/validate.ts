import { manifestSyncSpecSchema } from '../../resources/manifest-sync.gen.ts';
import type { ManifestSyncSpec } from '../../resources/manifest-sync.ts';
import { integrationsName } from '../integrations/settings.ts';
import { scheduleMistake } from '../../resources/schedule.ts';
import { createSpecValidator } from '../../resources/validator.ts';

const validate = createSpecValidator(manifestSyncSpecSchema);

const places = ['repository', 'configMapRef', 'file'] as const;
const ofRepository = ['path', 'branch', 'secretRef'] as const;

/** Returns the mistakes of a ManifestSync's spec as one text, or undefined. `onCluster`: whether a cluster serves it. */
export function manifestSyncMistake(
  spec: ManifestSyncSpec,
  onCluster: boolean,
): string | undefined {
  return manifestSyncMistakes(spec, onCluster).join('; ') || undefined;
}

/** Returns the same mistakes one by one. The mistake of a field begins with the name of the field. */
export function manifestSyncMistakes(spec: ManifestSyncSpec, onCluster: boolean): string[] {
  const ofShape = validate(spec);
  const { schedule } = spec;
  const isReadable = schedule !== undefined && !ofShape.some((one) => /^schedule\b/.test(one));
  const ofSchedule =
    isReadable && schedule !== 'manual' ? scheduleMistake(schedule, 'schedule') : undefined;
  const ofPlace = ofShape.length > 0 ? undefined : placeMistake(spec, onCluster);
  return [...ofShape, ofPlace, ofSchedule].filter((one) => one !== undefined);
}

function placeMistake(spec: ManifestSyncSpec, onCluster: boolean): string | undefined {
  if (places.filter((place) => spec[place] !== undefined).length !== 1) {
    return `spec must have exactly one of ${places.join(', ')}`;
  }
  const stray = ofRepository.find((field) => spec[field] !== undefined && !spec.repository);
  if (stray) return `${stray} belongs to repository; remove it`;
  if (spec.secretRef?.name === integrationsName) {
    return `secretRef must name a Secret of the manifest's own; without secretRef, Lectern uses the integration of the repository's host`;
  }
  if (onCluster && spec.file !== undefined) {
    return 'file belongs to the one-process install; use repository or configMapRef';
  }
  if (!onCluster && (spec.configMapRef ?? spec.secretRef)) {
    return `${spec.configMapRef ? 'configMapRef' : 'secretRef'} needs a cluster; use repository with your own Git configuration, or file`;
  }
  return undefined;
}
