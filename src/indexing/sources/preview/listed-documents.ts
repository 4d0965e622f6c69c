import type { GitSource } from '../../../resources/library.ts';
import { chooseFiles, missingFolders } from '../git/choose-files.ts';
import type { RepositoryConfig } from '../git/repository-config.ts';
import type { TreeEntry } from '../git/repository.ts';
import { parseSettings, type SettingsTexts } from '../git/settings-files.ts';
import { separateCopies } from '../repeats/copies.ts';
import { listOf, type Listed } from './listed.ts';

/** What a preview reads of a repository. */
export interface ListedRepository {
  entries: TreeEntry[];
  source: GitSource;
  config: RepositoryConfig;
  settings: SettingsTexts;
}

/** The documents that a run reads, and what it leaves out because it repeats other documents, with the reason. */
export interface ListedDocuments {
  pages: Listed;
  leftOut?: string[];
}

/** Returns the documents that a run reads, and those that it leaves out. Throws RunError('NoDocumentation') if there are none. */
export function listedDocuments({
  entries,
  source,
  config,
  settings,
}: ListedRepository): ListedDocuments {
  const { files, skipped } = chooseFiles(entries, source, { config, ...parseSettings(settings) });
  const repeated = skipped.filter(({ documents }) => documents !== undefined);
  const left = [...missingFolders(entries, source), ...repeated];
  const leftOut = left.map(({ path, reason }) => `${path}: ${reason}`);
  const pages = listOf(separateCopies(files).originals.map(({ path }) => path));
  return { pages, ...(leftOut.length > 0 && { leftOut }) };
}
