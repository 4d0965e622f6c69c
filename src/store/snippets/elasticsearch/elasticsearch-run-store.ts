import { randomUUID } from 'node:crypto';
import type { Client, estypes } from '@elastic/elasticsearch';
import { LecternError, RunError } from '../../../base/errors.ts';
import type { ActiveVersion } from '../../snippet-index.ts';
import { isAnswer } from './failures.ts';
import {
  dimensionsOf,
  dropIfUnused,
  ensureIndices,
  ensureModel,
  indexNames,
  type IndexNames,
} from './indices.ts';
import {
  type HeldPointer,
  newPointer,
  type Pointer,
  Pointers,
  slotsOf,
  takenOver,
  toActiveVersion,
} from './pointers.ts';
import {
  type NewContent,
  type OpenedRun,
  type Refused,
  type RunOutcome,
  type RunPlace,
  type RunStore,
  type Write,
  type Member,
  type EncodedVectors,
} from './run-store.ts';
import { contentId, readMembers, shownDocuments, snippetKey } from './stored-documents.ts';
import { findVectors } from './stored-vectors.ts';
import { clearUnfinished, sweep } from './sweep.ts';
import { newWaiting } from './vector-store.ts';
import {
  hideScript,
  newSlot,
  type Shown,
  showScript,
  shownIn,
  shownSince,
  slotKey,
} from './visibility.ts';

/** Size of one bulk request, in bytes. */
const FLUSH_BYTES = 4_000_000;
/** Retries of an update if another client changes the document at the same time. */
const CONFLICT_RETRIES = 3;
/**
 * Maximum number of versions of a library, so that a compromised run cannot open any number. A library has the default one, 50
 * of its spec and 20 of its repository, and an edit can replace these 70 by others.
 */
const maxVersions = 200;

interface ElasticsearchRunStoreOptions {
  /** The caller closes it. */
  client: Client;
  names: IndexNames;
  library: string;
  /** Mark of the open run to continue; absent for a new run. */
  token?: string;
}

/** The version's record while this run holds it, and values derived from it. */
interface Held {
  pointer: HeldPointer;
  /** The record before the run. */
  before: Pointer;
  /** The run's entry in the record. */
  run: NonNullable<Pointer['run']>;
  model: string;
  shown: Shown;
  fresh: boolean;
}

/**
 * The store of one run, in Elasticsearch. It changes only documents of its own library: it computes the keys of new
 * documents, and its scripts skip documents of other libraries.
 */
export class ElasticsearchRunStore implements RunStore {
  private readonly client: Client;
  private readonly names: IndexNames;
  private readonly library: string;
  private readonly place: RunPlace;
  private readonly pointers: Pointers;
  private token: string | undefined;
  private held: Held | undefined;

  constructor(options: ElasticsearchRunStoreOptions, place: RunPlace) {
    this.client = options.client;
    this.names = options.names;
    this.library = options.library;
    this.token = options.token;
    this.place = place;
    this.pointers = new Pointers(this.client, this.names.versions);
  }

  async open(): Promise<OpenedRun> {
    const { client, names, library, pointers } = this;
    const { version, embedderId } = this.place;
    await ensureIndices(client, names);
    const found: HeldPointer = (await pointers.read(library, version)) ?? {
      pointer: newPointer(library, version),
    };
    const { run: dead, ...before } = found.pointer;
    const model = names.model(embedderId);
    const fresh = before.generation === 0 || before.model !== model || before.rebuild;
    const slot = fresh ? newSlot() : before.slot;
    const token = randomUUID();
    const run = { token, slot, model };
    this.token = token;
    this.held = heldBy(await pointers.save(found, { ...before, run }, true));
    if (dead) await clearUnfinished({ client, names, library }, before);
    const stored = { index: model, routing: library, ignore_unavailable: true, terminate_after: 1 };
    const [all, dimensions = 0, some] = await Promise.all([
      pointers.list(library),
      dimensionsOf(client, model),
      client.count({ ...stored, query: { term: { library } } }),
    ]);
    if (!found.revision && all.length > maxVersions) {
      await pointers.remove(library, version);
      throw tooManyVersions(library);
    }
    const documents = shownDocuments(
      { client, names },
      { library, model, pointers: before.rebuild ? [] : all, ...(!fresh && { own: before }) },
    );
    const { shown } = this.held;
    const hasVectors = some.count > 0;
    return { token, model, dimensions, before, shown, hasVectors, fresh, documents };
  }

  async members(ids: string[]): Promise<Map<string, Member[]>> {
    const { client, names } = this;
    const { pointer } = (await this.hold()).pointer;
    return readMembers({ client, names, claim: pointer }, ids);
  }

  async vectors(hashes: string[]): Promise<Map<string, EncodedVectors>> {
    const { client, names, library } = this;
    const index = names.model(this.place.embedderId);
    return findVectors(client, { index, routing: library }, hashes);
  }

  async prepareModel(dimensions: number): Promise<void> {
    const { embedderId } = this.place;
    await ensureModel(this.client, this.names, { embedderId, dimensions });
  }

  async refresh(): Promise<void> {
    await this.client.indices.refresh({ index: this.names.model(this.place.embedderId) });
  }

  async store(writes: Write[]): Promise<Refused> {
    const held = await this.hold();
    // Read anew each time: another version may have been opened since, and shows the same snippets.
    const keep = held.fresh ? slotsOf(await this.pointers.list(this.library)) : [];
    const operations = writes.map((write) => this.operation(write, held, keep));
    const places = new Map(operations.map(({ target }, at) => [keyOf(target), at]));
    const drops: Drop[] = [];
    try {
      await this.client.helpers.bulk<Operation>({
        datasource: operations,
        require_alias: true,
        concurrency: 1,
        flushBytes: FLUSH_BYTES,
        retries: 0,
        // The helper adds the datum as `doc`, which a scripted update does not allow.
        onDocument: ({ target, create, script }) =>
          create
            ? [{ create: target }, create]
            : [
                { update: { ...target, retry_on_conflict: CONFLICT_RETRIES } },
                { script, doc: undefined },
              ],
        onDrop: ({ status, error, operation }) => {
          const at = places.get(keyOf(Object.values(operation)[0] ?? {}))!;
          drops.push({ at, status, reason: `${status} ${error?.type}: ${error?.reason}` });
        },
      });
    } catch (error) {
      // All writes can be repeated, because each has the same effect twice as once.
      if (isAnswer(error, 429)) return { existing: [], busy: writes.map((_, at) => at) };
      throw error;
    }
    return refusedOf(writes, drops);
  }

  async activate({ facts, changed, growth }: RunOutcome): Promise<ActiveVersion> {
    const { client, names, library, pointers } = this;
    const { version, embedderId } = this.place;
    const found = this.held?.pointer ?? (await pointers.read(library, version));
    // The response to an earlier attempt was lost.
    if (found?.pointer.run?.token === activated(this.token)) return toActiveVersion(found.pointer);
    const held = await this.hold(found);
    const { before, model, fresh } = held;
    const index = [names.documents, model];
    await client.indices.refresh({ index, ignore_unavailable: true });
    const dimensions = (await dimensionsOf(client, model)) ?? 0;
    const named = { ...facts, model, embedderId, dimensions };
    // The embedder can only differ here if there is nothing to embed.
    if (!changed && before.generation > 0) return this.move(held, { ...before, ...named });
    const base = fresh ? { documents: 0, snippets: 0, tokens: 0 } : before;
    const active: Pointer = {
      ...before,
      ...named,
      generation: before.generation + 1,
      slot: held.run.slot,
      documents: base.documents + growth.documents,
      snippets: base.snippets + growth.snippets,
      tokens: base.tokens + growth.tokens,
      updatedAt: new Date().toISOString(),
      rebuild: false,
    };
    await this.verify(held, active);
    return this.move(held, active);
  }

  async cleanUp(before: Pick<Pointer, 'generation' | 'model'>): Promise<void> {
    const { client, names, library, pointers } = this;
    const found = this.held?.pointer ?? (await pointers.read(library, this.place.version));
    if (found?.pointer.run?.token !== activated(this.token)) return;
    const { run: _, ...active } = found.pointer;
    if (active.generation > before.generation) {
      await sweep({ client, names, library }, await pointers.list(library), active);
    }
    await pointers.save(found, active, false);
    if (before.model !== active.model && names.isModel(before.model)) {
      await dropIfUnused(client, names, before.model);
    }
  }

  async discard(loss: boolean): Promise<void> {
    const { client, names, library, pointers } = this;
    const now = await pointers.read(library, this.place.version);
    if (!now || now.pointer.run?.token !== this.token) return;
    const { before } = heldBy(now);
    await clearUnfinished({ client, names, library }, before);
    await pointers.save(now, { ...before, ...(loss && { rebuild: true }) }, false);
  }

  /** Returns the version's record, which this run must hold. Throws RunError if another run has started. */
  private async hold(found?: HeldPointer): Promise<Held> {
    if (this.held) return this.held;
    const { library, pointers, token } = this;
    const { version } = this.place;
    const now = found ?? (await pointers.read(library, version));
    const claimed = token !== undefined && now?.pointer.run?.token === token;
    if (!claimed) throw takenOver({ library, version });
    this.held = heldBy(now);
    if (this.held.run.model === this.names.model(this.place.embedderId)) return this.held;
    throw new RunError('StorageFailed', 'This run was opened for another embedding model');
  }

  private async move(held: Held, active: Pointer): Promise<ActiveVersion> {
    const run = { ...held.run, token: activated(this.token) };
    const pointer = await this.pointers.save(held.pointer, { ...active, run }, true);
    this.held = { ...held, pointer };
    return toActiveVersion(active);
  }

  /** Throws unless the index holds every document and snippet of the generation, so that Lectern never serves half a library. */
  private async verify(held: Held, { slot, generation, documents, snippets }: Pointer) {
    const { client, names, library } = this;
    const { model, before, run } = held;
    const count = async (index: string): Promise<number> => {
      const found = await client.count({
        index,
        routing: library,
        ignore_unavailable: true,
        query: { bool: { filter: [{ term: { library } }, shownIn(slot, generation)] } },
      });
      return found.count;
    };
    const counts = await Promise.all([count(names.documents), count(model)]);
    if (counts[0] === documents && counts[1] === snippets) return;
    const pointer = await this.pointers.save(
      held.pointer,
      { ...before, run, rebuild: true },
      false,
    );
    this.held = { ...held, pointer };
    throw new RunError(
      'StorageFailed',
      `The index holds ${counts[1]} of ${snippets} snippets and ${counts[0]} of ${documents} documents; the next run writes all of them again`,
    );
  }

  private operation(write: Write, { shown, fresh, model }: Held, keep: Shown[]): Operation {
    const { kind, id, show, create, validator } = write;
    const { library, names } = this;
    const target = {
      _index: kind === 'document' ? names.documents : model,
      _id: id,
      routing: library,
    };
    // A fresh run may find leftovers of failed runs.
    const options = { ...(fresh && { keep }), ...(validator !== undefined && { validator }) };
    const { source, params } = show ? showScript(shown, options) : hideScript(shown);
    const script = { source: `${ownOnly}${source}`, params: { ...params, library } };
    if (!create) return { target, script };
    return { target, script, create: this.document(create, write, { shown, model }) };
  }

  /** Returns the document to store. Throws if the key does not match the content: another library's document may have that key. */
  private document(
    content: NewContent,
    { id, kind, validator }: Write,
    { shown, model }: Pick<Held, 'shown' | 'model'>,
  ): object {
    const { library } = this;
    if (content.kind !== kind || id !== keyOfContent(content, library, model)) {
      throw new LecternError(
        'validation_error',
        'The key of a document does not match its content.',
      );
    }
    const visible = [shown];
    if (content.kind === 'document') {
      const { path, hash, members, tokens } = content;
      const validators = typeof validator === 'string' ? { [slotKey(shown.gte)]: validator } : {};
      return { library, model, visible, path, hash, members, tokens, validators };
    }
    const { embeddingHash, terms, snippet, vectors, tokenCodes, texts } = content;
    const { title = '', trail = '', code = '', body = '' } = terms;
    const parts = vectors.map((vector) => ({ vector }));
    const made = { library, visible, embeddingHash, title, trail, code, body, snippet, parts };
    return {
      ...made,
      ...(tokenCodes !== undefined && { tokenCodes }),
      ...(texts && { waiting: newWaiting(texts) }),
    };
  }
}

/** A bulk operation. */
interface Operation {
  target: { _index: string; _id: string; routing: string };
  create?: object;
  script: estypes.Script;
}

interface Drop {
  at: number;
  status: number;
  reason: string;
}

/** Prefix of every script: a forged key may be that of another library's document. */
const ownOnly = `if (ctx._source.library != params.library) { ctx.op = 'none'; return; }`;

function keyOf({ _index, _id }: { _index?: string; _id?: string }): string {
  return `${_index} ${_id}`;
}

function keyOfContent(content: NewContent, library: string, model: string): string {
  return content.kind === 'document'
    ? contentId({ library, model, ...content })
    : snippetKey(library, content.path, content);
}

function tooManyVersions(library: string): RunError {
  const message = `${library} may have ${maxVersions} versions; name fewer`;
  return new RunError('TooLarge', message);
}

/** Returns the mark of a run that is activated but not cleaned up yet. It identifies a repeated request. */
function activated(token = ''): string {
  return `${token} activated`;
}

function heldBy(pointer: HeldPointer): Held {
  const { run = { token: '', slot: 0, model: '' }, ...before } = pointer.pointer;
  const fresh = run.slot !== before.slot;
  const shown = shownSince(run.slot, before.generation + 1);
  return { pointer, before, run, model: run.model, shown, fresh };
}

function refusedOf(writes: Write[], drops: Drop[]): Refused {
  const existing = drops.filter(({ at, status }) => status === 409 && writes[at]!.create);
  const busy = drops.filter(({ status }) => status === 429);
  // A missing document is already hidden.
  const absent = drops.filter(({ at, status }) => status === 404 && !writes[at]!.show);
  const handled = new Set([...existing, ...busy, ...absent]);
  const lost = drops.filter((drop) => !handled.has(drop));
  const missing = lost.some(({ at, status }) => status === 404 && !writes[at]!.create);
  const places = (some: Drop[]): number[] => some.map(({ at }) => at);
  return {
    existing: places(existing),
    busy: places(busy),
    ...(lost[0] && { lost: { count: lost.length, reason: lost[0].reason, missing } }),
  };
}

/** Returns the stores of runs, by library; `mark` continues an open run. */
export function createElasticsearchRunStores({
  client,
  prefix,
}: {
  /** The caller closes it. */
  client: Client;
  prefix: string;
}): (library: string, place: RunPlace & { mark?: string }) => RunStore {
  const names = indexNames(prefix);
  return (library, { mark, ...place }) => {
    const continued = mark === undefined ? {} : { token: mark };
    return new ElasticsearchRunStore({ client, names, library, ...continued }, place);
  };
}
