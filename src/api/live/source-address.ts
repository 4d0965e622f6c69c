import type { Library, LibrarySource } from '../../resources/library.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';

/** The address of a library's documentation, for display. */
export interface SourceAddress {
  /** Without credentials, and without a URL's query, which may contain some. */
  text: string;
  /** A path on the server's machine; only the operator may see it. */
  isLocal: boolean;
}

type Sources = { [Type in keyof LibrarySource]-?: NonNullable<LibrarySource[Type]> };

const addressOf: {
  [Type in keyof Sources]: (source: Sources[Type]) => SourceAddress | undefined;
} = {
  git: ({ url }) => gitAddress(url),
  website: ({ url }) => webAddress(url),
  llmstxt: ({ url }) => webAddress(url),
  openapi: ({ url, upload }) => (upload ? named(upload.fileName) : webAddress(url)),
  wiki: ({ siteUrl }) => webAddress(siteUrl),
  pages: ({ workspaceName }) => named(workspaceName),
  import: ({ docsRepoUrl, docsSiteUrl }) => webAddress(docsRepoUrl ?? docsSiteUrl),
};

/** Returns the address of a library's source; undefined if it has none or an invalid one. Pure. */
export function sourceAddress({ spec }: Pick<Library, 'spec'>): SourceAddress | undefined {
  for (const type of Object.keys(addressOf) as (keyof Sources)[]) {
    const source = spec.source[type];
    if (source) return (addressOf[type] as (source: unknown) => SourceAddress | undefined)(source);
  }
  return undefined;
}

function named(name: string | undefined): SourceAddress | undefined {
  return name === undefined ? undefined : { text: name, isLocal: false };
}

function gitAddress(url: string): SourceAddress | undefined {
  try {
    const location = parseLocation(url, true);
    return location.kind === 'local'
      ? { text: location.path, isLocal: true }
      : { text: location.url, isLocal: false };
  } catch {
    return undefined;
  }
}

function webAddress(text: string | undefined): SourceAddress | undefined {
  const url = text === undefined ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  return { text: url.href, isLocal: false };
}
