import { createHash } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { isAnswer } from './failures.ts';

/** Part of every name; raised by a change of the mappings, so that a new program makes indices of its own. */
const SCHEMA = 'v1';

/** A new index waits for the master's other work. */
const CREATE_TIMEOUT_MS = 90_000;

/** Aliases, which is what the program reads and writes; an operator may put another index behind one of them. */
export interface IndexNames {
  versions: string;
  documents: string;
  /** Snippets of all models. */
  snippets: string;
  /** Snippets of one model. */
  model(embedderId: string): string;
  /** Whether this is the name of some model's snippets. */
  isModel(name: string): boolean;
}

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

/** A short name of a model, which in the indices stands for its id. */
function modelKey(embedderId: string): string {
  return createHash('sha256').update(embedderId).digest('hex').slice(0, 12);
}

/** Makes the indices every library needs, where they are missing. */
export async function ensureIndices(client: Client, names: IndexNames): Promise<void> {
  const { versions, documents } = names;
  if (await client.indices.existsAlias({ name: [versions, documents] })) return;
  await ensure(client, versions, {
    settings: { auto_expand_replicas: '0-1' },
    mappings: versionMappings,
  });
  await ensure(client, documents, { settings, mappings: documentMappings });
}

/** Makes the index of a model, where it is missing. */
export async function ensureModel(
  client: Client,
  names: IndexNames,
  { embedderId, dimensions }: { embedderId: string; dimensions: number },
): Promise<void> {
  await ensure(client, names.model(embedderId), {
    settings: { ...settings, analysis },
    mappings: snippetMappings(embedderId, dimensions),
    aliases: { [names.snippets]: {} },
  });
}

/** The length of the vectors a model's index holds; undefined when there is no such index. */
export async function dimensionsOf(client: Client, alias: string): Promise<number | undefined> {
  const found = await client.indices.getMapping({ index: alias }, { ignore: [404] });
  const [index] = Object.values(found);
  const { _meta: meta } = index?.mappings ?? {};
  return meta?.['dimensions'];
}

/** Deletes a model's index when it is empty and no version, served or on its way, is of that model. */
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

/** Makes an index behind an alias, where the alias is missing. */
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
    // Another run was faster.
    if (!isAnswer(error, 'resource_already_exists_exception')) throw error;
  }
}

const keyword = { type: 'keyword' } as const;
const long = { type: 'long' } as const;
/** Kept in the source alone. */
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

/** Texts are cut into terms before they come here (terms.ts); what is left to do is what FTS5's porter and unicode61 do. */
const analysis: estypes.IndicesIndexSettingsAnalysis = {
  analyzer: {
    terms: {
      type: 'custom',
      tokenizer: 'whitespace',
      filter: ['lowercase', 'asciifolding', 'porter_stem'],
    },
  },
};

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

/** Nothing needs to be seen before a run is activated, and each run refreshes what it has written. */
const settings = { refresh_interval: '-1', auto_expand_replicas: '0-1' } as const;
