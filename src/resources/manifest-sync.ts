import type { Resource } from './library.ts';
import type { ManifestSyncSpec, ManifestSyncStatus } from './manifest-sync.gen.ts';

export type { ManifestSyncSpec, ManifestSyncStatus };

/** A manifest whose entries become Libraries: a custom resource, or a row of the database. */
export interface ManifestSync extends Resource<ManifestSyncSpec, ManifestSyncStatus> {}

/** What the last sync did, in the shape that HTTP answers too. */
export type SyncReport = NonNullable<ManifestSyncStatus['lastSync']>;

/** Path of a manifest in its repository, and its key in a ConfigMap, if the spec names none. */
export const usualManifest = 'repos.yaml';

/** Schedule of syncs if the spec names none. */
export const usualSchedule = 'every-15-minutes';
