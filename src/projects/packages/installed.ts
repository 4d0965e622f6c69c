import { dirname, join, relative } from 'node:path';
import { parse } from 'smol-toml';
import { fieldAt, objects, textOf } from '../../base/json-fields.ts';
import type { Dependency, Ecosystem, PackageFacts } from '../dependency.ts';
import { isMavenArtifact, pomPath } from '../formats/maven-artifact.ts';
import { folder as folderField, goModuleRepository } from '../repository-address.ts';
import {
  declaredByNpm,
  declaredByPub,
  declaredByLabels,
  factsOf,
  type Declared,
} from './declared.ts';
import { mavenCopy } from './maven-copy.ts';
import { declaredByPom } from './maven-facts.ts';
import { namesIn, readWithin, realWithin } from './read-within.ts';
import { declaredByNuspec } from './xml-facts.ts';
import { normalPythonName } from '../formats/names.ts';
import { parseYamlTable } from '../formats/texts.ts';
import { parsedJson } from '../../base/json.ts';

/** Where installed packages are. */
export interface Places {
  /** Absolute path of the project. */
  folder: string;
  /** Home folder of the person. */
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  signal: AbortSignal;
}

type Reader = (dependency: Dependency, places: Places) => Promise<Declared | undefined>;

/** Returns the facts of the installed copy of exactly the locked version; undefined without such a copy. */
export async function installedFacts(
  dependency: Dependency,
  places: Places,
): Promise<PackageFacts | undefined> {
  if (!isPackageName(dependency)) return undefined;
  const declared = await readers[dependency.ecosystem](dependency, places);
  return declared && factsOf(declared);
}

/** Returns whether a name and version can be parts of a path or URL and lead nowhere else. */
export function isPackageName({ name, version, installedAs = name }: Dependency): boolean {
  const parts = [...name.split(/[/:]/), ...installedAs.split(/[/:]/), version || '0'];
  return parts.every((part) => /^[@\w~][\w.+~!-]*$/.test(part) && !part.includes('..'));
}

const readers: Readonly<Record<Ecosystem, Reader>> = {
  npm: fromNodeModules,
  pypi: fromSitePackages,
  go: fromGo,
  cargo: fromCargo,
  maven: fromMaven,
  rubygems: fromGems,
  packagist: fromComposer,
  nuget: fromNuget,
  pub: fromPub,
  hex: fromMix,
};

/** Looks beside the manifest and in the folders above it, up to the project. */
async function fromNodeModules(
  { name, installedAs = name, version, declaredIn }: Dependency,
  places: Places,
): Promise<Declared | undefined> {
  const { folder } = places;
  for (const at of foldersAbove(declaredIn, folder)) {
    const found = join(at, 'node_modules', installedAs);
    for (const root of [folder, ...pnpmStores(places)]) {
      const document = parsedJson(await readWithin(root, join(found, 'package.json')));
      if (document === undefined) continue;
      // Node.js loads the nearest copy, so a copy farther up is not the one in use.
      if (textOf(fieldAt(document, 'version')) !== version) return undefined;
      return { ...declaredByNpm(document), ...(await copyAt(root, found)) };
    }
  }
  return undefined;
}

/** Returns the folders to which node_modules can link: pnpm can share installed packages between projects. */
function pnpmStores({ home, env }: Places): string[] {
  const { PNPM_HOME: own, XDG_DATA_HOME: data } = env;
  return [
    ...(own ? [join(own, 'store')] : []),
    ...(data ? [join(data, 'pnpm', 'store')] : []),
    join(home, '.local', 'share', 'pnpm', 'store'),
    join(home, 'Library', 'pnpm', 'store'),
    join(home, 'AppData', 'Local', 'pnpm', 'store'),
  ];
}

/** Returns why there is no installed copy of a dependency. */
export async function whyNotInstalled(
  { ecosystem, declaredIn }: Dependency,
  { folder }: Places,
): Promise<string> {
  const folders = ecosystem === 'npm' ? foldersAbove(declaredIn, folder) : [];
  for (const at of folders) {
    if ((await realWithin(folder, join(at, '.pnp.cjs'))) === undefined) continue;
    return "Yarn Plug'n'Play installs packages as archives, which Lectern does not read; set nodeLinker: node-modules in .yarnrc.yml";
  }
  return 'there is no installed copy of this version';
}

/** Returns the folder of a manifest, and those above it up to the project. */
function foldersAbove(manifest: string, project: string): string[] {
  const folders: string[] = [];
  let at = dirname(join(project, manifest));
  while (!relative(project, at).startsWith('..')) {
    folders.push(at);
    if (at === project) break;
    at = dirname(at);
  }
  return folders;
}

async function copyAt(root: string, path: string): Promise<{ installed?: string }> {
  const installed = await realWithin(root, path);
  return installed === undefined ? {} : { installed };
}

async function fromSitePackages(
  { name, version }: Dependency,
  places: Places,
): Promise<Declared | undefined> {
  const environments = [
    join(places.folder, '.venv'),
    join(places.folder, 'venv'),
    places.env['VIRTUAL_ENV'],
  ];
  for (const environment of environments.filter((path) => path !== undefined)) {
    const libraries = await namesIn(join(environment, 'lib'));
    const pythons = libraries.filter((library) => /^python\d/.test(library));
    const sites = pythons.map((python) => join(environment, 'lib', python, 'site-packages'));
    for (const site of [...sites, join(environment, 'Lib', 'site-packages')]) {
      const found = await fromSite(site, name, version);
      if (found) return found;
    }
  }
  return undefined;
}

async function fromSite(
  site: string,
  name: string,
  version: string,
): Promise<Declared | undefined> {
  const info = (await namesIn(site)).find((entry) => {
    const [, distribution = '', held] = /^(.+)-([^-]+)\.dist-info$/.exec(entry) ?? [];
    return normalPythonName(distribution) === normalPythonName(name) && held === version;
  });
  const text = info && (await readWithin(site, join(site, info, 'METADATA')));
  if (!text) return undefined;
  const head = text.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const fields = [...head.matchAll(/^([\w-]+): (.*)$/gm)].map(
    ([, key = '', value = '']) => [key, value] as const,
  );
  const urls = fields.flatMap(([key, value]): [string, string][] => {
    if (key === 'Home-page') return [['homepage', value]];
    const [label = '', url = ''] = value.split(/,\s*/, 2);
    return key === 'Project-URL' ? [[label, url]] : [];
  });
  const direct = parsedJson(await readWithin(site, join(site, info, 'direct_url.json')));
  return {
    ...declaredByLabels(urls),
    commit: textOf(fieldAt(direct, 'vcs_info', 'commit_id')),
    ...(await copyAt(site, join(site, info))),
  };
}

/** Returns a module path or version in the case encoding of Go's cache and proxy. */
export function goEscaped(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => `!${letter.toLowerCase()}`);
}

/** Returns what the Origin of a Go module's .info document and its path declare. */
export function declaredByGo(name: string, info: unknown): Declared {
  const own = goModuleRepository(name);
  const isGit = (textOf(fieldAt(info, 'Origin', 'VCS')) || 'git') === 'git';
  const url = (isGit && textOf(fieldAt(info, 'Origin', 'URL'))) || own?.url || '';
  const directory = textOf(fieldAt(info, 'Origin', 'Subdir')) || own?.directory;
  return {
    repositories: [url],
    ...folderField(directory),
    commit: textOf(fieldAt(info, 'Origin', 'Hash')),
  };
}

async function fromGo(dependency: Dependency, places: Places): Promise<Declared | undefined> {
  const [cached, vendored] = await Promise.all([
    fromModuleCache(dependency, places),
    fromGoVendor(dependency, places),
  ]);
  return cached && vendored ? { ...vendored, ...cached } : (cached ?? vendored);
}

async function fromModuleCache(
  { name, version }: Dependency,
  { home, env }: Places,
): Promise<Declared | undefined> {
  const cache =
    env['GOMODCACHE'] ?? join(env['GOPATH']?.split(':')[0] ?? join(home, 'go'), 'pkg', 'mod');
  const module = goEscaped(name);
  const infoPath = join(cache, 'cache', 'download', module, '@v', `${goEscaped(version)}.info`);
  const info = parsedJson(await readWithin(cache, infoPath));
  const copy = await copyAt(cache, join(cache, `${module}@${goEscaped(version)}`));
  if (info === undefined && copy.installed === undefined) return undefined;
  return { ...declaredByGo(name, info), ...copy };
}

/** Looks in the `vendor` folder beside the manifest, or above it for a workspace. */
async function fromGoVendor(
  { name, version, declaredIn }: Dependency,
  { folder }: Places,
): Promise<Declared | undefined> {
  for (const at of foldersAbove(declaredIn, folder)) {
    const modules = await readWithin(folder, join(at, 'vendor', 'modules.txt'));
    if (modules === undefined) continue;
    const path = vendoredPath(modules, { name, version });
    if (path === undefined) return undefined;
    return {
      ...declaredByGo(name, undefined),
      ...(await copyAt(folder, join(at, 'vendor', path))),
    };
  }
  return undefined;
}

/** Returns the folder of a module in `vendor`. A replaced module has the folder of its own path, and the files of another. */
function vendoredPath(
  modules: string,
  { name, version }: Pick<Dependency, 'name' | 'version'>,
): string | undefined {
  for (const [, path = '', held, by, byVersion] of modules.matchAll(vendoredModule)) {
    const isWanted =
      by === undefined ? path === name && held === version : by === name && byVersion === version;
    if (isWanted && !path.split('/').includes('..')) return path;
  }
  return undefined;
}

const vendoredModule = /^# (\S+)(?: (v\S+))?(?: => (\S+)(?: (v\S+))?)?$/gm;

async function fromCargo(
  { name, version }: Dependency,
  { home, env }: Places,
): Promise<Declared | undefined> {
  const sources = join(env['CARGO_HOME'] ?? join(home, '.cargo'), 'registry', 'src');
  for (const registry of await namesIn(sources)) {
    const crate = join(sources, registry, `${name}-${version}`);
    const manifest = parsedToml(await readWithin(sources, join(crate, 'Cargo.toml')));
    const about = fieldAt(manifest, 'package');
    if (textOf(fieldAt(about, 'version')) !== version) continue;
    const vcs = parsedJson(await readWithin(sources, join(crate, '.cargo_vcs_info.json')));
    return {
      repositories: [textOf(fieldAt(about, 'repository'))],
      homepages: [textOf(fieldAt(about, 'homepage'))],
      directory: textOf(fieldAt(vcs, 'path_in_vcs')),
      commit: textOf(fieldAt(vcs, 'git', 'sha1')),
      ...(await copyAt(sources, crate)),
    };
  }
  return undefined;
}

function parsedToml(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the folder of the local Maven repository. */
export function mavenRepository(home: string): string {
  return join(home, '.m2', 'repository');
}

async function fromMaven(
  { name, version }: Dependency,
  { home, signal }: Places,
): Promise<Declared | undefined> {
  const repository = mavenRepository(home);
  const [group = '', artifact = ''] = name.split(':');
  const pom = { group, artifact, version };
  const xml = isMavenArtifact(pom)
    ? await readWithin(repository, join(repository, pomPath(pom)))
    : undefined;
  if (xml === undefined) return undefined;
  const declared = await declaredByPom(xml, (parent) =>
    readWithin(repository, join(repository, pomPath(parent))),
  );
  const installed = await mavenCopy(repository, pom, signal);
  return { ...declared, ...(installed !== undefined && { installed }) };
}

/** Reads a gemspec as text: it is a program, which must not run. */
async function fromGems(
  { name, version }: Dependency,
  { folder, home, env }: Places,
): Promise<Declared | undefined> {
  const parents = [
    join(folder, 'vendor', 'bundle', 'ruby'),
    join(home, '.gem', 'ruby'),
    join(home, '.local', 'share', 'gem', 'ruby'),
  ];
  const nested = await Promise.all(
    parents.map(async (at) => (await namesIn(at)).map((entry) => join(at, entry))),
  );
  const given = env['GEM_HOME'];
  for (const gems of [...(given === undefined ? [] : [given]), ...nested.flat()]) {
    const found = await installedGem(gems, `${name}-${version}`);
    const path = found && join(gems, 'specifications', `${found}.gemspec`);
    const spec = path && (await readWithin(gems, path));
    if (!found || spec === undefined) continue;
    const quoted = (key: RegExp): string =>
      new RegExp(`${key.source}\\s*=>?\\s*"([^"\\\\]{1,500})"`).exec(spec)?.[1] ?? '';
    return {
      repositories: [quoted(/"source_code_uri"/)],
      homepages: [quoted(/"homepage_uri"/), quoted(/\.homepage/)],
      ...(await copyAt(gems, join(gems, 'gems', found))),
    };
  }
  return undefined;
}

/** Returns the name of a gem's folder: `tool-1.2.3`, or `tool-1.2.3-x86_64-linux` for a build with native code. */
async function installedGem(gems: string, gem: string): Promise<string | undefined> {
  const specs = await namesIn(join(gems, 'specifications'));
  const names = specs.map((spec) => spec.replace(/\.gemspec$/, ''));
  return names.find((one) => one === gem) ?? names.find((one) => one.startsWith(`${gem}-`));
}

async function fromComposer(
  { name, version }: Dependency,
  { folder }: Places,
): Promise<Declared | undefined> {
  const vendor = join(folder, 'vendor');
  const text = await readWithin(vendor, join(vendor, 'composer', 'installed.json'));
  const document = parsedJson(text);
  const plain = (held: string): string => held.replace(/^v(?=\d)/, '');
  const found = objects(fieldAt(document, 'packages') ?? document).find(
    (entry) => textOf(entry['name']) === name && plain(textOf(entry['version'])) === plain(version),
  );
  return found && { ...declaredByComposer(found), ...(await copyAt(vendor, join(vendor, name))) };
}

/** Returns what a package's entry of Composer declares. */
export function declaredByComposer(entry: unknown): Declared {
  return {
    repositories: [
      textOf(fieldAt(entry, 'source', 'url')),
      textOf(fieldAt(entry, 'support', 'source')),
    ],
    homepages: [textOf(fieldAt(entry, 'homepage'))],
    commit: textOf(fieldAt(entry, 'source', 'reference')),
  };
}

async function fromNuget(
  { name, version }: Dependency,
  { home, env }: Places,
): Promise<Declared | undefined> {
  const packages = env['NUGET_PACKAGES'] ?? join(home, '.nuget', 'packages');
  const id = name.toLowerCase();
  const copy = join(packages, id, version.toLowerCase());
  const xml = await readWithin(packages, join(copy, `${id}.nuspec`));
  return xml === undefined
    ? undefined
    : { ...declaredByNuspec(xml), ...(await copyAt(packages, copy)) };
}

async function fromPub(
  { name, version }: Dependency,
  { home, env }: Places,
): Promise<Declared | undefined> {
  const { PUB_CACHE: given, LOCALAPPDATA: data } = env;
  const cache =
    given ?? (data === undefined ? join(home, '.pub-cache') : join(data, 'Pub', 'Cache'));
  const hosted = join(cache, 'hosted');
  for (const host of await namesIn(hosted)) {
    const copy = join(hosted, host, `${name}-${version}`);
    const text = await readWithin(hosted, join(copy, 'pubspec.yaml'));
    if (text === undefined) continue;
    return { ...declaredByPub(parsedPubspec(text)), ...(await copyAt(hosted, copy)) };
  }
  return undefined;
}

function parsedPubspec(text: string): unknown {
  try {
    return parseYamlTable(text);
  } catch {
    return undefined;
  }
}

/** Looks in `deps` beside the manifest and in the folders above it. The metadata of a package are terms of Erlang. */
async function fromMix(
  { name, installedAs = name, version, declaredIn }: Dependency,
  { folder }: Places,
): Promise<Declared | undefined> {
  for (const at of foldersAbove(declaredIn, folder)) {
    const copy = join(at, 'deps', installedAs);
    const terms = await readWithin(folder, join(copy, 'hex_metadata.config'));
    if (!terms?.includes(`{<<"version">>,<<"${version}">>}`)) continue;
    const links = terms.matchAll(/\{<<"([^"]{1,100})">>,\s*<<"(https?:[^"]{1,500})">>\}/g);
    const labeled = [...links].map(([, label = '', url = '']): [string, string] => [label, url]);
    return { ...declaredByLabels(labeled), ...(await copyAt(folder, copy)) };
  }
  return undefined;
}
