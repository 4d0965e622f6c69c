import type { ActiveVersion } from '../../snippet-index.ts';
import type { Db } from './schema.ts';

/** A row of `versions`; generation 0 was never activated. */
export interface VersionRow {
  id: number;
  name: string;
  generation: number;
  revision: string;
  fingerprint: string;
  embedder: string;
  link_template: string;
  documents: number;
  snippets: number;
  tokens: number;
  updated_at: string;
}

/** Returns the part of a version row that the port exposes. */
export function toActiveVersion(row: VersionRow): ActiveVersion {
  return {
    version: row.name,
    generation: row.generation,
    revision: row.revision,
    fingerprint: row.fingerprint,
    embedderId: row.embedder,
    linkTemplate: row.link_template,
    documents: row.documents,
    snippets: row.snippets,
    tokens: row.tokens,
    updatedAt: row.updated_at,
  };
}

/** Returns the row of a version; creates it if it is missing. */
export function ensureVersion(db: Db, name: string): VersionRow {
  const find = db.prepare<[string], VersionRow>('select * from versions where name = ?');
  const found = find.get(name);
  if (found) return found;
  db.prepare('insert into versions (name) values (?) on conflict do nothing').run(name);
  const made = find.get(name);
  if (!made) throw new Error(`version ${name} was removed while it was created`);
  return made;
}

/** Moves the pointer: from now on, the version shows this generation. */
export function saveVersion(db: Db, row: VersionRow): void {
  db.prepare(
    `update versions set generation = @generation, revision = @revision, fingerprint = @fingerprint,
       embedder = @embedder, link_template = @link_template, documents = @documents, snippets = @snippets,
       tokens = @tokens, updated_at = @updated_at where id = @id`,
  ).run(row);
}
