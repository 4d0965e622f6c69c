import { type LibraryName, nameOrigins } from '../../resources/library-record.ts';
import type { RunOutcome, RunPlace, Write } from '../snippets/elasticsearch/run-store.ts';
import type { Pointer } from '../snippets/elasticsearch/pointers.ts';
import type { VectorPlace, VectorWrite } from '../snippets/elasticsearch/vector-store.ts';

/** The generation that a run writes. Each request names it, because the gateway keeps no state between requests. */
export interface GenerationPlace extends RunPlace {
  /** OpenedRun.token. */
  mark: string;
}

/** Bodies of requests, by operation: `POST /v1/<operation>` with a run's token, which determines the library. */
export interface RequestBodies {
  versions: object;
  delete: { version: string };
  search: { version: string; question: string; embedding?: string; limit: number };
  content: { version: string };
  report: {
    run: object;
    share?: number;
    topics?: string;
    names?: LibraryName[];
    ownerRules?: string[];
    found?: object;
    outcome?: object;
  };
  upload: { name: string };
  open: RunPlace;
  members: GenerationPlace & { ids: string[] };
  vectors: GenerationPlace & { hashes: string[] };
  model: GenerationPlace & { dimensions: number };
  refresh: GenerationPlace;
  store: GenerationPlace & { writes: Write[] };
  activate: GenerationPlace & { outcome: RunOutcome };
  cleanUp: GenerationPlace & { before: Pick<Pointer, 'generation' | 'model'> };
  discard: GenerationPlace & { loss: boolean };
  waiting: VectorPlace;
  nextTexts: VectorPlace & { limit: number };
  storeVectors: RunPlace & { writes: VectorWrite[] };
  /** Waits for a further run. Its token is for this operation only. */
  next: object;
}

/** What a run asks of the gateway: the last part of the path, as in `POST /v1/search`. */
export type GatewayOperation = keyof RequestBodies;

/** Maximum total bytes of the writes of one request, unless a single write is larger. */
export const storeBytes = 4_000_000;
/** Maximum bytes of a request: one snippet with 1,024 vectors of 4,096 dimensions fits. */
export const maxRequestBytes = 32_000_000;

/** Decodes what `encodeFloats` returns. Ignores bytes after the last whole number. */
export function decodeEmbedding(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  return new Float32Array(new Uint8Array(bytes).buffer, 0, Math.floor(bytes.length / 4));
}

/** Maximum bytes of a report. The controller reads the last report of each active run twice a second. */
export const maxReportBytes = 500_000;

const text = { type: 'string', maxLength: 2_000 } as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;
const key = { type: 'string', minLength: 1, maxLength: 64 } as const;
const ofPlace = { version: text, embedderId: text } as const;
const ofGeneration = { ...ofPlace, mark: key } as const;
const shares = 1_000;
const shareNumber = { type: 'integer', minimum: 0, maximum: shares - 1 } as const;
const share = object({
  number: shareNumber,
  of: { type: 'integer', minimum: 1, maximum: shares },
});
const growth = { type: 'integer' } as const;

function object(properties: object, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

const document = object({
  kind: { const: 'document' },
  path: { type: 'string' },
  hash: text,
  members: { type: 'array', items: key },
  tokens: { type: 'array', items: count },
});

const vectors = { type: 'array', items: { type: 'string' }, maxItems: 1_024 } as const;

const tokenCodes = { type: 'string', maxLength: 100_000 } as const;

const snippet = object(
  {
    kind: { const: 'snippet' },
    path: { type: 'string' },
    embeddingHash: text,
    terms: { type: 'object', additionalProperties: { type: 'string' } },
    snippet: { type: 'object' },
    vectors,
    tokenCodes,
    texts: { type: 'array', items: { type: 'string' }, maxItems: 1_024 },
  },
  ['tokenCodes', 'texts'],
);

const write = object(
  {
    kind: { enum: ['document', 'snippet'] },
    id: key,
    show: { type: 'boolean' },
    create: { oneOf: [document, snippet] },
    validator: { type: ['string', 'null'] },
  },
  ['create', 'validator'],
);

const outcome = object({
  facts: object({ revision: text, fingerprint: text, linkTemplate: { type: 'string' } }),
  changed: { type: 'boolean' },
  growth: object({ documents: growth, snippets: growth, tokens: growth }),
});

/** JSON schemas of the bodies. */
export const requestSchemas: Readonly<Record<GatewayOperation, object>> = {
  versions: object({}),
  delete: object({ version: text }),
  search: object(
    {
      version: text,
      question: { type: 'string', maxLength: 20_000 },
      embedding: { type: 'string', maxLength: 100_000 },
      limit: { type: 'integer', minimum: 1, maximum: 1_000 },
    },
    ['embedding'],
  ),
  content: object({ version: text }),
  report: object(
    {
      run: { type: 'object' },
      share: shareNumber,
      topics: { type: 'string', maxLength: 10_000 },
      names: {
        type: 'array',
        maxItems: 100,
        items: object({
          name: { type: 'string', maxLength: 300 },
          origin: { enum: nameOrigins },
        }),
      },
      ownerRules: {
        type: 'array',
        maxItems: 100,
        items: { type: 'string', maxLength: 1_000 },
      },
      found: { type: 'object' },
      outcome: { type: 'object' },
    },
    ['share', 'topics', 'names', 'ownerRules', 'found', 'outcome'],
  ),
  upload: object({ name: text }),
  open: object(ofPlace),
  members: object({ ...ofGeneration, ids: { type: 'array', items: key, maxItems: 10_000 } }),
  vectors: object({
    ...ofGeneration,
    hashes: { type: 'array', items: text, maxItems: 1_000 },
  }),
  model: object({ ...ofGeneration, dimensions: { type: 'integer', minimum: 1, maximum: 4_096 } }),
  refresh: object(ofGeneration),
  store: object({ ...ofGeneration, writes: { type: 'array', items: write, maxItems: 100_000 } }),
  activate: object({ ...ofGeneration, outcome }),
  cleanUp: object({ ...ofGeneration, before: object({ generation: count, model: text }) }),
  discard: object({ ...ofGeneration, loss: { type: 'boolean' } }),
  waiting: object({ ...ofPlace, share }, ['share']),
  nextTexts: object({ ...ofPlace, share, limit: { type: 'integer', minimum: 1, maximum: 500 } }, [
    'share',
  ]),
  storeVectors: object({
    ...ofPlace,
    writes: {
      type: 'array',
      items: object({ id: key, stage: { enum: ['none', 'head'] }, vectors, tokenCodes }, [
        'tokenCodes',
      ]),
      maxItems: 500,
    },
  }),
  next: object({}),
};
