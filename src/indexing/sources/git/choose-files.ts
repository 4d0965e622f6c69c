import { RunError } from '../../../base/errors.ts';
import type { GitSource } from '../../../resources/library.ts';
import { createFileFilter } from '../filter.ts';
import { selectFiles, type SelectSettings } from '../filter-select.ts';
import { formatOf } from '../formats.ts';
import type { SelectedFile, SkippedItem } from './git-snapshot.ts';
import type { TreeEntry } from './repository.ts';
import type { RepositoryConfig } from './repository-config.ts';

export interface ChosenFiles {
  files: SelectedFile[];
  /** Symbolic links and submodules where documents could have been. */
  skipped: SkippedItem[];
}

/**
 * What is read of a repository: the entry's settings win over the repository's own, field by field. Throws
 * RunError('NoDocumentation') when nothing is left, saying what was looked for.
 */
export function chooseFiles(
  entries: TreeEntry[],
  source: GitSource,
  config: RepositoryConfig,
): ChosenFiles {
  const settings: SelectSettings = {
    folders: firstGiven(source.folders, config.folders),
    excludeFolders: firstGiven(source.excludeFolders, config.excludeFolders),
    excludeFiles: firstGiven(source.excludeFiles, config.excludeFiles),
    indexSourceCode: source.indexSourceCode ?? false,
  };
  const files = selectFiles(
    entries.filter(({ kind }) => kind === 'file'),
    settings,
  );
  if (files.length === 0) throw undocumented(settings, entries);
  return { files, skipped: indirections(entries, settings) };
}

function firstGiven(...lists: (readonly string[] | undefined)[]): readonly string[] {
  return lists.find((list) => list !== undefined && list.length > 0) ?? [];
}

/** A link's target is in the tree under its own name, or it lies outside, where nothing may be read. */
function indirections(entries: TreeEntry[], settings: SelectSettings): SkippedItem[] {
  const isWanted = createFileFilter(settings);
  return entries.flatMap(({ path, kind }): SkippedItem[] => {
    if (kind === 'submodule' && isWanted(`${path}/README.md`)) {
      return [{ type: 'skipped', path, reason: 'is a submodule; add its repository by itself' }];
    }
    const format = kind === 'link' ? formatOf(path) : undefined;
    const isDocument = format !== undefined && format !== 'code' && isWanted(path);
    return isDocument ? [{ type: 'skipped', path, reason: 'is a symbolic link' }] : [];
  });
}

const lookedFor =
  'Markdown, MDX, reStructuredText, AsciiDoc, text, notebooks, HTML under docs, API descriptions or source code';

function undocumented({ folders = [] }: SelectSettings, entries: TreeEntry[]): RunError {
  const where = folders.length > 0 ? ` under ${folders.join(', ')} or at the root` : '';
  const found = entries.length === 1 ? 'its one file' : `its ${entries.length} files`;
  return new RunError(
    'NoDocumentation',
    `there is no documentation: looked for ${lookedFor}${where} among ${found}; check folders, excludeFolders and excludeFiles`,
  );
}
