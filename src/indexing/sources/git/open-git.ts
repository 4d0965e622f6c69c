import { decodeText } from '../../../base/http/charset.ts';
import type { GitSource } from '../../../resources/library.ts';
import type { Parser } from '../../parser.ts';
import { isTextFile } from '../formats.ts';
import {
  describingFiles,
  describingKind,
  maxDescribingBytes,
} from '../project/describing-files.ts';
import type { ProjectFacts } from '../project/project-facts.ts';
import type { SourceFacts } from '../source-facts.ts';
import type { SkippedItem } from '../skipped-item.ts';
import { maxBytesOf, type Snapshot, type SourceOptions } from '../source.ts';
import { isDoxyfile } from '../doxygen/doxyfile.ts';
import { isScriptSettings } from '../script-reference.ts';
import { parseSettings, readSettingsTexts } from './settings-files.ts';
import { chooseFiles, missingFolders } from './choose-files.ts';
import { createGitSnapshot } from './git-snapshot.ts';
import { hostFacts } from './host-facts.ts';
import { pageOf, publicHosts, type GitHost } from './hosts.ts';
import { parseLocation, type GitLocation } from './location.ts';
import { type ConfiguredReading, openConfigured } from './open-configured.ts';
import { createToolFinder, type Toolbox } from './toolbox.ts';
import { assertRefName, type RefNames } from './ref-name.ts';
import { configName, type RepositoryConfig } from './repository-config.ts';
import type { RepositoryOptions, TreeEntry, Repository } from './repository.ts';
import { readSmallFiles } from './small-files.ts';

interface GitOpenerOptions {
  /** The git program; undefined to read without one. */
  gitProgram: string | undefined;
  /** The process's environment, for git's own settings in it. */
  env?: NodeJS.ProcessEnv;
  /** Hosts whose API is used. */
  hosts?: readonly GitHost[];
}

/** Opens one version of a Git repository, or of a folder on this machine. Throws RunError. */
export type OpenGit = (source: GitSource, options: SourceOptions) => Promise<Snapshot>;

/** Returns an opener. Its first call looks for the git program. */
export function createGitOpener(options: GitOpenerOptions): OpenGit {
  const { gitProgram, env = process.env, hosts = publicHosts } = options;
  const findTools = createToolFinder(gitProgram, env);
  return async (source, sourceOptions) => {
    const tools = await findTools();
    const location = parseLocation(source.url, sourceOptions.allowLocal);
    return open({ source, options: sourceOptions, location, tools, hosts });
  };
}

/** Opens Git sources with the installed git program. */
export const openGit: OpenGit = createGitOpener({ gitProgram: 'git' });

interface Opening {
  source: GitSource;
  options: SourceOptions;
  location: GitLocation;
  tools: Toolbox;
  hosts: readonly GitHost[];
}

async function open(opening: Opening): Promise<Snapshot> {
  const { options } = opening;
  const ref = wantedRef(opening.source, options);
  const ended = new AbortController();
  const facts = askHost(opening, AbortSignal.any([options.signal, ended.signal]));
  let reading: ConfiguredReading | undefined;
  try {
    reading = await openConfigured(opening.location, repositoryOptions(options, ref), {
      tools: opening.tools,
      parser: options.parser,
    });
    return await snapshotOf(opening, reading, await facts);
  } catch (error) {
    ended.abort();
    await reading?.repository.close();
    throw error;
  }
}

function wantedRef(source: GitSource, options: SourceOptions): string | undefined {
  if (options.version !== undefined) assertRefName(options.version, 'version');
  if (source.branch) assertRefName(source.branch, 'branch');
  return options.version ?? (source.branch || undefined);
}

function repositoryOptions(
  { isNew, limits, workDir, allowedRanges, allowLocal, credentials, signal }: SourceOptions,
  ref: string | undefined,
): RepositoryOptions {
  return {
    ...(ref !== undefined && { ref }),
    ...(isNew && { isNew }),
    maxBlobBytes: maxBytesOf('openapi', limits),
    maxTotalBytes: limits.maxTotalBytes,
    idleMs: limits.requestTimeoutMs,
    workDir,
    allowedRanges,
    trusted: allowLocal,
    ...(credentials && { credentials }),
    isCandidate: (path) =>
      path === configName ||
      isDoxyfile(path) ||
      isScriptSettings(path) ||
      isTextFile(path) ||
      describingKind(path) !== undefined,
    signal,
  };
}

/** Asks the host for facts, for the default version only. All versions share them. */
async function askHost(
  { location, options, hosts }: Opening,
  signal: AbortSignal,
): Promise<SourceFacts> {
  if (location.kind === 'local' || options.version !== undefined) return {};
  const { allowedRanges } = options;
  return hostFacts(pageOf(location.url), { hosts, allowedRanges, signal });
}

async function snapshotOf(
  { source, options }: Opening,
  { repository, entries, config, linkTemplate }: ConfiguredReading,
  facts: SourceFacts,
): Promise<Snapshot> {
  const { files, skipped } = chooseFiles(entries, source, {
    config,
    ...parseSettings(await readSettingsTexts(repository, entries, options.signal)),
  });
  // Other versions may lack a folder.
  const missing = options.version === undefined ? missingFolders(entries, source) : [];
  const { versions, problems } = await existingVersions(repository, config, options.signal);
  // The host's default branch says nothing about a source that reads a tag.
  const branch = repository.branch ?? (source.branch || facts.branch);
  const describing = describingFiles(entries.filter(({ kind }) => kind === 'file'));
  return createGitSnapshot({
    repository,
    entries,
    // Only the default version is described.
    describing: options.version === undefined ? describing.map(({ oid }) => oid) : [],
    parser: options.parser,
    files,
    skipped: [...missing, ...skipped, ...[...config.problems, ...problems].map(aboutConfig)],
    facts: {
      ...facts,
      ...(config.title && { title: config.title }),
      ...(config.description && { description: config.description }),
      ...(branch && { branch }),
      ...(versions.length > 0 && { versions }),
      ...(config.rules.length > 0 && { rules: config.rules }),
    },
    linkTemplate,
    limits: options.limits,
    describe: async (signal) => {
      const project = await readDescribing(repository, describing, { ...options, signal });
      return describedBy(config, project, facts);
    },
  });
}

/** What the owner wrote for readers goes before what the project's files say, and the host's line before the README's sentence. */
function describedBy(
  config: RepositoryConfig,
  { title, description, ...project }: ProjectFacts,
  host: SourceFacts,
): ProjectFacts {
  const named = config.title ?? title;
  const chosen = config.description ?? description ?? host.description ?? project.firstSentence;
  return {
    ...project,
    ...(named !== undefined && { title: named }),
    ...(chosen !== undefined && { description: chosen }),
  };
}

/** Reads the files that describe a project. Leaves out those that cannot be read or are too large. */
async function readDescribing(
  repository: Repository,
  wanted: TreeEntry[],
  { parser, signal }: { parser: Parser; signal: AbortSignal },
): Promise<ProjectFacts> {
  const found = await readSmallFiles(repository, wanted, { maxBytes: maxDescribingBytes, signal });
  const files = found.map(({ path, content }) => ({ path, text: decodeText(content) }));
  return parser.run('project', files, { signal });
}

function aboutConfig(problem: string): SkippedItem {
  return { type: 'skipped', path: configName, reason: problem };
}

/** Returns the versions of a configuration that exist. A stale version causes a warning, so that it does not fail every run. */
async function existingVersions(
  repository: Repository,
  config: RepositoryConfig,
  signal: AbortSignal,
): Promise<{ versions: string[]; problems: string[] }> {
  if (config.versions.length === 0) return { versions: [], problems: [] };
  const { tags, branches }: RefNames = await repository.refs(signal);
  const names = new Set([...tags, ...branches]);
  const missing = config.versions.filter((version) => !names.has(version));
  return {
    versions: config.versions.filter((version) => names.has(version)),
    problems: missing.map((version) => `there is neither a tag nor a branch named ${version}`),
  };
}
