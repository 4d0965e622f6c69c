import { integrationsName } from '../integrations/settings.ts';
import { librarySpecSchema, type LibrarySpec } from '../../resources/library.gen.ts';
import { keyOf, type Library, type LibrarySource } from '../../resources/library.ts';
import { scheduleMistake } from '../../resources/schedule.ts';
import { createSpecValidator } from '../../resources/validator.ts';
import { refNameMistake } from '../../indexing/sources/git/ref-name.ts';
import { resourcesMistake, type MaxResources } from './max-resources.ts';

const validate = createSpecValidator(librarySpecSchema);

const sourceTypes = ['git', 'website', 'llmstxt', 'openapi', 'wiki', 'pages', 'import'] as const;

/** Bounds that an install sets. */
export interface SpecBounds {
  /** Maximum resources of a run. Absent if runs are threads. */
  maxResources?: MaxResources;
}

/** Returns the mistakes of a Library's spec, or undefined. */
export function specMistake(value: unknown, { maxResources }: SpecBounds = {}): string | undefined {
  const mistakes = validate(value);
  if (mistakes.length > 0) return mistakes.join('; ');
  const { versions, source, refresh, secretRef, resources } = value as LibrarySpec;
  return (
    sourceMistake(source) ??
    refMistake(source, versions) ??
    secretMistake(secretRef) ??
    versionsMistake(source, versions) ??
    resourcesMistake(resources ?? {}, maxResources) ??
    (refresh && refreshMistake(refresh))
  );
}

/** Returns why a Library is not served. Readers of one namespace may not know what another one has. */
export function duplicateMistake(
  { metadata, spec }: Library,
  { metadata: holder }: Library,
): string {
  return holder.namespace === metadata.namespace
    ? `The Library ${keyOf(holder)} has the id ${spec.id}; delete one of them, or create this one with another id`
    : `An older Library in another namespace has the id ${spec.id}; create this one with another id`;
}

/** Returns why a Library waits while a namespace cannot be read. */
export function unreadMistake({ spec }: Library): string {
  return `The id ${spec.id} may be that of a Library in a namespace that Lectern may not read now. Allow Lectern to read it, or create this Library with another id`;
}

function versionsMistake({ git }: LibrarySource, versions: string[] = []): string | undefined {
  if (versions.length > 0 && !git) return 'versions belong to a git source only; remove them';
  const twice = versions.find((version, at) => versions.indexOf(version) !== at);
  return twice === undefined ? undefined : `versions names ${twice} twice; name each once`;
}

function sourceMistake(source: LibrarySource): string | undefined {
  if (sourceTypes.filter((type) => source[type]).length !== 1) {
    return `source must have exactly one of ${sourceTypes.join(', ')}`;
  }
  const { wiki, openapi } = source;
  if (openapi && (openapi.url === undefined) === (openapi.upload === undefined)) {
    return 'openapi must have exactly one of url and upload';
  }
  if (!wiki || wiki.spaceKey || wiki.pageIds?.length) return undefined;
  return 'wiki must have spaceKey, pageIds or both';
}

/** Finds mistakes early that a run would also refuse. */
function refMistake({ git }: LibrarySource, versions: string[] = []): string | undefined {
  if (!git) return undefined;
  // An empty branch means the default branch.
  const branch = git.branch ? refNameMistake(git.branch, 'branch') : undefined;
  const mistakes = versions.map((version) => refNameMistake(version, 'versions'));
  return branch ?? mistakes.find((mistake) => mistake !== undefined);
}

/** A Library cannot choose the Secret of the integrations, because each run gets only the part for its host. */
function secretMistake(secret: LibrarySpec['secretRef']): string | undefined {
  if (secret?.name !== integrationsName) return undefined;
  return `secretRef must name a Secret of the library's own; ${integrationsName} has the credentials of the whole install`;
}

function refreshMistake({
  schedule,
  interval,
  maxInterval,
}: NonNullable<LibrarySpec['refresh']>): string | undefined {
  if ((schedule === undefined) === (interval === undefined)) {
    return 'refresh must have exactly one of schedule and interval';
  }
  if (maxInterval !== undefined && interval === undefined) {
    return 'refresh.maxInterval needs refresh.interval';
  }
  return schedule === undefined ? undefined : scheduleMistake(schedule, 'refresh.schedule');
}
