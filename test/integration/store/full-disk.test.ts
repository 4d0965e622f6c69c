import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openSqliteDatabase } from '../../../src/store/metadata/database.ts';

test('a transaction that fills the disk fails for that reason, and the next one works', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-full-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const db = await openSqliteDatabase(join(folder, 'lectern.db'));
  onTestFinished(() => db.destroy());
  await sql`create table texts (text text)`.execute(db);
  await sql`pragma max_page_count = 100`.execute(db);
  const insert = (length: number): Promise<unknown> =>
    db
      .transaction()
      .execute((transaction) =>
        sql`insert into texts values (${'x'.repeat(length)})`.execute(transaction),
      );

  await expect(insert(10_000_000)).rejects.toThrow('database or disk is full');

  await insert(1);
  expect((await sql`select text from texts`.execute(db)).rows).toEqual([{ text: 'x' }]);
});
