import { mayAct } from '../../identity/access/caller.ts';
import type { InstallFacts, ModelFacts, StoreFacts } from '../../base/install-facts.ts';
import type { Library } from '../../resources/library.ts';
import type { LicenseState } from '../../transfer/license-info.ts';
import { cached } from '../cached.ts';
import { outcomeOf, type Dependency } from '../dependency-check.ts';
import type { WatchedModels } from '../watched-models.ts';
import type { Route } from '../route.ts';
import { countsOf } from './library-counts.ts';
import { messageOf } from '../../base/errors.ts';

/** The sources of GET /api/v1/overview. */
export interface OverviewParts {
  version: string;
  libraries: () => Promise<readonly Library[]>;
  dependencies: () => Promise<Dependency[]>;
  license: () => Promise<LicenseState>;
  models: WatchedModels;
  /** Absent if nothing is known about the install's stores and models. */
  facts?: InstallFacts;
}

/** Milliseconds for which results are cached, because pages poll. */
const cachedForMs = 3_000;
/** Milliseconds for which sizes are cached: they change slowly, and reading them inspects every file or index. */
const sizedForMs = 30_000;

/** GET /api/v1/overview: members see their libraries; admins also see the install's parts. */
export function overview(parts: OverviewParts): Route<'overview'> {
  const libraries = cached(parts.libraries, cachedForMs);
  const install = cached(() => installOf(parts), cachedForMs);
  const { indexBytes } = parts.facts ?? {};
  const bytes = indexBytes && cached(() => orUndefined(indexBytes), sizedForMs);
  return {
    async handle({ caller }) {
      const isAdmin = mayAct(caller, 'admin');
      const [seen, asked, license] = await Promise.all([
        libraries(),
        parts.dependencies(),
        parts.license(),
      ]);
      const counts = countsOf(seen, caller);
      const size = isAdmin ? await bytes?.() : undefined;
      return {
        json: {
          version: parts.version,
          uptime: Math.round(process.uptime()),
          ...license,
          ...counts,
          index: { ...counts.index, ...(size !== undefined && { bytes: size }) },
          dependencies: asked.map(({ name, needed, ok, ...more }) => ({
            name,
            needed,
            ok,
            ...(isAdmin && more),
          })),
          ...(isAdmin && { ...(await install()), models: modelsOf(parts) }),
        },
      };
    },
  };
}

async function installOf({ facts }: OverviewParts) {
  const [stores, migration] = await Promise.all([
    Promise.all((facts?.stores ?? []).map(storeOf)),
    facts && orUndefined(facts.migration),
  ]);
  return { stores, ...(migration !== undefined && { migration }) };
}

function modelsOf({ facts, models }: OverviewParts) {
  const { embedding, llm } = models.connectivity();
  const { embedder } = models;
  const builtIn: ModelFacts = { provider: 'built-in', model: embedder.id };
  const { dimensions } = embedder;
  const used = { use: 'embedding', ...(facts?.embedding ?? builtIn), dimensions };
  const reranking = facts?.reranking;
  return [
    { ...used, lastCall: embedding },
    ...(reranking ? [{ use: 'reranking', ...reranking, lastCall: llm ?? 'unknown' }] : []),
  ];
}

async function storeOf({ name, product, version }: StoreFacts) {
  const found = await orUndefined(version);
  return { name, product, ...(found !== undefined && { version: found }) };
}

/** Returns the result, or undefined if a store is unavailable; the store's own check reports the failure. */
async function orUndefined<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await outcomeOf(async () => {
    answer = await ask();
  });
  return answer;
}

/** Timeout of a model test in milliseconds. */
const limitMs = 15_000;

const question = 'Where is the configuration kept?';
const candidates = ['The configuration is kept in a file.', 'Birds sing in the morning.'];

/** POST /api/v1/models/test: embeds a question and ranks two passages, as an answer does. */
export function testModels({ embedder, reranker }: WatchedModels): Route<'testModels'> {
  return {
    async handle({ signal }) {
      const [embedding, reranking] = await Promise.all([
        tried(signal, async (limited) => {
          const [vector] = await embedder.embed([question], 'query', limited);
          return `Returned a vector with ${vector?.length ?? 0} dimensions`;
        }),
        reranker &&
          tried(signal, async (limited) => {
            const order = await reranker.rerank(question, candidates, limited);
            const right = order[0] === 0 ? 'correctly' : 'incorrectly';
            return `Ranked two passages ${right}`;
          }),
      ]);
      signal.throwIfAborted();
      return { json: { embedding, ...(reranking && { reranking }) } };
    },
  };
}

async function tried(signal: AbortSignal, call: (limited: AbortSignal) => Promise<string>) {
  const late = AbortSignal.timeout(limitMs);
  const began = performance.now();
  const milliseconds = (): number => Math.round(performance.now() - began);
  try {
    const message = await call(AbortSignal.any([signal, late]));
    return { ok: true, message, milliseconds: milliseconds() };
  } catch (error) {
    const message = late.aborted ? `No answer within ${limitMs / 1000} seconds` : messageOf(error);
    return { ok: false, message, milliseconds: milliseconds() };
  }
}
