import { descriptionOf, titleOf } from '../libraries/library/record.ts';
import type { IndexedSnippet } from '../store/snippet.ts';
import type { Library, LibrarySource } from '../resources/library.ts';
import { sourceLink } from '../store/source-link.ts';
import { DEFAULT_VERSION, type ActiveVersion, type ServedContent } from '../store/snippet-index.ts';
import type {
  LibraryFacts,
  TransferredCode,
  TransferredInfo,
} from '../indexing/sources/import/transferred-library.ts';
import { snippetIdOf } from '../indexing/sources/import/snippet-id.ts';

/** A library to export. */
export interface ExportedLibrary {
  library: Library;
  /** Names of the versions to export besides the default one. */
  versions: readonly string[];
  /** Opens a version. Throws LecternError if it is not served. */
  open: (version: string) => Promise<ServedContent>;
}

/** Yields the JSON of a library (`ImportLibrary`), page by page. Opens one version at a time. */
export async function* libraryJson(
  { library, versions, open }: ExportedLibrary,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield* versionJson(await open(DEFAULT_VERSION), (active) => factsOf(library, active), signal);
  let separator = ',"versions":[';
  for (const version of versions) {
    yield separator;
    const content = await open(version);
    yield* versionJson(content, ({ tokens }) => ({ version, totalTokens: tokens }), signal);
    yield '}';
    separator = ',';
  }
  yield versions.length > 0 ? ']}' : '}';
}

/** Yields the JSON of an import body with one library. */
export async function* importBodyJson(
  exported: ExportedLibrary,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield '{"libraries":[';
  yield* libraryJson(exported, signal);
  yield '],"force":false}';
}

/** Yields a JSON object with the facts and snippets of a version, without the closing brace. Closes the version. */
async function* versionJson(
  content: ServedContent,
  factsFor: (active: ActiveVersion) => object,
  signal: AbortSignal,
): AsyncGenerator<string> {
  try {
    const facts = JSON.stringify(factsFor(content.active));
    yield `${facts.slice(0, -1)},"codeSnippets":[`;
    yield* listOf(content, { kind: 'code', write: toCode }, signal);
    yield '],"infoSnippets":[';
    yield* listOf(content, { kind: 'info', write: toInfo }, signal);
    yield ']';
  } finally {
    await content.close();
  }
}

type Write = (snippet: IndexedSnippet, link: string) => TransferredCode | TransferredInfo;

async function* listOf(
  content: ServedContent,
  { kind, write }: { kind: IndexedSnippet['kind']; write: Write },
  signal: AbortSignal,
): AsyncGenerator<string> {
  let separator = '';
  for await (const page of content.pages(signal)) {
    for (const snippet of page) {
      if (snippet.kind !== kind) continue;
      const link = sourceLink(content.active.linkTemplate, snippet.path, snippet.anchor);
      yield separator + JSON.stringify(write(snippet, link));
      separator = ',';
    }
  }
}

function toCode(snippet: IndexedSnippet, link: string): TransferredCode {
  const { title, description, language, tokens } = snippet;
  const id = snippetIdOf(link, [title, description, language, snippet.codeList]);
  return { id, title, description, language, codeList: snippet.codeList, tokens };
}

function toInfo(
  { title, breadcrumb, content, tokens }: IndexedSnippet,
  link: string,
): TransferredInfo {
  const trail = breadcrumb.join(' > ') || title;
  return { id: snippetIdOf(link, [trail, content]), content, breadcrumb: trail, tokens };
}

function factsOf({ spec, status }: Library, { tokens }: ActiveVersion): LibraryFacts {
  const { branch } = status;
  return {
    project: spec.id,
    title: titleOf({ spec, status }),
    description: descriptionOf({ spec, status }),
    ...originOf(spec.source),
    language: 'English',
    ...(branch !== undefined && { branch }),
    totalTokens: tokens,
  };
}

/** Returns the origin of a library. An imported library keeps the origin in its import. */
function originOf(
  source: LibrarySource,
): Pick<LibraryFacts, 'type' | 'docsRepoUrl' | 'docsSiteUrl'> {
  const { git, website, llmstxt, openapi, import: imported } = source;
  if (imported) {
    const { upload: _, ...origin } = imported;
    return { type: 'repo', ...origin };
  }
  if (git) {
    const url = publicUrl(git.url);
    return { type: 'repo', ...(url !== undefined && { docsRepoUrl: url }) };
  }
  const url = publicUrl((website ?? llmstxt ?? openapi)?.url);
  const type = openapi ? 'openapi' : 'website';
  return { type, ...(url !== undefined && { docsSiteUrl: url }) };
}

/** Returns a web URL without its credentials; undefined for other URLs, such as local paths. */
function publicUrl(url: string | undefined): string | undefined {
  const parsed = URL.parse(url ?? '');
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return undefined;
  [parsed.username, parsed.password] = ['', ''];
  return parsed.href;
}
