import { RunError } from '../../../base/errors.ts';
import type { Parser } from '../../parser.ts';
import type { GitLocation } from './location.ts';
import { openRepository, type OpenedRepository } from './open-repository.ts';
import {
  configName,
  emptyConfig,
  maxConfigBytes,
  type RepositoryConfig,
} from './repository-config.ts';
import type { RepositoryOptions, TreeEntry } from './repository.ts';
import { readSmallFiles } from './small-files.ts';
import type { Toolbox } from './toolbox.ts';

/** An open repository and its files. */
interface Reading extends OpenedRepository {
  entries: TreeEntry[];
}

/** An open repository, its files, and its own configuration. */
export interface ConfiguredReading extends Reading {
  config: RepositoryConfig;
}

/**
 * Opens a repository at a ref, or at the branch that its own configuration names. Does not switch in a local checkout, because
 * its owner wants the files that are checked out. The caller closes the repository. Throws RunError.
 */
export async function openConfigured(
  location: GitLocation,
  options: RepositoryOptions,
  { tools, parser }: { tools: Toolbox; parser: Parser },
): Promise<ConfiguredReading> {
  const { ref, signal } = options;
  const reading = await read(location, options, tools);
  try {
    const config = await readOwnConfig(reading, { parser, signal });
    const { branch } = config;
    const isElsewhere = branch !== undefined && branch !== reading.repository.branch;
    const own =
      isElsewhere && ref === undefined && location.kind !== 'local'
        ? await readBranch(location, { ...options, ref: branch }, tools)
        : reading;
    if (own === undefined) config.problems.push(`there is no branch named ${branch}`);
    else if (own !== reading) await reading.repository.close();
    return { ...(own ?? reading), config };
  } catch (error) {
    await reading.repository.close();
    throw error;
  }
}

async function read(
  location: GitLocation,
  options: RepositoryOptions,
  tools: Toolbox,
): Promise<Reading> {
  const opened = await openRepository(location, options, tools);
  try {
    return { ...opened, entries: await opened.repository.entries(options.signal) };
  } catch (error) {
    await opened.repository.close();
    throw error;
  }
}

/** Returns undefined if the branch does not exist. */
async function readBranch(...given: Parameters<typeof read>): Promise<Reading | undefined> {
  try {
    return await read(...given);
  } catch (error) {
    if (error instanceof RunError && error.reason === 'NotFound') return undefined;
    throw error;
  }
}

/** Reads the repository's own configuration; an empty one if there is none. */
async function readOwnConfig(
  { repository, entries }: Reading,
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<RepositoryConfig> {
  const entry = entries.find(({ path, kind }) => path === configName && kind === 'file');
  if (!entry) return emptyConfig();
  const [file] = await readSmallFiles(repository, [entry], { maxBytes: maxConfigBytes, signal });
  if (!file) return { ...emptyConfig(), problems: [`it is larger than ${maxConfigBytes} bytes`] };
  return parser.run('repositoryConfig', file.content.toString('utf8'), { signal });
}
