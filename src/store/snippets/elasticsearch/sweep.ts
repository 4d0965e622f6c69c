import type { Client, estypes } from '@elastic/elasticsearch';
import type { IndexNames } from './indices.ts';
import { type Pointer, slotsOf } from './pointers.ts';
import {
  oneGeneration,
  otherSlots,
  shownNowhereIn,
  shownSomewhereIn,
  toTrim,
  trimScript,
} from './visibility.ts';

/** Maximum documents that one request deletes or changes, so that it ends within the timeout. */
const BATCH = 5_000;
const TIMEOUT_MS = 120_000;

interface Place {
  client: Client;
  names: IndexNames;
  library: string;
}

/**
 * Takes back what an unfinished run wrote to a version's slot. Its documents stay hidden until the next activation: the next
 * run finds their vectors and does not compute them again.
 */
export async function clearUnfinished(place: Place, pointer: Pointer): Promise<void> {
  const { slot, generation } = pointer;
  await refresh(place);
  // A fresh run writes to a new slot, which no record names after the run has failed.
  if (generation === 0) return;
  const served = oneGeneration(slot, generation);
  const keep = [...otherSlots(slot), served];
  await trim(place, toTrim(keep, served), trimScript(keep, served));
}

/**
 * Deletes documents that no version shows or will show: those outside `pointers`, and after an activation those of the
 * version's earlier generation. Refreshes the indices first, unless the activation has.
 */
export async function sweep(place: Place, pointers: Pointer[], activated?: Pointer): Promise<void> {
  const others = pointers.filter(({ version }) => version !== activated?.version);
  const keep = slotsOf(others);
  if (activated) keep.push(oneGeneration(activated.slot, activated.generation));
  else await refresh(place);
  const shared = { bool: { filter: [toTrim(keep), shownSomewhereIn(keep)] } };
  await Promise.all([remove(place, shownNowhereIn(keep)), trim(place, shared, trimScript(keep))]);
}

/** Deletes all documents of a library. */
export async function removeAll(place: Place): Promise<void> {
  await refresh(place);
  await remove(place, { match_all: {} });
}

async function refresh({ client, names }: Place): Promise<void> {
  const index = [names.documents, names.snippets];
  await client.indices.refresh({ index, ignore_unavailable: true }, { requestTimeout: TIMEOUT_MS });
}

async function remove(place: Place, which: estypes.QueryDslQueryContainer): Promise<void> {
  await inBatches(() =>
    place.client.deleteByQuery(target(place, which), { requestTimeout: TIMEOUT_MS }),
  );
}

async function trim(
  place: Place,
  which: estypes.QueryDslQueryContainer,
  script: estypes.Script,
): Promise<void> {
  const request = { ...target(place, which), script };
  await inBatches(() => place.client.updateByQuery(request, { requestTimeout: TIMEOUT_MS }));
}

/** Repeats the work until no documents remain, or only documents that others change at the same time. */
async function inBatches(
  work: () => Promise<{ total?: number; version_conflicts?: number }>,
): Promise<void> {
  for (;;) {
    const { total = 0, version_conflicts: conflicts = 0 } = await work();
    if (total < BATCH || conflicts === total) return;
  }
}

function target({ names, library }: Place, which: estypes.QueryDslQueryContainer) {
  return {
    index: [names.documents, names.snippets],
    routing: library,
    ignore_unavailable: true,
    conflicts: 'proceed' as const,
    refresh: true,
    max_docs: BATCH,
    query: { bool: { filter: [{ term: { library } }, which] } },
  };
}
