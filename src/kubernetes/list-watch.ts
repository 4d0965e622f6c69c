import { ApiError, apiErrorOf } from './api-error.ts';
import type { KubeConnection, KubeRequest } from './kube-connection.ts';
import type { KubeObject } from './kube-object.ts';

/** All objects there are, and the version of the whole to watch from. */
export interface Listed<T> {
  items: T[];
  resourceVersion: string;
}

/** A change, or a bookmark: nothing changed up to its version. */
export type WatchEvent<T> =
  { type: 'added' | 'modified' | 'deleted'; object: T } | { type: 'bookmark'; object: KubeObject };

/** Where an informer has its objects from. */
export interface ListerWatcher<T> {
  /** `keep` makes of each object what is held of it, as soon as it is read: all of them as they came need much memory. */
  list(keep: (object: T) => T, signal: AbortSignal): Promise<Listed<T>>;
  /**
   * Changes since the version, until the server ends the watch. Throws ApiError: 410 (Expired) where the version is too
   * old to be followed, so that a list is needed.
   */
  watch(resourceVersion: string, signal: AbortSignal): AsyncIterable<WatchEvent<T>>;
}

export interface Selection {
  /** Without it, all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  /** See "Field Selectors" in the Kubernetes documentation for what a resource offers. */
  fieldSelector?: string | undefined;
}

const pageSize = 500;
/** Bookmarks come about each minute, so a connection silent for longer is dead. */
const defaultSilenceMs = 150_000;
/** The largest object the API server takes has 3 MiB. */
const maxLineBytes = 16 * 2 ** 20;

interface Listing<T> {
  path: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** See ListerWatcher.list. */
  keep: (object: T) => T;
}

/** Every page of a list. */
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

export interface HttpListerWatcherOptions {
  connection: KubeConnection;
  /** The collection, as in /api/v1/configmaps. */
  path: string;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** A watch that sends nothing for so long is given up. */
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
        // Random, so that the watches of many informers and replicas do not all end at once.
        timeoutSeconds: 300 + Math.floor(300 * Math.random()),
        resourceVersion,
        ...this.selection,
      },
    };
    const response = await this.connection.stream(request, signal);
    const silence = new ApiError(0, 'Timeout', `watch ${this.path}: silent for too long`);
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
  try {
    const event: unknown = JSON.parse(line);
    if (typeof event === 'object' && event !== null && 'type' in event && 'object' in event) {
      if (typeof event.object === 'object' && event.object !== null) {
        return { type: event.type, object: event.object };
      }
    }
  } catch {
    // Said below, together with JSON that is no event.
  }
  throw new ApiError(0, 'Malformed', `watch ${path}: a line is not an event`);
}
