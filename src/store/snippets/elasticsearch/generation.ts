import { RunError } from '../../../base/errors.ts';
import type { GenerationWriter, SnippetToWrite } from '../../snippet-index.ts';
import { lexicalFields } from '../../terms.ts';
import type { BulkWriter } from './bulk-writer.ts';
import {
  type NewContent,
  type Write,
  type Member,
  type Placed,
  type EncodedVectors,
} from './run-store.ts';
import type { Run } from './run.ts';
import { contentId, contentKey, snippetKey } from './stored-documents.ts';
import type { StoredVectors } from './stored-vectors.ts';
import { encodeCodes, encodeVector, hasDirection } from './vectors.ts';

/** A document to store. */
export interface Pending {
  document: Parameters<GenerationWriter['write']>[0];
  snippets: SnippetToWrite[] | 'unchanged';
}

/** Maximum vectors of one snippet; only lexical search finds the rest of a longer snippet. */
const MAX_PARTS = 1_024;
/** Milliseconds between checks of whether another run has taken over the version. */
const CHECK_MS = 2_000;
/** Contents in one read. */
const READ = 500;

type Vectors = Map<string, EncodedVectors>;
type Members = Map<string, Member[]>;

/**
 * Moves documents of one version from generation G to G+1. New documents are visible since G+1, removed ones until G+1;
 * others are not changed. Queries see none of it while the version's pointer is at G.
 */
export class Generation {
  /** True if G+1 differs from G. */
  changed: boolean;
  /** Difference between G+1 and the generation that the run started from. */
  readonly growth = { documents: 0, snippets: 0, tokens: 0 };
  dimensions: number;
  private readonly run: Run;
  private readonly bulk: BulkWriter;
  private readonly vectors: StoredVectors;
  private readonly placed = new Set<string>();
  private writes: Write[] = [];
  private checkedAt = 0;
  private isPrepared = false;

  constructor(run: Run, bulk: BulkWriter, vectors: StoredVectors) {
    this.run = run;
    this.bulk = bulk;
    this.vectors = vectors;
    this.dimensions = run.dimensions;
    this.changed = run.fresh && run.before.documents > 0;
  }

  /** Shows documents; each replaces the document at its path. */
  async place(batch: Pending[]): Promise<void> {
    const contents = new Set(batch.flatMap((pending) => this.contentsOf(pending)));
    const members = await this.read([...contents]);
    const vectors = await this.vectorsFor(batch, members);
    for (const pending of batch) await this.placeOne(pending, members, vectors);
    await this.send();
  }

  /** Hides every document whose path is not in `keep`. */
  async endOthers(keep: ReadonlySet<string>): Promise<void> {
    const gone = [...this.run.known.placed].filter(([path]) => !keep.has(path));
    for (let start = 0; start < gone.length; start += READ) {
      const batch = gone.slice(start, start + READ);
      const members = await this.read(batch.map(([, { id }]) => id));
      for (const [, { id }] of batch) {
        this.replace(members.get(id) ?? [], [], () => undefined);
        this.hide('document', id);
        this.growth.documents -= 1;
        this.changed = true;
      }
      await this.send();
    }
  }

  /** Reads members of stored contents. Every CHECK_MS, also checks that this run still holds the version. */
  private async read(contents: string[]): Promise<Members> {
    const now = performance.now();
    if (contents.length === 0 && now < this.checkedAt + CHECK_MS) return new Map();
    this.checkedAt = now;
    return this.run.store.members(contents);
  }

  /** Returns ids of stored contents that a document replaces or reuses. */
  private contentsOf({ document, snippets }: Pending): string[] {
    const current = this.run.known.placed.get(document.path)?.id;
    const taken = snippets === 'unchanged' ? this.takeOver(document) : undefined;
    return [current, taken].filter((id) => id !== undefined);
  }

  private takeOver({ path, hash }: Pending['document']): string {
    const current = this.run.known.placed.get(path);
    if (current?.hash === hash) return current.id;
    const id = this.run.known.contents.get(contentKey(path, hash));
    if (id !== undefined) return id;
    throw new RunError('StorageFailed', `No stored content of ${path} with the hash ${hash}`);
  }

  private async placeOne(pending: Pending, members: Members, vectors: Vectors): Promise<void> {
    const { path, hash, validator } = pending.document;
    if (this.placed.has(path)) await this.settle();
    const { placed, contents } = this.run.known;
    const current = placed.get(path);
    const { id, content, entries } = this.contentOf(pending);
    if (current?.id === id && current.validator === validator) return;
    this.placed.add(path);
    placed.set(path, { id, hash, ...(validator !== undefined && { validator }) });
    contents.set(contentKey(path, hash), id);
    this.placeContent({ id, ...(content && { create: content }) }, pending.document, current);
    if (current?.id === id) return;
    const before = current ? await this.membersOf(current.id, members) : [];
    const after = content ? toMembers(content) : await this.membersOf(id, members);
    members.set(id, after);
    this.replace(before, after, (key) => {
      const entry = entries?.get(key);
      return entry && this.snippetToCreate(path, entry, vectors);
    });
  }

  private placeContent(
    write: Pick<Write, 'id' | 'create'>,
    { validator = null }: { validator?: string | null },
    current: Placed | undefined,
  ): void {
    this.writes.push({ kind: 'document', ...write, show: true, validator });
    if (current?.id === write.id) return;
    if (current) this.hide('document', current.id);
    else this.growth.documents += 1;
    this.changed = true;
  }

  /** Returns a document's content: a new one with its snippets by key, or the id of a stored one. */
  private contentOf({ document, snippets }: Pending): {
    id: string;
    content?: NewDocument;
    entries?: Map<string, SnippetToWrite>;
  } {
    if (snippets === 'unchanged') return { id: this.takeOver(document) };
    const entries = this.distinct(document.path, snippets);
    const content = newDocument(document, entries);
    const { library, model } = this.run;
    return { id: contentId({ library, model, ...content }), content, entries };
  }

  private replace(
    before: Member[],
    after: Member[],
    toCreate: (id: string) => NewContent | undefined,
  ): void {
    const kept = new Set(after.map(({ id }) => id));
    const shown = new Set(before.map(({ id }) => id));
    for (const member of before) {
      if (kept.has(member.id)) continue;
      this.count(member, -1);
      this.hide('snippet', member.id);
    }
    for (const member of after) {
      if (shown.has(member.id)) continue;
      this.count(member, 1);
      const create = toCreate(member.id);
      this.writes.push({ kind: 'snippet', id: member.id, show: true, ...(create && { create }) });
    }
  }

  private count({ tokens }: Member, sign: 1 | -1): void {
    this.growth.snippets += sign;
    this.growth.tokens += sign * tokens;
  }

  private hide(kind: Write['kind'], id: string): void {
    this.writes.push({ kind, id, show: false });
  }

  private async send(): Promise<void> {
    const writes = this.writes;
    this.writes = [];
    await this.bulk.send(writes);
  }

  /** Stores pending writes, so that the next write of the same document comes after them. */
  private async settle(): Promise<void> {
    await this.send();
    await this.bulk.drain();
  }

  private async membersOf(content: string, members: Members): Promise<Member[]> {
    const held = members.get(content) ?? (await this.read([content])).get(content);
    if (held) return held;
    throw new RunError(
      'StorageFailed',
      'A stored document is missing; the next run writes it again',
    );
  }

  /** Returns snippets by key, without duplicates. */
  private distinct(path: string, snippets: SnippetToWrite[]): Map<string, SnippetToWrite> {
    const ids = new Set<string>();
    const distinct = new Map<string, SnippetToWrite>();
    for (const entry of snippets) {
      if (ids.has(entry.snippet.id)) continue;
      ids.add(entry.snippet.id);
      distinct.set(snippetKey(this.run.library, path, entry), entry);
    }
    return distinct;
  }

  private snippetToCreate(
    path: string,
    { snippet, embeddingHash, texts }: SnippetToWrite,
    vectors: Vectors,
  ): NewContent {
    const parts = vectors.get(embeddingHash);
    if (!parts && !texts) {
      throw new RunError(
        'StorageFailed',
        `The vectors of "${snippet.title}" in ${snippet.path} are no longer stored; the next run computes them again`,
      );
    }
    const terms = { ...lexicalFields(snippet) };
    const content = { kind: 'snippet', path, embeddingHash, terms, snippet } as const;
    return parts ? { ...content, ...parts } : { ...content, vectors: [], ...(texts && { texts }) };
  }

  /** Returns vectors of snippets that G does not show: new ones from the batch, and stored ones of the library. */
  private async vectorsFor(batch: Pending[], members: Members): Promise<Vectors> {
    const given: Vectors = new Map();
    const wanted = new Set<string>();
    for (const { document, snippets } of batch) {
      if (snippets === 'unchanged') continue;
      const current = this.run.known.placed.get(document.path)?.id ?? '';
      const shown = new Set(members.get(current)?.map(({ id }) => id));
      for (const entry of snippets) {
        const { embeddingHash } = entry;
        const encoded = await this.encode(entry);
        if (encoded) given.set(embeddingHash, encoded);
        else if (!shown.has(snippetKey(this.run.library, document.path, entry))) {
          wanted.add(embeddingHash);
        }
      }
      const { vectorLength } = this.run;
      if (vectorLength && snippets.some(({ texts }) => texts)) await this.prepare(vectorLength);
    }
    for (const [hash, vectors] of given) {
      this.vectors.remember(hash, vectors);
      wanted.delete(hash);
    }
    const stored = await this.vectors.read([...wanted], async () => {
      await this.settle();
      await this.run.store.refresh();
    });
    return new Map([...stored, ...given]);
  }

  /** Returns the vectors of a snippet whose caller has them. */
  private async encode({
    vectors,
    tokenCodes,
  }: SnippetToWrite): Promise<EncodedVectors | undefined> {
    if (!vectors) return undefined;
    const encoded: string[] = [];
    for (const vector of vectors.slice(0, MAX_PARTS)) {
      await this.prepare(vector.length);
      if (hasDirection(vector)) encoded.push(encodeVector(vector));
    }
    return { vectors: encoded, ...(tokenCodes && { tokenCodes: encodeCodes(tokenCodes) }) };
  }

  /** Creates the model's index, once in a run. Throws RunError if the index has vectors of another length. */
  private async prepare(length: number): Promise<void> {
    const { store, embedderId } = this.run;
    if (this.dimensions !== 0 && length !== this.dimensions) {
      const message = `The model ${embedderId} gave a vector of ${length} numbers; its index holds vectors of ${this.dimensions}`;
      throw new RunError('StorageFailed', message);
    }
    if (this.isPrepared) return;
    await store.prepareModel(length);
    this.dimensions = length;
    this.isPrepared = true;
  }
}

type NewDocument = Extract<NewContent, { kind: 'document' }>;

function newDocument(
  { path, hash }: Pending['document'],
  snippets: Map<string, SnippetToWrite>,
): NewDocument {
  const tokens = [...snippets.values()].map(({ snippet }) => snippet.tokens);
  return { kind: 'document', path, hash, members: [...snippets.keys()], tokens };
}

function toMembers({ members, tokens }: NewDocument): Member[] {
  return members.map((id, at) => ({ id, tokens: tokens[at] ?? 0 }));
}
