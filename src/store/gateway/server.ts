import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Logger } from 'pino';
import { readBounded } from '../../base/http/bounded-body.ts';
import { LecternError, RunError } from '../../base/errors.ts';
import type { GatewayMetrics, GatewayOutcome } from './gateway-metrics.ts';
import type { LibraryRun } from '../../resources/library.ts';
import { storageFailed } from '../snippets/elasticsearch/failures.ts';
import type { RunPlace, RunStore } from '../snippets/elasticsearch/run-store.ts';
import type { VectorPlace, VectorStore } from '../snippets/elasticsearch/vector-store.ts';
import { encodeCodes } from '../snippets/elasticsearch/vectors.ts';
import type { RunJournal } from '../run-journal.ts';
import type { SnippetIndex } from '../snippet-index.ts';
import type { UploadStore } from '../uploads.ts';
import { newToken, type RunGrant, type RunGrants } from './grants.ts';
import type { RunHandovers } from './handovers.ts';
import { InFlight } from './in-flight.ts';
import {
  decodeEmbedding,
  maxReportBytes,
  maxRequestBytes,
  requestSchemas,
  type GatewayOperation,
  type RequestBodies,
} from './protocol.ts';
import { parsedJson } from '../../base/json.ts';

/** The stores that a run in a Pod may use, and the rights of runs. A Pod has no other access to the stores. */
export interface GatewayOptions {
  grants: Pick<RunGrants, 'find' | 'give' | 'end'>;
  handovers: Pick<RunHandovers, 'take'>;
  index: Pick<SnippetIndex, 'versions' | 'search' | 'read' | 'delete'>;
  journal: Pick<RunJournal, 'report'>;
  uploads: Pick<UploadStore, 'open'>;
  /** Returns the store of a library's run; `mark` continues an open run. */
  runStore: (library: string, place: RunPlace & { mark?: string }) => RunStore;
  /** Returns the store of the vectors that a library's version waits for. */
  vectorStore: (place: VectorPlace & { library: string }) => VectorStore;
  /** Returns true if this install embeds with the model. If `dimensions` is given, they must match too. */
  isModel: (embedderId: string, dimensions?: number) => boolean;
  metrics: GatewayMetrics;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Milliseconds that a Pod waits for a further run: more than the controller needs to notice the end of the last one. */
  furtherRunMs?: number;
}

/** A response: JSON, lines of JSON, bytes, or empty. */
type Answer =
  | { json: unknown }
  | { lines: AsyncIterable<unknown> }
  | { bytes: AsyncIterable<Uint8Array> }
  | undefined;

type Operations = {
  [Name in GatewayOperation]: (grant: RunGrant, body: RequestBodies[Name]) => Promise<Answer>;
};

/**
 * The write gateway gives a run access to the stores, for the library of its token only. It keeps no state between requests,
 * so any replica can handle each of them.
 */
export function createGateway(options: GatewayOptions): RequestListener {
  const operations = operationsOf(options);
  const measure = createMeasure(options.metrics);
  const operationOf = ({ method, url = '' }: IncomingMessage): GatewayOperation | undefined => {
    const name = /^\/v1\/(\w+)$/.exec(url)?.[1] ?? '';
    return method === 'POST' && Object.hasOwn(operations, name)
      ? (name as GatewayOperation)
      : undefined;
  };
  const ajv = new Ajv({ allErrors: false });
  const checks = Object.fromEntries(
    Object.entries(requestSchemas).map(([name, schema]) => [name, ajv.compile(schema)]),
  ) as Record<GatewayOperation, ValidateFunction>;

  const inFlight = new InFlight();
  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    operation: GatewayOperation | undefined,
  ): Promise<Answer> => {
    if (!operation) throw new LecternError('not_found', 'Unknown path.');
    const grant = await grantOf(request, options.grants);
    if ((operation === 'next') !== (grant.handover !== undefined)) {
      throw new LecternError('access_denied', 'The token is for another operation.');
    }
    const maxBytes = operation === 'report' ? maxReportBytes : maxRequestBytes;
    const leave = inFlight.enter(grant.key, lengthOf(request, maxBytes));
    if (response.closed) leave();
    else response.once('close', leave);
    const body = await bodyOf(request, maxBytes);
    const check = checks[operation];
    if (!check(body)) throw invalid(ajv.errorsText(check.errors, { dataVar: 'body' }));
    try {
      return await operations[operation](grant, body as never);
    } catch (error) {
      throw error instanceof LecternError
        ? error
        : storageFailed(error, `the request "${operation}" was handled`);
    }
  };

  return (request, response) => {
    if (request.method === 'GET' && request.url === '/healthz') {
      response.end('ok');
      return;
    }
    const operation = operationOf(request);
    measure(request, response, operation ?? 'unknown');
    void answer(request, response, operation)
      .then((given) => send(response, given))
      .catch((error: unknown) => {
        if (!(error instanceof LecternError) || error.status !== 404) {
          options.log.warn({ err: error, operation: request.url?.slice(0, 50) }, 'request failed');
        }
        fail(response, error);
      });
  };
}

/** Measures a request from now to the end of its response. */
function createMeasure(
  metrics: GatewayMetrics,
): (request: IncomingMessage, response: ServerResponse, operation: string) => void {
  /** Bytes of open connections that earlier requests have counted. */
  const counted = new WeakMap<Socket, Pick<Socket, 'bytesRead' | 'bytesWritten'>>();
  return ({ socket }, response, operation) => {
    const start = performance.now();
    response.once('close', () => {
      const outcome = response.writableFinished ? outcomeOf(response.statusCode) : 'cut_off';
      metrics.request({ operation, outcome }, (performance.now() - start) / 1_000);
      const { bytesRead, bytesWritten } = socket;
      const before = counted.get(socket);
      counted.set(socket, { bytesRead, bytesWritten });
      metrics.bytes('received', bytesRead - (before?.bytesRead ?? 0));
      metrics.bytes('sent', bytesWritten - (before?.bytesWritten ?? 0));
    });
  };
}

function outcomeOf(status: number): GatewayOutcome {
  if (status < 400) return 'answered';
  if (status === 403) return 'refused';
  return status === 422 || status >= 500 ? 'failed' : 'mistake';
}

function operationsOf({ index, journal, uploads, ...options }: GatewayOptions): Operations {
  const storeOf = ({ library }: RunGrant, place: RunPlace & { mark?: string }): RunStore => {
    const { version, embedderId, mark } = place;
    if (!options.isModel(embedderId)) throw otherModel();
    const continued = mark === undefined ? {} : { mark };
    return options.runStore(library, { version, embedderId, ...continued });
  };
  const vectorsOf = (
    { library }: RunGrant,
    { version, embedderId, share }: VectorPlace,
  ): VectorStore => {
    if (!options.isModel(embedderId)) throw otherModel();
    return options.vectorStore({ library, version, embedderId, ...(share && { share }) });
  };
  return {
    versions: async ({ library }) => ({ json: await index.versions(library) }),
    delete: async ({ library }, { version }) => {
      await index.delete(library, version);
      return undefined;
    },
    search: async ({ library }, { embedding, ...query }) => {
      const vector = embedding === undefined ? {} : { embedding: decodeEmbedding(embedding) };
      const hits = await index.search({ libraryId: library, ...query, ...vector });
      if (!hits) return undefined;
      const { waiting, tokenCodes, ...found } = hits;
      const lists = {
        ...(waiting && { waiting: [...waiting] }),
        ...(tokenCodes && {
          tokenCodes: [...tokenCodes].map(([id, codes]) => [id, encodeCodes(codes)]),
        }),
      };
      return { json: { ...found, ...lists, snippets: [...hits.snippets.values()] } };
    },
    content: async ({ library }, { version }) => {
      const content = await index.read(library, version);
      if (!content) return undefined;
      const lines = async function* (): AsyncGenerator {
        try {
          yield content.active;
          yield* content.pages(new AbortController().signal);
        } finally {
          await content.close();
        }
      };
      return { lines: lines() };
    },
    report: async ({ key, run: runId }, { run, ...rest }) => {
      const progress = { ...(run as LibraryRun), id: runId };
      await journal.report({ runId, library: key, run: progress, ...rest });
      return undefined;
    },
    upload: async ({ upload }, { name }) => {
      if (name !== upload) throw new LecternError('access_denied', 'This run has no such upload.');
      const bytes = await uploads.open(name);
      return bytes && { bytes };
    },
    open: async (grant, place) => {
      const { documents, ...opened } = await storeOf(grant, place).open();
      const lines = async function* (): AsyncGenerator {
        yield opened;
        yield* documents;
      };
      return { lines: lines() };
    },
    members: async (grant, { ids, ...place }) => ({
      json: [...(await storeOf(grant, place).members(ids))],
    }),
    vectors: async (grant, { hashes, ...place }) => ({
      json: [...(await storeOf(grant, place).vectors(hashes))],
    }),
    model: async (grant, { dimensions, ...place }) => {
      if (!options.isModel(place.embedderId, dimensions)) {
        throw invalid('the vectors of the embedding model have another length');
      }
      await storeOf(grant, place).prepareModel(dimensions);
      return undefined;
    },
    refresh: async (grant, place) => {
      await storeOf(grant, place).refresh();
      return undefined;
    },
    store: async (grant, { writes, ...place }) => ({
      json: await storeOf(grant, place).store(writes),
    }),
    activate: async (grant, { outcome, ...place }) => ({
      json: await storeOf(grant, place).activate(outcome),
    }),
    cleanUp: async (grant, { before, ...place }) => {
      await storeOf(grant, place).cleanUp(before);
      return undefined;
    },
    discard: async (grant, { loss, ...place }) => {
      await storeOf(grant, place).discard(loss);
      return undefined;
    },
    waiting: async (grant, place) => {
      const waiting = await vectorsOf(grant, place).count();
      return waiting && { json: waiting };
    },
    nextTexts: async (grant, { limit, ...place }) => ({
      json: await vectorsOf(grant, place).next(limit),
    }),
    storeVectors: async (grant, { writes, ...place }) => ({
      json: await vectorsOf(grant, place).store(writes),
    }),
    next: async ({ key, run, handover = '' }) => {
      const given = await options.handovers.take(handover, options.furtherRunMs ?? 3_000);
      if (!given) {
        await options.grants.end(key, run);
        return undefined;
      }
      const token = newToken(given.grant.key);
      await options.grants.give(given.grant, token);
      return { json: { job: given.job, token } };
    },
  };
}

async function grantOf(
  request: IncomingMessage,
  grants: GatewayOptions['grants'],
): Promise<RunGrant> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '') ?? [];
  const grant = await grants.find(token);
  if (grant) return grant;
  const message = 'The token is wrong or expired, or its run has ended.';
  throw new LecternError('access_denied', message);
}

/** Returns the bytes of a request's body; the maximum if it does not tell them. */
function lengthOf({ headers }: IncomingMessage, maxBytes: number): number {
  const length = Number(headers['content-length'] ?? Number.NaN);
  return Number.isNaN(length) ? maxBytes : Math.min(length, maxBytes);
}

async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const body = await readBounded(request, maxBytes, () => {
    const message = `The request is larger than ${maxBytes} bytes.`;
    return new LecternError('payload_too_large', message);
  });
  const value = parsedJson(body.toString('utf8'));
  if (value === undefined) throw invalid('the body is not JSON');
  return value;
}

async function send(response: ServerResponse, answer: Answer): Promise<void> {
  if (!answer) {
    response.writeHead(204).end();
  } else if ('json' in answer) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.json));
  } else if ('bytes' in answer) {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    await pipeline(Readable.from(answer.bytes), response);
  } else {
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    await pipeline(Readable.from(inLines(answer.lines)), response);
  }
}

async function* inLines(values: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}

/** Sends an error. If the response has started, closes the connection, so that the client does not accept a partial response. */
function fail(response: ServerResponse, error: unknown): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const status =
    error instanceof RunError ? 422 : error instanceof LecternError ? error.status : 500;
  const message = error instanceof LecternError ? error.message : 'The gateway failed.';
  const failure = error instanceof RunError && { reason: error.reason, retry: error.retry };
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
  response.end(JSON.stringify({ message, ...failure }));
}

function otherModel(): LecternError {
  return invalid('the gateway is configured for another embedding model');
}

function invalid(what: string): LecternError {
  return new LecternError('validation_error', `The request is wrong: ${what}.`);
}
