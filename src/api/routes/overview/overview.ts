import { mayAct } from '../../../identity/access/caller.ts';
import type { InstallFacts, ModelFacts, StoreFacts } from '../../../base/install-facts.ts';
import type { Library } from '../../../resources/library.ts';
import type { LicenseState } from '../../../transfer/license-info.ts';
import { outcomeOf, remembered, type Check, type CheckOutcome } from '../../check.ts';
import type { SeenModels } from '../../last-seen.ts';
import type { Route } from '../../route.ts';
import type { ReadyChecks } from '../operation.ts';
import { countsOf } from './library-counts.ts';

/** What GET /api/v1/overview tells. */
export interface OverviewParts {
  version: string;
  libraries: () => Promise<readonly Library[]>;
  checks: ReadyChecks;
  license: () => Promise<LicenseState>;
  models: SeenModels;
  /** Absent where nothing is known of what the install is made of. */
  facts?: InstallFacts;
}

/** Milliseconds for which the same is told: a page asks again and again. */
const toldForMs = 3_000;
/** Sizes move slowly, and cost a look at every file or index. */
const sizedForMs = 30_000;

/** GET /api/v1/overview: for members what they see, for admins also what the install is made of. */
export function overview(parts: OverviewParts): Route {
  const libraries = remembered(parts.libraries, toldForMs);
  const dependencies = remembered(() => checked(parts.checks), toldForMs);
  const install = remembered(() => installOf(parts), toldForMs);
  const { indexBytes } = parts.facts ?? {};
  const bytes = indexBytes && remembered(() => told(indexBytes), sizedForMs);
  return {
    async handle({ caller }) {
      const isAdmin = mayAct(caller, 'admin');
      const [seen, asked, license] = await Promise.all([
        libraries(),
        dependencies(),
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

type Dependency = { name: string; needed: boolean } & CheckOutcome;

function checked({ needed, useful }: ReadyChecks): Promise<Dependency[]> {
  const ask = (of: Record<string, Check>, isNeeded: boolean): Promise<Dependency>[] =>
    Object.entries(of).map(async ([name, check]) => ({
      name,
      needed: isNeeded,
      ...(await outcomeOf(check)),
    }));
  return Promise.all([...ask(needed, true), ...ask(useful, false)]);
}

async function installOf({ facts }: OverviewParts) {
  const [stores, migration] = await Promise.all([
    Promise.all((facts?.stores ?? []).map(storeOf)),
    facts && told(facts.migration),
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
  const found = await told(version);
  return { name, product, ...(found !== undefined && { version: found }) };
}

/** What a store that is away does not tell is left out; its own check says that it is away. */
async function told<Answer>(ask: () => Promise<Answer>): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await outcomeOf(async () => {
    answer = await ask();
  });
  return answer;
}
