import { ApiError, apiErrorOf } from './api-error.ts';
import type { KubeConnection, KubeRequest } from './kube-connection.ts';
import type { KubeObject } from './kube-object.ts';
import { isObject, objectOf, parsedJson } from '../base/json.ts';

/** All objects, and the version to watch from. */
export interface Listed<T> {
  items: T[];
  resourceVersion: string;
}

/** A change, or a bookmark: there were no other changes up to its version. */
export type WatchEvent<T> =
  { type: 'added' | 'modified' | 'deleted'; object: T } | { type: 'bookmark'; object: KubeObject };

/** The source of an informer's objects. */
export interface ListerWatcher<T> {
  /** Lists all objects. `keep` reduces each object as soon as it is read, because complete objects need much memory. */
  list(keep: (object: T) => T, signal: AbortSignal): Promise<Listed<T>>;
  /**
   * Yields changes since the version, until the server ends the watch. Throws ApiError 410 (Expired) if the version is too old, so
   * that a list is needed.
   */
  watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<T>>;
}

/** Which objects of a kind to list and watch. The API server filters them. */
export interface Selection {
  /** Default: all namespaces. */
  namespace?: string | undefined;
  /** Such as `app=lectern,part!=api`. */
  labelSelector?: string | undefined;
  /** "Field Selectors" in the Kubernetes documentation lists the fields of each resource. */
  fieldSelector?: string | undefined;
}

const pageSize = 500;
/** Milliseconds without data after which a connection counts as dead; bookmarks come about every minute. */
const defaultSilenceMs = 150_000;
/** Maximum bytes of a line: far more than the 3 MiB of the largest object that the API server accepts. */
const maxLineBytes = 16 * 2 ** 20;

interface Listing<T> {
  path: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** See ListerWatcher.list. */
  keep: (object: T) => T;
}

/** Returns the objects of all pages. */
export async function listPages<T>(
  connection: KubeConnection,
  { path, labelSelector, fieldSelector, keep }: Listing<T>,
  signal: AbortSignal,
): Promise<Listed<T>> {
  const items: T[] = [];
  let token: string | undefined;
  for (;;) {
    const query = { limit: pageSize, continue: token, labelSelector, fieldSelector };
    const page = await connection.json<{
      items?: T[] | null;
      metadata?: { resourceVersion?: string; continue?: string };
    }>({ method: 'GET', path, query }, signal);
    for (const item of page.items ?? []) items.push(keep(item));
    token = page.metadata?.continue || undefined;
    if (!token) return { items, resourceVersion: page.metadata?.resourceVersion ?? '' };
  }
}

interface HttpListerWatcherOptions {
  connection: KubeConnection;
  /** Path of the collection, such as /api/v1/configmaps. */
  path: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** Milliseconds without data after which a watch is aborted. */
  silenceMs?: number | undefined;
}

/** Lists in pages and watches with bookmarks over the Kubernetes API. */
export class HttpListerWatcher<T> implements ListerWatcher<T> {
  private readonly connection: KubeConnection;
  private readonly path: string;
  private readonly selection: Pick<Selection, 'labelSelector' | 'fieldSelector'>;
  private readonly silenceMs: number;

  constructor(options: HttpListerWatcherOptions) {
    const { connection, path, labelSelector, fieldSelector, silenceMs } = options;
    this.connection = connection;
    this.path = path;
    this.selection = { labelSelector, fieldSelector };
    this.silenceMs = silenceMs ?? defaultSilenceMs;
  }

  async list(keep: (object: T) => T, signal: AbortSignal): Promise<Listed<T>> {
    const { connection, path, selection } = this;
    return listPages<T>(connection, { path, ...selection, keep }, signal);
  }

  async *watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<T>> {
    const request: KubeRequest = {
      method: 'GET',
      path: this.path,
      query: {
        watch: true,
        allowWatchBookmarks: true,
        // Random, so that the watches of many informers and replicas do not end at the same time.
        timeoutSeconds: 300 + Math.floor(300 * Math.random()),
        resourceVersion,
        ...this.selection,
      },
    };
    const response = await this.connection.stream(request, signal);
    const silence = new ApiError(0, 'Silent', `watch ${this.path}: silent for too long`);
    const timer = setTimeout(() => response.destroy(silence), this.silenceMs);
    try {
      for await (const line of lines(response, () => timer.refresh())) {
        yield eventOf<T>(this.path, line);
      }
    } finally {
      clearTimeout(timer);
      response.destroy();
    }
  }
}

async function* lines(chunks: AsyncIterable<Buffer>, onChunk: () => void): AsyncIterable<string> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    onChunk();
    let start = 0;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      const line = Buffer.concat([...rest, chunk.subarray(start, end)]).toString('utf8');
      rest = [];
      size = 0;
      start = end + 1;
      if (line !== '') yield line;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > maxLineBytes) throw new ApiError(0, 'Malformed', `a watch line has ${size} bytes`);
  }
}

function eventOf<T>(path: string, line: string): WatchEvent<T> {
  const { type, object } = parse(path, line);
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type: eventTypes[type], object: object as T };
    case 'BOOKMARK':
      return { type: 'bookmark', object };
    case 'ERROR': {
      const { code = 0 } = object as { code?: number };
      throw apiErrorOf(`watch ${path}`, code, JSON.stringify(object));
    }
    default:
      throw new ApiError(0, 'Malformed', `watch ${path}: unknown event ${String(type)}`);
  }
}

const eventTypes = { ADDED: 'added', MODIFIED: 'modified', DELETED: 'deleted' } as const;

function parse(path: string, line: string): { type: unknown; object: object } {
  const { type, object } = objectOf(parsedJson(line));
  if (type !== undefined && isObject(object)) return { type, object };
  throw new ApiError(0, 'Malformed', `watch ${path}: a line is not an event`);
}
