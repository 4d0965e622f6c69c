import { FileProblem } from '../formats/file-problem.ts';
import { isMavenArtifact, type MavenArtifact } from '../formats/maven-artifact.ts';
import { pomOf, textIn, type Pom } from '../formats/pom.ts';
import { childText, field, parseXml } from '../formats/texts.ts';
import { homepageRepository, longestAddress, repositoryAddress } from '../repository-address.ts';
import type { Declared } from './declared.ts';

const maxParents = 8;

/** Returns what a pom declares, with what its parents declare where it is silent. */
export async function declaredByPom(
  xml: string,
  load: (parent: MavenArtifact) => Promise<string | undefined>,
): Promise<Declared> {
  const own = parsed(xml);
  if (!own) return { repositories: [] };
  const family = [own];
  for (;;) {
    const last = family.at(-1)!;
    const isEnough =
      family.some((pom) => hasOrigin(pom, own)) && !family.some((pom) => isOpen(pom, own));
    const parent = parentOf(last);
    const canLoad = !isEnough && family.length <= maxParents && isMavenArtifact(parent);
    const text = canLoad ? await load(parent) : undefined;
    const next = text === undefined ? undefined : parsed(text);
    if (!next) return declaredBy(family, own);
    last.parent = next;
    family.push(next);
  }
}

function parsed(xml: string): Pom | undefined {
  try {
    return pomOf(parseXml(xml, 'project'));
  } catch (error) {
    if (error instanceof FileProblem || error instanceof RangeError) return undefined;
    throw error;
  }
}

function parentOf({ element }: Pom): MavenArtifact {
  const text = (name: string): string => childText(field(element, 'parent'), name);
  return { group: text('groupId'), artifact: text('artifactId'), version: text('version') };
}

function declaredBy(family: readonly Pom[], own: Pom): Declared {
  const at = family.findIndex((pom) => hasOrigin(pom, own));
  const origin = at === -1 ? undefined : family[at];
  // A parent that several projects share has another repository.
  const heard = at === -1 ? family : family.slice(0, at + 1);
  const homepages = heard.map((pom) => pageOf(pom, own));
  if (!origin) return { repositories: [], homepages };
  const modules = addressesOf(origin, own).map((address) =>
    withoutModule(address, childText(origin.element, 'artifactId')),
  );
  // Only an address with `.git` tells a module from a repository in a group of GitLab.
  const best = modules.toSorted((a, b) => Number(b.directory !== '') - Number(a.directory !== ''));
  const tag = textIn(contextOf(origin, own), childText(field(origin.element, 'scm'), 'tag'));
  const repositories = best.map(({ address }) => address);
  const directory = best[0]?.directory;
  if (origin === own) {
    return { repositories, homepages, ...(directory && { directory }), ...(tag && { tag }) };
  }
  // The folder in an address of a parent is the folder of the parent.
  return {
    repositories: repositories.map((text) => repositoryAddress(text)?.url ?? text),
    homepages: homepages.map((page) => homepageRepository(page)?.url ?? page),
    ...(tag && { tag }),
  };
}

const scmAddresses = ['url', 'connection', 'developerConnection'] as const;

/** Returns whether a pom names its repository, or a page that is one. */
function hasOrigin(pom: Pom, own: Pom): boolean {
  const page = pageOf(pom, own);
  return addressesOf(pom, own).length > 0 || homepageRepository(page) !== undefined;
}

/** Returns whether a text of a pom's `scm` has a property that only a further parent can have. */
function isOpen(pom: Pom, own: Pom): boolean {
  const scm = field(pom.element, 'scm');
  return [...scmAddresses, 'tag'].some((name) => {
    const text = childText(scm, name);
    return text !== '' && textIn(contextOf(pom, own), text) === '';
  });
}

function addressesOf(pom: Pom, own: Pom): string[] {
  const scm = field(pom.element, 'scm');
  const context = contextOf(pom, own);
  return scmAddresses
    .map((name) => textIn(context, childText(scm, name)))
    .filter((address) => address !== '' && address.length <= longestAddress);
}

function pageOf(pom: Pom, own: Pom): string {
  return textIn(contextOf(pom, own), childText(pom.element, 'url'));
}

/**
 * Returns the pom whose properties an inherited text has. Maven takes the one that inherits. A parent of the same release is
 * in the same repository, so its own name is the right one.
 */
function contextOf(pom: Pom, own: Pom): Pom {
  const release = (of: Pom): string => textIn(of, '${project.groupId}:${project.version}');
  return release(pom) === release(own) ? pom : own;
}

/** Maven appends the path of each module to the address that the module inherits. */
function withoutModule(address: string, artifact: string): { address: string; directory: string } {
  const text = address.replace(/\/+$/, '');
  const [, repository = '', path = ''] =
    /^(.{1,900}?\.git)\/+(.+)$/.exec(text) ??
    /^(.*\b(?:github\.com|bitbucket\.org|codeberg\.org)[/:][^/]+\/[^/]+)\/(.+)$/.exec(text) ??
    [];
  const isModule = (path !== '' && path === artifact) || path.endsWith(`/${artifact}`);
  const isPage = /^(?:-\/)?(?:tree|blob|src)\//.test(path);
  return isModule && !isPage
    ? { address: repository, directory: path }
    : { address: text, directory: '' };
}
