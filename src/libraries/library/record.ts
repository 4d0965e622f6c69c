import {
  readersOf,
  type Credential,
  type Judged,
} from '../../identity/access/credential-policy.ts';
import { isEmbedding } from './decide.ts';
import { DEFAULT_VERSION } from '../../store/snippet-index.ts';
import type { LibraryRecord } from '../../resources/library-record.ts';
import {
  chosenTitle,
  type Library,
  type LibrarySource,
  type LibrarySpec,
  type LibraryStatus,
} from '../../resources/library.ts';

/** Trust score before the first run has ended (src/libraries/scores/trust.ts). */
const trustOfUnknown = 5;

/** Sources of the types of imports. */
const importedSources = { repo: 'git', website: 'website', openapi: 'openapi' } as const;

/** What runs found in the content of a library. */
export type FoundContent = Partial<Pick<LibraryRecord, 'topics' | 'names' | 'ownerRules'>>;

/**
 * Returns the search record of a Library. Topics and names come from the last run that read everything, rules from the last
 * successful run. The record contains the rules only while the spec allows them. Pure.
 */
export function recordOf(
  library: Judged,
  { topics = '', names = [], ownerRules = [] }: FoundContent = {},
): LibraryRecord {
  const { spec, status } = library;
  const { visibility, teamspace } = readersOf(library);
  return {
    ...naming(spec, status),
    ...counts(status),
    ...quality(status),
    topics,
    ...(names.length > 0 && { names }),
    ...(spec.ownerRules === 'allow' && ownerRules.length > 0 && { ownerRules }),
    source: sourceOf(spec.source),
    ...(status.trust?.license !== undefined && { license: status.trust.license }),
    ...(visibility === 'private' && { visibility, teamspace }),
  };
}

/**
 * Returns what runs have found in the content after a run found this. What earlier runs found stays where this run tells nothing,
 * unless it opens the library to everybody: those runs may have read other documents with a credential. `held` is the record
 * before. Pure.
 */
export function contentAfter(
  library: Judged,
  held: LibraryRecord | undefined,
  found: FoundContent | undefined,
): FoundContent {
  const { topics, names, ownerRules } = found ?? {};
  const opens =
    found && held?.visibility === 'private' && readersOf(library).visibility === 'public';
  return {
    ...(!opens && held),
    ...(topics !== undefined && { topics }),
    ...(names && { names }),
    ...(ownerRules && { ownerRules }),
  };
}

/** How much a credential restricts who may read. Others may publish what a Secret or a URL reads than what an integration reads. */
const strengths: Readonly<Record<Credential, number>> = {
  none: 0,
  url: 1,
  secret: 1,
  integration: 2,
};

/** Returns true if a run with this credential may open to others what a run with a stronger one has read. Pure. */
export function mayOpen({ status }: Pick<Library, 'status'>, credential: Credential): boolean {
  return strengths[credential] < strengths[status.credential ?? 'none'];
}

/** Compares records regardless of the order of their keys. Records contain only flat values and lists. */
export function sameRecord(a: LibraryRecord, b: LibraryRecord): boolean {
  const flat = (record: LibraryRecord): string =>
    JSON.stringify(Object.entries(record).sort(([left], [right]) => left.localeCompare(right)));
  return flat(a) === flat(b);
}

/** Returns the kind of source for policies. An import has that of its original, if the export tells it. */
function sourceOf(source: LibrarySource): string {
  const type = source.import?.type;
  return type ? importedSources[type] : (Object.keys(source)[0] ?? '');
}

function naming(spec: LibrarySpec, status: LibraryStatus) {
  return {
    id: spec.id,
    title: titleOf({ spec, status }),
    description: descriptionOf({ spec, status }),
    aliases: spec.aliases ?? [],
    formerIds: spec.formerIds ?? [],
  };
}

function counts({ state, branch, lastUpdateDate, versions, ...status }: LibraryStatus) {
  // Questions find all of its content by words. Clients wait for 'finalized'.
  const isSearchable =
    state === 'processing' && status.run !== undefined && isEmbedding(status.run);
  return {
    state: isSearchable ? ('finalized' as const) : (state ?? ('initial' as const)),
    branch: branch ?? '',
    lastUpdateDate: lastUpdateDate ?? '',
    totalTokens: status.totalTokens ?? 0,
    totalSnippets: status.totalSnippets ?? 0,
    versions: (versions ?? []).map(({ name }) => name).filter((name) => name !== DEFAULT_VERSION),
  };
}

function quality({ stars = 0, trustScore, benchmarkScore }: LibraryStatus) {
  return {
    stars,
    trustScore: trustScore ?? trustOfUnknown,
    benchmarkScore: benchmarkScore ?? 0,
  };
}

interface Described {
  spec: LibrarySpec;
  status: LibraryStatus;
}

/** Returns the effective description: that of the resource or of the source, or else ''. */
export function descriptionOf({ spec, status }: Described): string {
  return spec.description ?? status.description ?? '';
}

/**
 * Returns the effective title: that of the resource or of the source, or else the words of the id's last part. If that part only says
 * that a repository is documentation, as in `/redis/docs`, the owner is the title.
 */
export function titleOf({ spec, status }: Described): string {
  const [name = '', owner = name] = spec.id.split('/').toReversed();
  const isHosted = /^(?:https?:|ssh:|git@)/.test(spec.source.git?.url ?? '');
  const named = isHosted && ofDocumentation.test(name) ? owner : name;
  return chosenTitle(spec) ?? status.title ?? named.replaceAll(/[_-]+/g, ' ');
}

const ofDocumentation = /^(?:docs?|documentation|(?:web-?)?site)$/i;
