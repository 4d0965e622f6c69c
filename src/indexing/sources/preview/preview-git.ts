import { RunError } from '../../../base/errors.ts';
import type { GitSource } from '../../../resources/library.ts';
import { parseLocation, type GitLocation } from '../git/location.ts';
import { openConfigured } from '../git/open-configured.ts';
import { readSettingsTexts } from '../git/settings-files.ts';
import type { Repository, RepositoryOptions } from '../git/repository.ts';
import {
  assertRefName,
  emptyRepository,
  newestFirst,
  unknownRef,
  type RefNames,
} from '../git/ref-name.ts';
import { remoteRefs } from '../git/ls-remote.ts';
import { listOf } from './listed.ts';
import { idleMs, limits, type Found, type Preview, type PreviewOptions } from './preview.ts';

/**
 * Previews a repository: its branches and tags, whether `branch` exists, and its documents, if they can be listed in a
 * short time. Throws RunError.
 */
export async function previewGit(source: GitSource, options: PreviewOptions): Promise<Preview> {
  const { url, branch } = source;
  const { allowedRanges, workDir, tools, credentials, signal } = options;
  if (branch) assertRefName(branch, 'branch');
  const location = parseLocation(url, false);
  if (location.kind === 'local') return {};
  const connection = { trusted: false, allowedRanges, workDir, idleMs, signal };
  const refs = await remoteRefs(
    location,
    { ...connection, ...(credentials && { credentials }) },
    tools,
  );
  const { defaultBranch, branches, tags } = refs;
  const others = branches.filter((name) => name !== defaultBranch);
  const found = {
    url: location.url,
    ...(defaultBranch !== undefined && { defaultBranch }),
    branches: listOf(defaultBranch === undefined ? branches : [defaultBranch, ...others]),
    tags: listOf(tags.toSorted(newestFirst)),
  };
  const mistake = mistakeOf(location.url, refs, branch);
  if (mistake) return { found, failure: { reason: mistake.reason, message: mistake.message } };
  return { found: { ...found, ...(await documentsOf(source, location, options)) } };
}

/**
 * Returns the documents that a run reads, and those that it leaves out. Fetches only the list of
 * files, and their settings. Returns nothing if that takes too long or too much data. Without a git program it would
 * fetch all files, so it returns nothing.
 */
async function documentsOf(
  source: GitSource,
  location: GitLocation,
  { allowedRanges, workDir, tools, credentials, parser, signal, listingMs = 5000 }: PreviewOptions,
): Promise<Pick<Found, 'pages' | 'leftOut'>> {
  if (!tools.program) return {};
  const timed = AbortSignal.any([signal, AbortSignal.timeout(listingMs)]);
  const options: RepositoryOptions = {
    ...(source.branch && { ref: source.branch }),
    maxBlobBytes: limits.maxDocumentBytes,
    maxTotalBytes: limits.maxTotalBytes,
    idleMs,
    workDir,
    allowedRanges,
    trusted: false,
    ...(credentials && { credentials }),
    isCandidate: () => true,
    signal: timed,
  };
  let repository: Repository | undefined;
  try {
    const opened = await openConfigured(location, options, { tools, parser });
    ({ repository } = opened);
    const { entries, config } = opened;
    const settings = await readSettingsTexts(repository, entries, timed);
    // Hundreds of milliseconds for a large repository, in which no question would get an answer.
    return await parser.run(
      'listedDocuments',
      { entries, source, config, settings },
      { signal: timed },
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!timed.aborted && !(error instanceof RunError)) throw error;
    return {};
  } finally {
    await repository?.close();
  }
}

function mistakeOf(url: string, refs: RefNames, branch: string | undefined): RunError | undefined {
  const empty = emptyRepository(url, refs);
  if (empty) return empty;
  if (!branch || refs.branches.includes(branch) || refs.tags.includes(branch)) return undefined;
  return unknownRef(branch, url, refs);
}
