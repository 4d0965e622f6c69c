import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { isAnswer } from './failures.ts';

/** Part of every index name. A change of the mappings raises it, so that the new release creates new indices. */
const SCHEMA = 'v1';

/** The master may have other work before it creates an index. */
const CREATE_TIMEOUT_MS = 90_000;

/** The indices of an install. */
export interface InstallIndices {
  /** The caller closes it. */
  client: Client;
  /** Prefix of every index name. */
  prefix: string;
}

/** Aliases that Lectern reads and writes. An operator may point one at another index. */
export interface IndexNames {
  versions: string;
  documents: string;
  /** Snippets of all models. */
  snippets: string;
  /** Snippets of one model. */
  model(embedderId: string): string;
  /** Returns true for the name of a model's snippet index. */
  isModel(name: string): boolean;
}

/** Returns the names of the indexes of an install. */
export function indexNames(prefix: string): IndexNames {
  const models = `${prefix}-snippets-${SCHEMA}-`;
  return {
    versions: `${prefix}-versions-${SCHEMA}`,
    documents: `${prefix}-documents-${SCHEMA}`,
    snippets: `${prefix}-snippets`,
    model: (embedderId) => `${models}${modelKey(embedderId)}`,
    isModel: (name) => name.startsWith(models) && /^[0-9a-f]{12}$/.test(name.slice(models.length)),
  };
}

/** Returns a short key of a model, for index names. */
function modelKey(embedderId: string): string {
  return createHash('sha256').update(embedderId).digest('hex').slice(0, 12);
}

/** Creates the indices that every library needs, if they are missing. */
export async function ensureIndices(client: Client, names: IndexNames): Promise<void> {
  const { versions, documents } = names;
  if (await client.indices.existsAlias({ name: [versions, documents] })) return;
  await ensure(client, versions, {
    settings: { auto_expand_replicas: '0-1' },
    mappings: versionMappings,
  });
  await ensure(client, documents, { settings, mappings: documentMappings });
}

/** Creates the index of a model if it is missing, and adds fields that an older release did not have. */
export async function ensureModel(
  client: Client,
  names: IndexNames,
  { embedderId, dimensions }: { embedderId: string; dimensions: number },
): Promise<void> {
  const index = names.model(embedderId);
  await ensure(client, index, {
    settings: { ...settings, analysis },
    mappings: snippetMappings(embedderId, dimensions),
    aliases: { [names.snippets]: {} },
  });
  // An older release created the index without these fields. Elasticsearch changes nothing if they are there.
  await client.indices.putMapping({ index, properties: { waiting, tokenCodes } });
}

/** Returns the vector dimensions of a model's index; undefined if there is no such index. */
export async function dimensionsOf(client: Client, alias: string): Promise<number | undefined> {
  const found = await client.indices.getMapping({ index: alias }, { ignore: [404] });
  const [index] = Object.values(found);
  const { _meta: meta } = index?.mappings ?? {};
  return meta?.['dimensions'];
}

/** Deletes a model's index if it is empty and no version, active or in progress, uses the model. */
export async function dropIfUnused(
  client: Client,
  { versions }: IndexNames,
  alias: string,
): Promise<void> {
  await client.indices.refresh({ index: versions });
  const users = await client.count({
    index: versions,
    query: { bool: { should: [{ term: { model: alias } }, { term: { 'run.model': alias } }] } },
  });
  if (users.count > 0) return;
  await client.indices.refresh({ index: alias, ignore_unavailable: true });
  const left = await client.count({ index: alias, ignore_unavailable: true });
  if (left.count > 0) return;
  const behind = await client.indices.getAlias({ name: alias }, { ignore: [404] });
  const index = Object.keys(behind).filter((name) => name.startsWith(`${alias}-`));
  if (index.length > 0) await client.indices.delete({ index, ignore_unavailable: true });
}

/** Creates an index behind an alias if the alias is missing. */
export async function ensure(
  client: Client,
  alias: string,
  { aliases, ...body }: Omit<estypes.IndicesCreateRequest, 'index'>,
): Promise<void> {
  if (await client.indices.existsAlias({ name: alias })) return;
  try {
    await client.indices.create(
      {
        index: `${alias}-000001`,
        ...body,
        aliases: { ...aliases, [alias]: { is_write_index: true } },
      },
      { requestTimeout: CREATE_TIMEOUT_MS },
    );
  } catch (error) {
    // Another run created it first.
    if (!isAnswer(error, 'resource_already_exists_exception')) throw error;
  }
}

/**
 * Writes to a small index. If the index is missing, creates it, and if an older release created it with fewer fields, adds them.
 * Then writes again.
 */
export async function writeTo(
  client: Client,
  { alias, mappings }: { alias: string; mappings: estypes.MappingTypeMapping },
  write: () => Promise<unknown>,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (isAnswer(error, 404)) {
      await ensure(client, alias, { settings: { auto_expand_replicas: '0-1' }, mappings });
    } else if (isAnswer(error, 'strict_dynamic_mapping_exception')) {
      await client.indices.putMapping({ index: alias, ...mappings });
    } else {
      throw error;
    }
    await write();
  }
}

const keyword = { type: 'keyword' } as const;
const long = { type: 'long' } as const;
/** Kept only in the source. */
const stored = { type: 'keyword', index: false, doc_values: false } as const;
const common = { dynamic: 'strict', _routing: { required: true } } as const;

const versionMappings: estypes.MappingTypeMapping = {
  ...common,
  properties: {
    library: keyword,
    version: stored,
    generation: long,
    slot: long,
    model: keyword,
    dimensions: { type: 'integer' },
    revision: stored,
    fingerprint: stored,
    embedderId: stored,
    linkTemplate: stored,
    documents: long,
    snippets: long,
    tokens: long,
    updatedAt: { type: 'date' },
    rebuild: { type: 'boolean' },
    run: { properties: { token: keyword, slot: long, model: keyword } },
  },
};

const documentMappings: estypes.MappingTypeMapping = {
  ...common,
  properties: {
    library: keyword,
    model: keyword,
    visible: { type: 'long_range' },
    path: stored,
    hash: stored,
    members: stored,
    tokens: { type: 'integer', index: false, doc_values: false },
    validators: { type: 'object', enabled: false },
  },
};

/** terms.ts splits texts into terms first. This analyzer does what FTS5's porter and unicode61 do in SQLite. */
const analysis: estypes.IndicesIndexSettingsAnalysis = {
  analyzer: {
    terms: {
      type: 'custom',
      tokenizer: 'whitespace',
      filter: ['lowercase', 'asciifolding', 'porter_stem'],
    },
  },
};

/** Texts that wait for vectors; see WaitingState. Absent from snippets with all their vectors. */
const waiting: estypes.MappingProperty = {
  properties: { stage: keyword, count: { type: 'integer' }, texts: stored },
};

/** Codes of the tokens of the first text; see token-codes.ts. Kept only in the source. */
const tokenCodes: estypes.MappingProperty = { type: 'binary' };

const terms = { type: 'text', analyzer: 'terms', index_options: 'freqs' } as const;

function snippetMappings(embedderId: string, dimensions: number): estypes.MappingTypeMapping {
  return {
    ...common,
    _meta: { embedderId, dimensions },
    properties: {
      library: keyword,
      visible: { type: 'long_range' },
      embeddingHash: keyword,
      title: terms,
      trail: terms,
      code: terms,
      body: terms,
      snippet: { type: 'object', enabled: false },
      waiting,
      tokenCodes,
      parts: {
        type: 'nested',
        properties: {
          vector: {
            type: 'dense_vector',
            dims: dimensions,
            index: true,
            similarity: 'cosine',
            index_options: { type: 'int8_hnsw', m: 16, ef_construction: 100 },
          },
        },
      },
    },
  };
}

/** Queries see documents only after activation, and each run refreshes its own writes. */
const settings = { refresh_interval: '-1', auto_expand_replicas: '0-1' } as const;
