import { RunError } from '../../../base/errors.ts';
import type { GitSource } from '../../../resources/library.ts';
import type { Doxyfile } from '../doxygen/doxyfile.ts';
import { selectFiles, type SelectSettings, createFileFilter } from '../filter.ts';
import { formatOf } from '../formats.ts';
import { compilePath, segmentsOf } from '../path-glob.ts';
import { separateCopies } from '../repeats/copies.ts';
import { withoutRepeats } from '../repeats/without-repeats.ts';
import type { SettingsText } from '../script-reference.ts';
import { titlesOnSites, type Site } from '../site-exclusions.ts';
import type { SkippedItem } from '../skipped-item.ts';
import { variantFolders } from '../variant-folders.ts';
import type { SelectedFile } from './read-file.ts';
import type { RepositoryConfig } from './repository-config.ts';
import type { TreeEntry } from './repository.ts';

interface ChosenFiles {
  files: SelectedFile[];
  /** Translations and older versions, and symbolic links and submodules that could contain documents. */
  skipped: SkippedItem[];
}

/** What files of the repository say about what to read. */
interface RepositorySettings {
  config: RepositoryConfig;
  book?: string;
  doxyfiles?: readonly Doxyfile[];
  scriptSettings?: readonly SettingsText[];
  sites?: readonly Site[];
}

/**
 * Chooses the files to read of a repository. `book`: the folder with the text of a book. Each setting of the Library replaces the repository's own setting. Throws
 * RunError('NoDocumentation'), which names the expected files, if there are none.
 */
export function chooseFiles(
  entries: TreeEntry[],
  source: GitSource,
  { config, book, doxyfiles = [], scriptSettings = [], sites = [] }: RepositorySettings,
): ChosenFiles {
  const settings: SelectSettings = {
    folders: firstGiven(source.folders, config.folders),
    excludeFolders: firstGiven(source.excludeFolders, config.excludeFolders),
    excludeFiles: firstGiven(source.excludeFiles, config.excludeFiles),
    locales: source.locales ?? [],
    indexSourceCode: source.indexSourceCode ?? false,
    doxyfiles,
    scriptSettings,
  };
  const selected = selectFiles(
    entries.filter(({ kind }) => kind === 'file'),
    settings,
  );
  if (selected.length === 0) throw undocumented(settings, entries);
  const { folders = [], locales = [] } = settings;
  const { files, leftOut } = withoutRepeats(selected, {
    folders,
    locales,
    sites,
    ...(book !== undefined && { book }),
  });
  const skipped = leftOut.map((left): SkippedItem => ({ type: 'skipped', ...left }));
  return {
    files: withVariants(withTitles(files, sites)),
    skipped: [...skipped, ...indirections(entries, settings)],
  };
}

/** Adds the titles that a site gives its pages. */
function withTitles(files: SelectedFile[], sites: readonly Site[]): SelectedFile[] {
  const titles = titlesOnSites(sites);
  return files.map((file) => {
    const title = titles.get(file.path);
    return title === undefined ? file : { ...file, title };
  });
}

/** Adds the folders that tell documents with the same name apart. A text of several folders is about none of them, and source code has names of its own. */
function withVariants(files: SelectedFile[]): SelectedFile[] {
  const documents = files.filter(({ format }) => format !== 'code').map(({ path }) => path);
  const variants = variantFolders(documents);
  const { copies } = separateCopies(files);
  return files.map((file) => {
    const variant = copies.has(file) ? undefined : variants.get(file.path);
    return variant === undefined ? file : { ...file, variant };
  });
}

function firstGiven(...lists: (readonly string[] | undefined)[]): readonly string[] {
  return lists.find((list) => list !== undefined && list.length > 0) ?? [];
}

/** Returns the links and submodules to report. A link's target is in the tree itself, or outside, where nothing may be read. */
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

/** Returns the folders of the Library in which no file lies, to report. */
export function missingFolders(entries: TreeEntry[], { folders = [] }: GitSource): SkippedItem[] {
  const paths = folders.length > 0 ? entries.map(({ path }) => segmentsOf(path)) : [];
  const missing = folders.filter((folder) => {
    const isBelow = compilePath(folder);
    return !/^[./]*$/.test(folder) && !paths.some((path) => isBelow(path));
  });
  const reason = 'no file has this path, which folders names from the root';
  return missing.map((path) => ({ type: 'skipped', path, reason, documents: 0 }));
}

const lookedFor =
  'Markdown, MDX, reStructuredText, AsciiDoc, DocBook, text, notebooks, HTML under docs, API descriptions or source code';

function undocumented({ folders = [] }: SelectSettings, entries: TreeEntry[]): RunError {
  const where = folders.length > 0 ? ` under ${folders.join(', ')} or at the root` : '';
  const found = entries.length === 1 ? 'its one file' : `its ${entries.length} files`;
  return new RunError(
    'NoDocumentation',
    `there is no documentation: looked for ${lookedFor}${where} among ${found}; check folders, excludeFolders and excludeFiles`,
  );
}
