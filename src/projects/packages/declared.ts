import { fieldAt, textOf } from '../../base/json-fields.ts';
import type { PackageFacts } from '../dependency.ts';
import { folder, homepageRepository, repositoryAddress } from '../repository-address.ts';

/** What a package declares about its origin, in the words of its ecosystem. */
export interface Declared {
  /** Addresses of its repository, the best first. */
  repositories: string[];
  /** Pages that are its repository if a known host serves them. */
  homepages?: string[];
  directory?: string;
  tag?: string;
  commit?: string;
  installed?: string;
}

/** Returns the facts of a declaration. */
export function factsOf(declared: Declared): PackageFacts {
  const { repositories, homepages = [], tag = '', commit = '', installed } = declared;
  const found =
    repositories.map(repositoryAddress).find((address) => address !== undefined) ??
    homepages.map(homepageRepository).find((address) => address !== undefined);
  return {
    ...(found && { repository: { ...found, ...folder(declared.directory) } }),
    ...(/^\w[\w./@+-]{0,199}$/.test(tag) && { tag }),
    ...(/^[\da-f]{40}$/i.test(commit) && { commit: commit.toLowerCase() }),
    ...(installed !== undefined && { installed }),
    ...(!found && { problem: 'the package names no Git repository' }),
  };
}

/** Returns what a package.json, or the npm index's document of a version, declares. */
export function declaredByNpm(document: unknown): Declared {
  const repository = fieldAt(document, 'repository');
  return {
    repositories: [textOf(repository) || textOf(fieldAt(repository, 'url'))],
    homepages: [textOf(fieldAt(document, 'homepage'))],
    directory: textOf(fieldAt(repository, 'directory')),
    commit: textOf(fieldAt(document, 'gitHead')),
  };
}

/** Returns what a pubspec declares. */
export function declaredByPub(pubspec: unknown): Declared {
  return {
    repositories: [textOf(fieldAt(pubspec, 'repository'))],
    homepages: [textOf(fieldAt(pubspec, 'homepage'))],
  };
}

const sourceLabel = /^(?:source|source ?code|repository|repo|code|git|github|gitlab|scm|vcs)$/;
const pageLabel = /^(?:homepage|home|home-page|project|download|documentation|docs|changelog)$/;

/** Returns what the labeled addresses of a package of Python or Elixir declare. */
export function declaredByLabels(urls: readonly [string, string][]): Declared {
  const labeled = (pattern: RegExp): string[] =>
    urls.filter(([label]) => pattern.test(label.trim().toLowerCase())).map(([, url]) => url.trim());
  return {
    repositories: labeled(sourceLabel),
    homepages: labeled(pageLabel),
  };
}
