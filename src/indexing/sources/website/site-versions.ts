import type { LeftOut } from '../repeats/left-out.ts';
import { PathList, shareIn } from '../repeats/sibling-folders.ts';
import { findSuperseded, isVersionName, leastShare } from '../repeats/superseded-versions.ts';
import { LeftOutPages } from './left-out-pages.ts';

/** Names of versions that are not released yet. The documentation beside them is that of the released version. */
const unreleased = /^(?:next|canary|nightly|unreleased)$/i;
/** Maximum number of pages to remember. */
const mostPages = 10_000;

/**
 * Finds the pages of versions that other pages of a site supersede. A crawl reads the pages without a version first. Then those
 * in folders of versions are compared with them by the rules for folders of a repository.
 */
export class SiteVersions {
  /** Path of the scope of the crawl, with slashes at both ends. A version in there is the one that the source names. */
  private readonly scope: string;
  private readonly read = new Set<string>();
  /** Names of the versions that are left out, by the paths of their folders. */
  private readonly folders = new Map<string, string>();
  private readonly left = new LeftOutPages();

  constructor(scope: string) {
    this.scope = scope;
  }

  /** Returns whether a page is in a folder of a version. */
  has(url: URL): boolean {
    return versionIn(this.pathOf(url)) !== undefined;
  }

  /** Notes that a page was read. */
  note(url: URL): void {
    if (this.read.size < mostPages) this.read.add(this.pathOf(url));
  }

  /** Learns which of these pages, which wait in folders of versions, belong to versions to leave out. */
  learn(waiting: readonly URL[]): void {
    const list = new PathList([...this.read, ...waiting.map((url) => this.pathOf(url))]);
    for (const path of [...findSuperseded(list, []).paths, ...unreleasedIn(list)]) {
      const version = versionIn(path);
      if (version) this.folders.set(version.folder, version.name);
    }
  }

  /** Returns whether a page belongs to a version to leave out, and counts it. */
  leavesOut(url: URL): boolean {
    if (this.folders.size === 0) return false;
    const name = this.folders.get(versionIn(this.pathOf(url))?.folder ?? '');
    if (name === undefined) return false;
    this.left.add(url, name);
    return true;
  }

  /** Returns the pages that were left out; undefined for none. */
  leftOut(): LeftOut | undefined {
    return this.left.record({
      kind: 'other versions',
      hint: 'to read another version, start from its page',
    });
  }

  /** Returns the path of a page below the scope, in one form for all servers. */
  private pathOf({ pathname }: URL): string {
    const path = pathname.startsWith(this.scope) ? pathname.slice(this.scope.length) : '';
    const page = path.replace(/(?:^|\/)index\.html?$|\.html?$|\/$/, '');
    // The start page of a version.
    return isVersion(page.slice(page.lastIndexOf('/') + 1)) ? `${page}/` : page;
  }
}

function isVersion(name: string): boolean {
  return isVersionName(name) || unreleased.test(name);
}

/** Returns the outermost folder of a path that has the name of a version. */
function versionIn(path: string): { folder: string; name: string } | undefined {
  const segments = path.split('/').slice(0, -1);
  const at = segments.findIndex(isVersion);
  if (at === -1) return undefined;
  return { folder: `${segments.slice(0, at + 1).join('/')}/`, name: segments[at]! };
}

/** Returns the pages of versions that are not released, if the released version is beside them. */
function unreleasedIn(list: PathList): string[] {
  return list
    .siblings((name) => unreleased.test(name))
    .flatMap(({ parent, below }) => {
      const released = list.below(parent, new Set(below.keys()));
      return [...below]
        .filter(([, paths]) => shareIn(paths, released) >= leastShare)
        .flatMap(([name, paths]) => [...paths].map((path) => `${parent}${name}/${path}`));
    });
}
