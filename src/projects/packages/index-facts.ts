import { messageOf, RunError } from '../../base/errors.ts';
import { HttpStatusError } from '../../base/http/http-errors.ts';
import type { HttpClient } from '../../base/http/client.ts';
import { fieldAt, objects, textOf } from '../../base/json-fields.ts';
import type { Dependency, Ecosystem, PackageFacts } from '../dependency.ts';
import { isMavenArtifact, pomPath } from '../formats/maven-artifact.ts';
import {
  declaredByNpm,
  declaredByPub,
  declaredByLabels,
  factsOf,
  type Declared,
} from './declared.ts';
import { goImportPage, goImportRepository } from './go-import.ts';
import { declaredByComposer, declaredByGo, goEscaped, isPackageName } from './installed.ts';
import { declaredByPom } from './maven-facts.ts';
import { declaredByNuspec } from './xml-facts.ts';
import { parsedJson } from '../../base/json.ts';

/** Base URL of each ecosystem's index, without a slash at its end. */
export type IndexAddresses = Readonly<Record<Ecosystem, string>>;

/** The public indexes. */
export const publicIndexes: IndexAddresses = {
  npm: 'https://registry.npmjs.org',
  pypi: 'https://pypi.org',
  go: 'https://proxy.golang.org',
  cargo: 'https://crates.io',
  maven: 'https://repo1.maven.org/maven2',
  rubygems: 'https://rubygems.org',
  packagist: 'https://repo.packagist.org',
  nuget: 'https://api.nuget.org/v3-flatcontainer',
  pub: 'https://pub.dev',
  hex: 'https://hex.pm',
};

/** The pages of Go modules are small; Go reads their head only. */
const maxPageBytes = 2_000_000;
// PyPI, Packagist and pub list the files or versions of a package in the same document.
const maxBytes = 20_000_000;

type Load = (path: string) => Promise<string>;
interface Reads {
  /** Returns a document of the index. */
  load: Load;
  /** Returns a page of another host; '' if it is missing. */
  page: Load;
}
type Reader = (dependency: Dependency, reads: Reads) => Promise<Declared>;

interface IndexOptions {
  indexes: IndexAddresses;
  http: Pick<HttpClient, 'get'>;
  signal: AbortSignal;
}

/** An index or host that failed so many times in a row is not asked again: each failure can take as long as its timeout. */
const maxFailures = 3;

/** Asks the indexes of the ecosystems, each until it fails too often. */
export class IndexReader {
  private readonly options: IndexOptions;
  /** Failures in a row, by the words that name the index or host in messages. */
  private readonly failures = new Map<string, number>();

  constructor(options: IndexOptions) {
    this.options = options;
  }

  /** Returns what the index of the ecosystem reports of a version. A failure is the facts' `problem`. */
  async factsOf(dependency: Dependency): Promise<PackageFacts> {
    const { ecosystem, name, version } = dependency;
    if (!isPackageName(dependency))
      return { problem: 'its name or version is not one of a package' };
    const index = `the index of ${ecosystem}`;
    try {
      const declared = await readers[ecosystem](dependency, {
        load: (path) => this.get(index, `${this.options.indexes[ecosystem]}/${path}`, maxBytes),
        page: (url) => this.page(url),
      });
      return factsOf(declared);
    } catch (error) {
      this.options.signal.throwIfAborted();
      if (!isUnknown(error)) return { problem: messageOf(error) };
      return { problem: `${name} ${version} is unknown to ${index}`.replace('  ', ' ') };
    }
  }

  /** Returns a pom of Maven's index by its path. Throws an error whose message says why it cannot be read. */
  async pomAt(path: string): Promise<string> {
    const { maven } = this.options.indexes;
    try {
      return await this.get('the index of maven', `${maven}/${path}`, maxBytes);
    } catch (error) {
      if (!isUnknown(error)) throw error;
      throw new Error('its pom is unknown to the index of maven', { cause: error });
    }
  }

  private async page(url: string): Promise<string> {
    try {
      return await this.get(new URL(url).host, url, maxPageBytes);
    } catch (error) {
      if (isUnknown(error)) return '';
      throw error;
    }
  }

  private async get(from: string, url: string, most: number): Promise<string> {
    const { http, signal } = this.options;
    if ((this.failures.get(from) ?? 0) >= maxFailures) {
      const why = `${from} was not asked, because it failed ${maxFailures} times in a row`;
      throw new RunError('Unreachable', why);
    }
    try {
      const { body } = await http.get(url, { signal, maxBytes: most });
      this.failures.delete(from);
      return body.toString('utf8');
    } catch (error) {
      const isFailure =
        error instanceof RunError && ['Unreachable', 'Timeout'].includes(error.reason);
      if (isFailure) this.failures.set(from, (this.failures.get(from) ?? 0) + 1);
      else this.failures.delete(from);
      throw error;
    }
  }
}

function isUnknown(error: unknown): boolean {
  return error instanceof HttpStatusError && [404, 410].includes(error.httpStatus);
}

const part = encodeURIComponent;

/** Returns the addresses of an object with their labels. */
function labeled(addresses: unknown): [string, string][] {
  return Object.entries(addresses ?? {}).map(([label, url]) => [label, textOf(url)]);
}

const readers: Readonly<Record<Ecosystem, Reader>> = {
  npm: async ({ name, version }, { load }) =>
    declaredByNpm(
      parsedJson(await load(`${name.replace('/', '%2f')}/${part(version || 'latest')}`)),
    ),
  pypi: async ({ name, version }, { load }) => {
    const path = version ? `${part(name)}/${part(version)}` : part(name);
    const info = fieldAt(parsedJson(await load(`pypi/${path}/json`)), 'info');
    const urls = labeled(fieldAt(info, 'project_urls'));
    const pages: [string, string][] = [['homepage', textOf(fieldAt(info, 'home_page'))]];
    return declaredByLabels([...urls, ...pages]);
  },
  go: readGo,
  cargo: async ({ name }, { load }) => {
    const about = fieldAt(parsedJson(await load(`api/v1/crates/${part(name)}`)), 'crate');
    return {
      repositories: [textOf(fieldAt(about, 'repository'))],
      homepages: [textOf(fieldAt(about, 'homepage'))],
    };
  },
  maven: async ({ name, version }, { load }) => {
    const [group = '', artifact = ''] = name.split(':');
    const pom = { group, artifact, version };
    if (!isMavenArtifact(pom)) return { repositories: [] };
    return declaredByPom(await load(pomPath(pom)), (parent) =>
      load(pomPath(parent)).catch((error: unknown) => {
        if (isUnknown(error)) return undefined;
        throw error;
      }),
    );
  },
  rubygems: async ({ name, version }, { load }) => {
    const path = version
      ? `v2/rubygems/${part(name)}/versions/${part(version)}`
      : `v1/gems/${part(name)}`;
    const gem = parsedJson(await load(`api/${path}.json`));
    return {
      repositories: [textOf(fieldAt(gem, 'source_code_uri'))],
      homepages: [textOf(fieldAt(gem, 'homepage_uri'))],
    };
  },
  packagist: async ({ name, version }, { load }) => {
    const versions = fieldAt(parsedJson(await load(`p2/${name}.json`)), 'packages', name);
    const list: unknown[] = Array.isArray(versions) ? versions : [];
    const plain = (text: string): string => text.replace(/^v(?=\d)/, '');
    // The document is minified: each entry has only the fields that differ from the entry before it. A field that is unset
    // is the text `__unset`, which names no repository.
    let entry: Record<string, unknown> = {};
    for (const change of list) {
      entry = { ...entry, ...(change as Record<string, unknown>) };
      if (version === '' || plain(textOf(entry['version'])) === plain(version))
        return declaredByComposer(entry);
    }
    return { repositories: [] };
  },
  nuget: async ({ name, version }, { load }) => {
    const id = part(name.toLowerCase());
    return declaredByNuspec(await load(`${id}/${part(version.toLowerCase())}/${id}.nuspec`));
  },
  pub: async ({ name, version }, { load }) => {
    const known = parsedJson(await load(`api/packages/${part(name)}`));
    const release = version
      ? objects(fieldAt(known, 'versions')).find((one) => textOf(one['version']) === version)
      : fieldAt(known, 'latest');
    return declaredByPub(fieldAt(release, 'pubspec'));
  },
  hex: async ({ name }, { load }) =>
    declaredByLabels(
      labeled(fieldAt(parsedJson(await load(`api/packages/${part(name)}`)), 'meta', 'links')),
    ),
};

/** Asks the proxy first. Only the host of a module knows the repository of a path such as `k8s.io/api`, if the proxy is silent. */
async function readGo({ name, version }: Dependency, { load, page }: Reads): Promise<Declared> {
  const path = version ? `@v/${part(goEscaped(version))}.info` : '@latest';
  const known = load(`${goEscaped(name)}/${path}`);
  const info = await known.catch((error: unknown) => {
    if (isUnknown(error)) return undefined;
    throw error;
  });
  const declared = declaredByGo(name, parsedJson(info));
  const url = goImportPage(name);
  if (declared.repositories.some((one) => one !== '') || url === undefined) return declared;
  const found = goImportRepository(await page(url), name);
  // A module that neither knows is unknown to the proxy.
  if (!found) return info === undefined ? known.then(() => declared) : declared;
  const { url: repository, ...directory } = found;
  return { ...declared, ...directory, repositories: [repository] };
}
