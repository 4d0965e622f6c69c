import { isExcludedPath, isPublicHeader, isTestPath } from '../documents/code/excluded-code.ts';
import { documentationFolder } from '../documents/documentation-folder.ts';
import { isAboutProject } from './documentation.ts';
import { isDoxyfile, isYes, type Doxyfile } from './doxygen/doxyfile.ts';
import { doxygenInput } from './doxygen/doxygen-input.ts';
import { formatOf, isSourceCode } from './formats.ts';

const header = /\.(?:h|hh|hpp|hxx)$/i;
/** Sources, without those of other libraries, of drivers and for the parts of a library itself. */
const source =
  /^(?!(?:[^/\n]+\/)*(?:libs|drivers|external|externals|extern|ext|deps|3rd[-_]?party|third[-_]?party|contrib|submodules|internal|details?|impl|priv|private|platform|examples?|samples?|demos?)\/).*\.(?:c|cc|cpp|cxx)$/i;
/** A library with more headers, or with more sources, is many libraries. */
const mostHeaders = 1_000;

/** Filters for headers and sources of C and C++. */
export interface HeaderFilters {
  /** Headers that users of a library do not include: those outside of the folders `include`, if there are such folders. */
  isPrivate: (path: string) => boolean;
  /** Headers and sources that are the reference of the documentation, because Doxygen makes pages of them. */
  isReference: (path: string) => boolean;
}

/** Settings of Doxygen with the usual name, whose input need not be known. */
const usualName = /(?:^|\/)doxyfile(?:\.in)?$/i;

/** An input that only a build knows, such as `@SAW_FOLDERS@`. */
const buildVariable = /^(?:@\w+@|\$[({]\w+[)}])$/;

/** Returns filters for the headers and sources of a repository. */
export function headerFilters(
  paths: readonly string[],
  doxyfiles: readonly Doxyfile[] = [],
): HeaderFilters {
  const headers = new Set(paths.filter((path) => isPublicHeader(path) && isSourceCode(path)));
  const read = doxyfiles.length === 0 ? [] : doxygenFiles(paths, doxyfiles, headers);
  const reference = new Set(read);
  const ofBuild = doxyfiles.some(({ settings }) =>
    settings.get('INPUT')?.some((value) => buildVariable.test(value)),
  );
  const isKnown = read.some((path) => headers.has(path) || (header.test(path) && !ofBuild));
  const isUnknown = !isKnown && headers.size <= mostHeaders && paths.some(isUsual);
  if (isUnknown && !isOfProgram(paths, doxyfiles)) {
    for (const path of headers) reference.add(path);
  }
  return {
    isPrivate: (path) =>
      (isKnown || headers.size > 0) &&
      header.test(path) &&
      !headers.has(path) &&
      !reference.has(path),
    isReference: (path) => reference.has(path),
  };
}

function isUsual(path: string): boolean {
  return usualName.test(path) && isDoxyfile(path);
}

/** Returns the headers and sources that settings of Doxygen name, and those in folders that they name. */
function doxygenFiles(
  paths: readonly string[],
  doxyfiles: readonly Doxyfile[],
  headers: ReadonlySet<string>,
): string[] {
  const { isNamed, isRead } = doxygenInput(doxyfiles, paths);
  const read = paths.filter((path) => (header.test(path) || source.test(path)) && isRead(path));
  // Headers beside those in folders `include` are for the library itself.
  const hasPublic = read.some((path) => headers.has(path));
  const isProgram = isOfProgram(paths, doxyfiles);
  if (isProgram && !hasPublic) {
    const forUsers = doxyfiles.filter((file) => !isForDevelopers(file));
    return doxygenFiles(paths, forUsers, headers);
  }
  const shown = read.filter(
    (path) =>
      header.test(path) && (isNamed(path) || (hasPublic ? headers.has(path) : isSourceCode(path))),
  );
  const sources = read.filter(
    (path) => !isProgram && source.test(path) && !isTestPath(path) && !isExcludedPath(path),
  );
  return [shown, sources].flatMap((some) => (some.length <= mostHeaders ? some : []));
}

/** Returns whether some settings are for the people who work on a program, which has a manual for its users. */
function isOfProgram(paths: readonly string[], doxyfiles: readonly Doxyfile[]): boolean {
  return doxyfiles.some(isForDevelopers) && hasManual(paths);
}

const developerFolder = /(?:^|\/)(?:dev|devel|developers?|development)\//i;

/**
 * Returns whether settings are for the people who work on a program: by their folder, or because they describe all code. Sphinx shows parts of
 * what `GENERATE_XML` writes.
 */
function isForDevelopers({ path, settings }: Doxyfile): boolean {
  if (developerFolder.test(path)) return true;
  return isYes(settings, 'EXTRACT_ALL') && !isYes(settings, 'GENERATE_XML');
}

const manualFormats: ReadonlySet<string | undefined> = new Set([
  'markdown',
  'rst',
  'asciidoc',
  'docbook',
]);
/** A library can have a guide of fewer documents beside the pages of Doxygen. */
const fewestOfManual = 40;

/** Returns whether a repository has a manual for users. */
function hasManual(paths: readonly string[]): boolean {
  const isOfManual = (path: string): boolean =>
    documentationFolder.test(path) &&
    !path.endsWith('.dox') &&
    manualFormats.has(formatOf(path)) &&
    !isAboutProject(path);
  return paths.filter(isOfManual).length >= fewestOfManual;
}
