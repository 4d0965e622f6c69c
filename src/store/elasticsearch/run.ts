import { randomUUID } from 'node:crypto';
import type { Client } from '@elastic/elasticsearch';
import { dimensionsOf, ensureIndices, type IndexNames } from './indices.ts';
import { type HeldPointer, newPointer, type Pointer, Pointers, slotsOf } from './pointers.ts';
import { type KnownDocuments, loadDocuments } from './stored-documents.ts';
import { clearUnfinished } from './sweep.ts';
import { newSlot, type Shown, shownSince } from './visibility.ts';

/** A run that holds a version: nobody else's run of it can be activated any more. */
export interface Run {
  client: Client;
  names: IndexNames;
  library: string;
  embedderId: string;
  /** Alias of the model's index. */
  model: string;
  /** Length of the vectors in it; 0 when there is no such index yet. */
  dimensions: number;
  pointers: Pointers;
  /** The version's record with the mark of this run. */
  held: HeldPointer;
  /** As it was before. */
  before: Pointer;
  /** What the run writes is shown from here on. */
  shown: Shown;
  /** Whether the library has vectors of the model, of whatever version or dead run. */
  hasVectors: boolean;
  /** Whether the run starts from nothing: its slot is another one than the served one. */
  fresh: boolean;
  /** Slots that versions show or are about to show. */
  keep: Shown[];
  known: KnownDocuments;
}

/** Opens the next generation of a version, after clearing what a dead run left. */
export async function openRun(
  { client, names }: Pick<Run, 'client' | 'names'>,
  { library, version, embedderId }: { library: string; version: string; embedderId: string },
): Promise<Run> {
  await ensureIndices(client, names);
  const pointers = new Pointers(client, names.versions);
  const found = (await pointers.read(library, version)) ?? {
    pointer: newPointer(library, version),
  };
  const before = found.pointer;
  const model = names.model(embedderId);
  const fresh = before.generation === 0 || before.model !== model || before.rebuild;
  const slot = fresh ? newSlot() : before.slot;
  const run = { token: randomUUID(), slot, model };
  const held = await pointers.save(found, { ...before, run }, true);
  if (before.run) await clearUnfinished({ client, names, library }, before);
  const stored = { index: model, routing: library, ignore_unavailable: true, terminate_after: 1 };
  const [all, dimensions = 0, some] = await Promise.all([
    pointers.list(library),
    dimensionsOf(client, model),
    client.count({ ...stored, query: { term: { library } } }),
  ]);
  const known = await loadDocuments(
    { client, names },
    { library, model, pointers: before.rebuild ? [] : all, ...(!fresh && { own: before }) },
  );
  return {
    client,
    names,
    library,
    embedderId,
    model,
    dimensions,
    hasVectors: some.count > 0,
    pointers,
    held,
    before,
    shown: shownSince(slot, before.generation + 1),
    fresh,
    keep: slotsOf(all),
    known,
  };
}
