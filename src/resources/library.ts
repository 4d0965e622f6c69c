import { shortHash } from './label-value.ts';
import type { LibrarySpec, LibraryStatus } from './library.gen.ts';

export type { LibrarySpec, LibraryStatus };

/** Where the documentation comes from. Exactly one field is set, and its name is the type of the source. */
export type LibrarySource = LibrarySpec['source'];
/** A repository by URL, or a folder on the machine of `lectern up`. */
export type GitSource = NonNullable<LibrarySource['git']>;
/** A site to crawl: the start, and the bounds of the crawl. */
export type WebsiteSource = NonNullable<LibrarySource['website']>;
/** A file that lists pages for language models (llmstxt.org). */
export type LlmstxtSource = NonNullable<LibrarySource['llmstxt']>;
type OpenapiSource = NonNullable<LibrarySource['openapi']>;
/** An API description that somebody sent as a file. A run checks its hash, and no refresh can read it again. */
export type DescriptionUpload = NonNullable<OpenapiSource['upload']>;
/** A Confluence space, or chosen pages. It holds no credentials: those of the integration or of `secretRef` apply. */
export type WikiSource = NonNullable<LibrarySource['wiki']>;
/** Notion pages by id, with the pages below them. The token decides which ones a run may read, not this list. */
export type PagesSource = NonNullable<LibrarySource['pages']>;
/** Snippets that another install has exported. A run reads only `upload`. The other fields name the original source. */
export type ImportSource = NonNullable<LibrarySource['import']>;
/** State that HTTP answers and metrics show. A status without it means `initial`. */
export type LibraryState = NonNullable<LibraryStatus['state']>;
/** The active or last run, as the status shows it. Its Job or thread reports the progress, and the reconciler records it. */
export type LibraryRun = NonNullable<LibraryStatus['run']>;
/** Why a run began, for people. `added` is the first run of a Library. */
export type RunTrigger = NonNullable<LibraryRun['trigger']>;
/** A run of the history. */
export type PastRun = NonNullable<LibraryStatus['runs']>[number];

/** Returns the title that a Library chooses; undefined for none or a blank one. */
export function chosenTitle({ title }: Pick<LibrarySpec, 'title'>): string | undefined {
  return title?.trim() ? title : undefined;
}

/** The part of Kubernetes' ObjectMeta that Lectern uses, on every platform. */
export interface ObjectMeta {
  name: string;
  /** On Kubernetes only. */
  namespace?: string;
  /**
   * True outside of the install's namespace: its authors need no rights in the install. The registry sets it; no object
   * contains it.
   */
  isForeign?: true;
  uid: string;
  /** Raised by every change of spec. */
  generation: number;
  /** Raised by every change. */
  resourceVersion: string;
  /** ISO 8601. */
  creationTimestamp: string;
  deletionTimestamp?: string;
  annotations?: Record<string, string>;
  labels?: Record<string, string>;
  finalizers?: string[];
}

/** What the kinds have in common: what is wanted, and what is. */
export interface Resource<Spec = unknown, Status = unknown> {
  metadata: ObjectMeta;
  spec: Spec;
  status: Status;
}

/** A source and the id that serves its documentation: a custom resource, or a row of the database. */
export interface Library extends Resource<LibrarySpec, LibraryStatus> {}

/** How registries, queues and runs name a resource: its name, preceded by the namespace where there is one. */
export function keyOf({ namespace, name }: Pick<ObjectMeta, 'namespace' | 'name'>): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}

/** Whether a Library stands for what another install has exported: its source cannot be read again. */
export function isImported({ spec }: Pick<Library, 'spec'>): boolean {
  return spec.source.import !== undefined;
}

/** Whether a Library stands for a file that somebody has sent: there is nothing to read again. */
export function isUploaded({ spec }: Pick<Library, 'spec'>): boolean {
  return spec.source.openapi?.upload !== undefined;
}

/** Returns the state to show: `delete` during deletion. */
export function stateOf({ metadata, status }: Pick<Library, 'metadata' | 'status'>): LibraryState {
  return metadata.deletionTimestamp ? 'delete' : (status.state ?? 'initial');
}

/** Names of annotations on Libraries and ManifestSyncs. */
export const annotations = {
  /** A new value asks for a run now; the status echoes it in lastHandledReconcileAt. */
  requestedAt: 'lectern.dev/requestedAt',
  /** A new value, a time, cancels the run under way and those asked for before it; the status echoes it in lastHandledCancelAt. */
  cancelledAt: 'lectern.dev/cancelledAt',
  /** On a ManifestSync: the value of requestedAt that a push to its repository set; any other value of that is a person's. */
  pushedAt: 'lectern.dev/pushedAt',
  /** 'api' on a ManifestSync that was set over HTTP: a start without settings of a manifest leaves it. */
  configuredBy: 'lectern.dev/configuredBy',
  /** Role of the caller that added a Library by a request: `operator`, `admin` or `member`. Set once, at creation. */
  addedBy: 'lectern.dev/addedBy',
  /** The name ends with the number of a token of the Library. The token was replaced, and the controller removes its Secret. */
  replacedToken: 'lectern.dev/replacedToken-',
  /** 'true' on Libraries whose source may be a local path: set by the operator's manifest and command line only. */
  allowLocal: 'lectern.dev/allowLocal',
  /**
   * What code projects need of a Library, as JSON: `{"owned": true}` if they made it, and the versions that they added. Set by
   * the API; what no project uses any more goes with the last of them.
   */
  projects: 'lectern.dev/projects',
} as const;

/** Names of labels. */
export const labels = {
  /** Which ManifestSync owns a Library; absent on those added by hand. */
  managedBy: 'lectern.dev/managed-by',
  /** Which Library a Job, ConfigMap or Secret belongs to: its resource name. */
  library: 'lectern.dev/library',
  libraryUid: 'lectern.dev/library-uid',
  /** 'source' on Secrets that a secretRef may name. */
  credential: 'lectern.dev/credential',
} as const;

/** `spec.timeout` of a Library that has none. */
export const defaultRunTimeout = '6h';

/** Keeps a Library until the controller has deleted its content. */
export const finalizer = 'lectern.dev/snippets';

/** A DNS label for a library id: readable, and unique by a hash because ids differ in more than DNS labels can. */
export function resourceName(id: string): string {
  const readable = id
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 50)
    .replace(/-+$/, '');
  return `${readable || 'library'}-${shortHash(id)}`;
}
