import type { Logger } from 'pino';
import { cached } from '../../api/cached.ts';
import type { Check } from '../../api/dependency-check.ts';
import type { Embedder, Reranker } from '../../models/embedder.ts';
import type { ModelMetrics } from '../../models/model-metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { builtInModelDir, readModelFacts } from '../../models/model-files.ts';
import { messageOf } from '../../base/errors.ts';
import type { InstallFacts, ModelFacts } from '../../base/install-facts.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';

type EmbeddingSettings = Pick<
  Settings,
  | 'embeddingUrl'
  | 'embeddingModel'
  | 'embeddingKey'
  | 'embeddingService'
  | 'embeddingServiceKey'
  | 'threads'
>;
type PreviousSettings = Pick<
  Settings,
  'previousEmbeddingUrl' | 'previousEmbeddingModel' | 'previousEmbeddingKey'
>;
type RerankSettings = Pick<Settings, 'rerankUrl' | 'rerankModel' | 'rerankKey' | 'rerankTimeoutMs'>;

/**
 * Opens the configured embedding model: an OpenAI-compatible endpoint, or the built-in model, in this process or in `lectern embed`.
 * Throws CommandError if the endpoint cannot be used.
 */
export async function createEmbedder(
  settings: EmbeddingSettings,
  metrics?: ModelMetrics,
): Promise<Embedder> {
  const embedder = await openEmbedder(settings, (count) => metrics?.tokens('embedding', count));
  return metrics ? metrics.embedder(embedder) : embedder;
}

async function openEmbedder(
  settings: EmbeddingSettings,
  onTokens: (count: number) => void,
): Promise<Embedder> {
  const { embeddingUrl, embeddingModel, embeddingKey } = settings;
  if (embeddingUrl && embeddingModel) {
    const { createOpenaiEmbedder } = await import('../../models/openai-embedder.ts');
    return createOpenaiEmbedder({
      url: embeddingUrl,
      model: embeddingModel,
      onTokens,
      ...(embeddingKey && { key: embeddingKey }),
    }).catch((error: unknown) => {
      throw new CommandError(
        exitCodes.failed,
        `${messageOf(error).replace(/\.$/, '')}. Check LECTERN_EMBEDDING_URL, LECTERN_EMBEDDING_MODEL and LECTERN_EMBEDDING_KEY.`,
        { cause: error },
      );
    });
  }
  const { embeddingService: url, embeddingServiceKey: key } = settings;
  if (url) {
    const { createServiceEmbedder } = await import('../../models/service-embedder.ts');
    const facts = await readModelFacts(builtInModelDir);
    return createServiceEmbedder({ url, facts, ...(key && { key }) });
  }
  const { createBuiltInEmbedder } = await import('../../models/built-in-embedder.ts');
  return createBuiltInEmbedder({ threads: settings.threads });
}

/**
 * Returns a function that tests whether this install embeds with a model, and optionally with a vector length. It does not load
 * the model and does not call the endpoint. For an endpoint, every vector length passes.
 */
export async function modelOfRuns(
  settings: EndpointSettings,
): Promise<(embedderId: string, dimensions?: number) => boolean> {
  const name = await nameOf(settings);
  if (settings.embeddingUrl) {
    return (embedderId, dimensions) => {
      const length = embedderId.startsWith(`${name}@`) ? embedderId.slice(name.length + 1) : '';
      return /^[1-9]\d{0,3}$/.test(length) && (dimensions ?? Number(length)) === Number(length);
    };
  }
  const facts = await readModelFacts(builtInModelDir);
  return (embedderId, dimensions = facts.dimensions) =>
    embedderId === facts.id && dimensions === facts.dimensions;
}

type EndpointSettings = Pick<EmbeddingSettings, 'embeddingUrl' | 'embeddingModel'>;

/** Returns the id of a model; of an endpoint's model, without the length of its vectors. */
async function nameOf({ embeddingUrl, embeddingModel }: EndpointSettings): Promise<string> {
  if (!embeddingUrl || !embeddingModel) return (await readModelFacts(builtInModelDir)).id;
  const { endpointName } = await import('../../models/openai-client.ts');
  return `openai:${endpointName({ url: embeddingUrl, model: embeddingModel })}`;
}

/** The value of previousEmbeddingModel for the built-in model. */
const builtInName = 'built-in';

/** Returns the settings of the model before a change, as those of a model; undefined without one. */
function previousSettings({
  previousEmbeddingUrl: embeddingUrl,
  previousEmbeddingModel: embeddingModel,
  previousEmbeddingKey: embeddingKey,
}: PreviousSettings): Omit<EmbeddingSettings, 'threads'> | undefined {
  if (embeddingUrl && embeddingModel) {
    return { embeddingUrl, embeddingModel, ...(embeddingKey && { embeddingKey }) };
  }
  return embeddingModel === builtInName ? {} : undefined;
}

/**
 * Returns the beginning of the id of the model before a change. Returns undefined without one, and if it is the present model, as
 * after a change that somebody took back. Calls no endpoint.
 */
export async function previousModelOf(
  settings: PreviousSettings & EndpointSettings,
): Promise<string | undefined> {
  const previous = previousSettings(settings);
  if (!previous) return undefined;
  const name = await nameOf(previous);
  return name === (await nameOf(settings)) ? undefined : name;
}

/**
 * Opens the model before a change; undefined without one. If its endpoint cannot be used, warns: libraries that have its vectors
 * are then found by words.
 */
export async function createPreviousEmbedder(
  settings: PreviousSettings & Pick<Settings, 'threads'>,
  { metrics, log }: { metrics: ModelMetrics; log: Pick<Logger, 'warn'> },
): Promise<Embedder | undefined> {
  const previous = previousSettings(settings);
  if (!previous) return undefined;
  try {
    const embedder = await createEmbedder({ ...previous, threads: settings.threads });
    return metrics.embedder(embedder, true);
  } catch (error) {
    const reason = messageOf(error).replace(/LECTERN_(?=EMBEDDING)/g, 'LECTERN_PREVIOUS_');
    log.warn({ reason }, 'the previous embedding model cannot be used');
    return undefined;
  }
}

/** Returns the configured models and their hosts. */
export function modelFacts(
  {
    embeddingUrl,
    embeddingModel,
    rerankUrl,
    rerankModel,
  }: Omit<EmbeddingSettings, 'threads'> & RerankSettings,
  embedder: Pick<Embedder, 'id'>,
): Pick<InstallFacts, 'embedding' | 'reranking'> {
  const at = (url: string, model: string): ModelFacts => {
    const { host } = new URL(url);
    return { provider: 'openai-compatible', model, host };
  };
  const builtIn: ModelFacts = { provider: 'built-in', model: embedder.id };
  return {
    embedding: embeddingUrl && embeddingModel ? at(embeddingUrl, embeddingModel) : builtIn,
    ...(rerankUrl && rerankModel && { reranking: at(rerankUrl, rerankModel) }),
  };
}

/** Milliseconds to cache the check of an endpoint, because each check costs a call. */
const checkedForMs = 30_000;
const checkLimitMs = 2_000;

/** Returns the checks of the embedding model for /api/ready. The built-in model of this process needs none. */
export function modelChecks(
  { embeddingUrl, embeddingService }: Pick<Settings, 'embeddingUrl' | 'embeddingService'>,
  embedder: Pick<Embedder, 'embed'>,
): Record<string, Check> {
  if (embeddingUrl === undefined && embeddingService === undefined) return {};
  const ask: Check = () => embedder.embed(['ready'], 'query', AbortSignal.timeout(checkLimitMs));
  return { embedding: cached(ask, checkedForMs) };
}

/** Opens the configured reranker; undefined if there is none. */
export async function createReranker(
  settings: RerankSettings,
  metrics: ModelMetrics,
): Promise<Reranker | undefined> {
  const { rerankUrl, rerankModel, rerankKey, rerankTimeoutMs } = settings;
  if (!rerankUrl || !rerankModel) return undefined;
  const { createChatReranker } = await import('../../models/chat-reranker.ts');
  const reranker = createChatReranker({
    url: rerankUrl,
    model: rerankModel,
    timeoutMs: rerankTimeoutMs,
    ...(rerankKey && { key: rerankKey }),
    onTokens: (count) => metrics.tokens('reranking', count),
  });
  return metrics.reranker(reranker);
}
