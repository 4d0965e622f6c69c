import { setImmediate as nextTick } from 'node:timers/promises';
import { type CodeBlock, compactCodes } from './codes.ts';
import { type Db, MAX_PARTS, OPEN_END } from './schema.ts';
import type { VersionRow } from './versions.ts';

/** Rows deleted in one transaction: few enough to let the thread and other writers work in between. */
const BATCH = 200;

const UNUSED_EMBEDDINGS = 'unused embeddings';

interface VisibleRow {
  version: number;
  snippet: number;
  embedding: number;
  since: number;
}

/**
 * Takes back what an unfinished run wrote for a version. Its vectors stay until the next activation: the next run finds them
 * by hash and does not compute them again.
 */
export async function clearUnfinished(db: Db, { id, generation }: VersionRow): Promise<void> {
  const restore = db.transaction(() => {
    db.prepare('delete from codes where version = ? and since > ?').run(id, generation);
    deleteDocuments(db, 'version = ? and since > ?', [id, generation]);
    for (const table of ['documents', 'visible']) {
      db.prepare(
        `update ${table} set until = ${OPEN_END} where version = ? and until > ? and until < ${OPEN_END}`,
      ).run(id, generation);
    }
    const written = db.prepare('select 1 from visible where version = ? and since > ? limit 1');
    if (!written.get(id, generation)) return false;
    removeUnusedContents(db);
    db.prepare('insert into marks values (?) on conflict do nothing').run(UNUSED_EMBEDDINGS);
    return true;
  });
  if (!restore.immediate()) return;
  await deleteVisible(db, {
    where: 'version = ? and since > ?',
    parameters: [id, generation],
    keepEmbeddings: true,
  });
}

/** Deletes rows that no generation shows: ended rows of a version, and all rows of dropped versions. */
export async function sweep(db: Db, row: VersionRow): Promise<void> {
  await sweepDropped(db);
  const ended = [row.id, row.generation];
  db.transaction(() => deleteDocuments(db, 'version = ? and until <= ?', ended)).immediate();
  await deleteVisible(db, {
    where: `version = ? and until < ${OPEN_END} and until <= ?`,
    parameters: ended,
  });
  compact(db, row);
  await sweepEmbeddings(db);
}

/** Hides a version at once, then deletes its rows. */
export async function dropVersion(db: Db, name: string): Promise<void> {
  const drop = db.transaction(() => {
    const row = db
      .prepare<[string], { id: number }>('delete from versions where name = ? returning id')
      .get(name);
    if (row) db.prepare('insert into dropped_versions values (?)').run(row.id);
  });
  drop.immediate();
  await sweepDropped(db);
}

async function sweepDropped(db: Db): Promise<void> {
  const dropped = db.prepare<[], { version: number }>('select version from dropped_versions').all();
  for (const { version } of dropped) {
    const dropDocuments = db.transaction(() => {
      db.prepare('delete from codes where version = ?').run(version);
      deleteDocuments(db, 'version = ?', [version]);
    });
    dropDocuments.immediate();
    await deleteVisible(db, { where: 'version = ?', parameters: [version] });
    db.prepare('delete from dropped_versions where version = ?').run(version);
  }
}

/** Documents are deleted before the snippets they refer to, so that every stored content stays complete. */
function deleteDocuments(db: Db, where: string, parameters: number[]): void {
  const rows = db
    .prepare<number[], { content: number }>(
      `delete from documents where ${where} returning content`,
    )
    .all(...parameters);
  const removeUnused = db.prepare(
    'delete from contents where id = @content and not exists (select 1 from documents d where d.content = @content)',
  );
  for (const { content } of rows) removeUnused.run({ content });
}

/** A document that was written twice in one run leaves its first content, to which no document leads. */
function removeUnusedContents(db: Db): void {
  db.prepare(
    'delete from contents where not exists (select 1 from documents d where d.content = contents.id)',
  ).run();
}

interface Selection {
  where: string;
  parameters: number[];
  /** Keeps embeddings that no version shows. */
  keepEmbeddings?: boolean;
}

/** Deletes rows of `visible`, and the texts and vectors that no other row shows. */
async function deleteVisible(db: Db, selection: Selection): Promise<void> {
  const find = db.prepare<number[], VisibleRow>(
    `select version, snippet, embedding, since from visible where ${selection.where} limit ${BATCH}`,
  );
  const hide = db.prepare('delete from visible where version = ? and snippet = ? and since = ?');
  const isShown = db.prepare(
    `select 1 from (select id from versions union all select version from dropped_versions) v
       cross join visible on visible.version = v.id and visible.snippet = ? limit 1`,
  );
  const removeSnippet = db.prepare('delete from snippets where id = ?');
  const removeText = db.prepare('delete from fts where rowid = ?');
  const removeEmbedding = prepareEmbeddingRemoval(db);
  const removeBatch = db.transaction(() => {
    const rows = find.all(...selection.parameters);
    for (const { version, snippet, embedding, since } of rows) {
      hide.run(version, snippet, since);
      if (!selection.keepEmbeddings) removeEmbedding(embedding);
      if (isShown.get(snippet)) continue;
      removeText.run(snippet);
      removeSnippet.run(snippet);
    }
    return rows.length;
  });
  while (removeBatch.immediate() === BATCH) await nextTick();
}

/** Deletes embeddings of unfinished runs that no later run has used. */
async function sweepEmbeddings(db: Db): Promise<void> {
  if (!db.prepare('select 1 from marks where name = ?').get(UNUSED_EMBEDDINGS)) return;
  removeUnusedContents(db);
  const find = db.prepare<[number], { id: number }>(
    `select id from embeddings e where id > ? and not exists (select 1 from visible where embedding = e.id)
       order by id limit ${BATCH}`,
  );
  const removeEmbedding = prepareEmbeddingRemoval(db);
  const removeBatch = db.transaction((after: number) => {
    const rows = find.all(after);
    for (const { id } of rows) removeEmbedding(id);
    return rows.at(-1)?.id;
  });
  for (let last: number | undefined = 0; last !== undefined; await nextTick()) {
    last = removeBatch.immediate(last);
  }
  db.prepare('delete from marks where name = ?').run(UNUSED_EMBEDDINGS);
}

function prepareEmbeddingRemoval(db: Db): (embedding: number) => void {
  const isShown = db.prepare('select 1 from visible where embedding = ? limit 1');
  const removeVectors = db.prepare('delete from vectors where id between ? and ?');
  const removeTokenCodes = db.prepare('delete from token_codes where embedding = ?');
  const removeWaiting = db.prepare('delete from waiting where embedding = ?');
  const remove = db.prepare('delete from embeddings where id = ?');
  return (embedding) => {
    if (isShown.get(embedding)) return;
    removeWaiting.run(embedding);
    removeTokenCodes.run(embedding);
    removeVectors.run(embedding * MAX_PARTS, (embedding + 1) * MAX_PARTS - 1);
    remove.run(embedding);
  };
}

/** Repacks the codes of all versions where that pays. */
export function compactAll(db: Db): void {
  for (const row of db.prepare<[], VersionRow>('select * from versions').all()) compact(db, row);
}

/** Repacks a version's codes if small blocks or hidden entries cost more than the repacking. */
function compact(db: Db, { id, generation, snippets }: VersionRow): void {
  const size = db
    .prepare<[number], { blocks: number; entries: number }>(
      'select count(*) as blocks, coalesce(sum(length(snippets)) / 4, 0) as entries from codes where version = ?',
    )
    .get(id)!;
  if (size.blocks <= 8 + size.entries / 1024 && size.entries <= 256 + snippets * 1.25) return;
  const replace = db.transaction(() => {
    const shown = db
      .prepare<[number, number], { snippet: number }>(
        'select snippet from visible where version = ? and until > ?',
      )
      .all(id, generation);
    const blocks = db
      .prepare<[number], CodeBlock & { since: number }>(
        'select snippets, bits, since from codes where version = ? order by id',
      )
      .all(id);
    const packed = compactCodes(blocks, new Set(shown.map((row) => row.snippet)));
    const kept = packed.reduce((sum, block) => sum + block.snippets.length / 4, 0);
    if (packed.length > blocks.length / 2 && kept > size.entries * 0.8) return;
    db.prepare('delete from codes where version = ?').run(id);
    const add = db.prepare(
      'insert into codes (version, since, snippets, bits) values (?, 0, ?, ?)',
    );
    for (const block of packed) add.run(id, block.snippets, block.bits);
  });
  replace.immediate();
}
