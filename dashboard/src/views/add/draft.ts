import type {
  AddLlmstxt,
  AddOpenapi,
  AddPages,
  AddRepository,
  AddWebsite,
  AddWiki,
  PreviewRequest,
} from '../../api/paths.gen.ts';
import { isRepository, type Kind } from './kinds.ts';
import { recognizeKind, spaceKeyIn } from './recognize-kind.ts';

/** The values of the form. The server uses its defaults for empty values. */
export interface Draft {
  kind: Kind;
  /** Whether the person chose the kind. The address then no longer changes it. */
  chosen: boolean;
  address: string;
  title: string;
  description: string;
  projectId: string | null;
  isPrivate: boolean;
  gitToken: string;
  branch: string;
  folders: string[];
  excludeFolders: string[];
  excludeFiles: string[];
  locales: string[];
  sourceCode: boolean;
  baseUrl: string;
  maxPages: number | string;
  maxDepth: number | string;
  excludePatterns: string[];
  spaceKey: string;
  /** Pages of a wiki, or further pages of a workspace. */
  pageIds: string[];
  workspaceName: string;
  file: File | null;
}

/** The form at its start. */
export const emptyDraft: Draft = {
  kind: 'github',
  chosen: false,
  address: '',
  title: '',
  description: '',
  projectId: null,
  isPrivate: false,
  gitToken: '',
  branch: '',
  folders: [],
  excludeFolders: [],
  excludeFiles: [],
  locales: [],
  sourceCode: false,
  baseUrl: '',
  maxPages: '',
  maxDepth: '',
  excludePatterns: [],
  spaceKey: '',
  pageIds: [],
  workspaceName: '',
  file: null,
};

/** Returns the draft with another address. The address sets the kind unless the person chose it. */
export function withAddress(draft: Draft, address: string): Draft {
  const kind = draft.chosen ? draft.kind : (recognizeKind(address) ?? draft.kind);
  const before = spaceKeyIn(draft.address) ?? '';
  const named = draft.spaceKey === before ? spaceKeyIn(address) : undefined;
  return { ...draft, address, kind, spaceKey: named ?? draft.spaceKey };
}

type AnyBody = AddRepository | AddWebsite | AddLlmstxt | AddOpenapi | AddWiki | AddPages;

/** Returns the request that adds the source; undefined if the form is incomplete, and for files. */
export function bodyOf(draft: Draft): AnyBody | undefined {
  const { kind, address } = draft;
  const url = address.trim();
  if (url === '' || kind === 'upload') return undefined;
  const common = commonOf(draft);
  if (isRepository(kind)) return { docsRepoUrl: url, ...common, ...repositoryOf(draft) };
  if (kind === 'website') return { websiteUrl: url, ...common, ...websiteOf(draft) };
  if (kind === 'llmstxt') return { llmstxtUrl: url, ...common };
  if (kind === 'openapi') return { openApiUrl: url, ...common };
  const project = draft.projectId === null ? {} : { projectId: draft.projectId };
  const { pageIds, spaceKey, workspaceName } = draft;
  if (kind === 'wiki') {
    return {
      siteUrl: url,
      spaceKey: spaceKey.trim(),
      ...common,
      ...project,
      ...lists({ pageIds }),
    };
  }
  return { pageIds: [url, ...pageIds], ...common, ...project, ...texts({ workspaceName }) };
}

/** Returns the request for a preview. An existing library does not prevent a preview. */
export function previewOf(draft: Draft): PreviewRequest | undefined {
  const body = bodyOf(draft);
  const { kind } = draft;
  if (!body || kind === 'upload') return undefined;
  return { type: kind, ...body, force: true };
}

function commonOf({ title, description }: Draft): { title?: string; description?: string } {
  return texts({ title, description });
}

function repositoryOf(draft: Draft): Omit<AddRepository, 'docsRepoUrl'> {
  const { branch, isPrivate, gitToken, projectId, sourceCode } = draft;
  const { folders, excludeFolders, excludeFiles, locales } = draft;
  return {
    ...texts({ branch }),
    ...lists({ folders, excludeFolders, excludeFiles, locales }),
    ...(sourceCode && { generateDocs: true }),
    ...(isPrivate && { private: true, ...texts({ gitToken }) }),
    ...(projectId !== null && { projectId }),
  };
}

function websiteOf(draft: Draft): Omit<AddWebsite, 'websiteUrl'> {
  const { baseUrl, maxPages, maxDepth, excludePatterns } = draft;
  return {
    ...(baseUrl.trim() !== '' && { websiteBaseUrl: baseUrl.trim() }),
    ...(maxPages !== '' && { maxPages: Number(maxPages) }),
    ...(maxDepth !== '' && { maxDepth: Number(maxDepth) }),
    ...lists({ excludePatterns }),
  };
}

/** Returns the texts that are not empty. */
function texts<Name extends string>(given: Record<Name, string>): Partial<Record<Name, string>> {
  const filled = Object.entries<string>(given).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(filled.map(([name, text]) => [name, text.trim()])) as Partial<
    Record<Name, string>
  >;
}

/** Returns the lists that are not empty. */
function lists<Name extends string>(
  given: Record<Name, string[]>,
): Partial<Record<Name, string[]>> {
  const filled = Object.entries<string[]>(given).filter(([, list]) => list.length > 0);
  return Object.fromEntries(filled) as Partial<Record<Name, string[]>>;
}
