import { sql, type Transaction } from 'kysely';
import { isShared, type MetadataDatabase } from './database.ts';
import type { DatabaseSchema } from './schema.ts';

/** Numbers of one millisecond. No server writes as many, so numbers that begin with the time stay behind the time. */
const ofOneMs = 2 ** 11;

/** The clock of the server, and its start, in microseconds. Milliseconds since 1970 times `ofOneMs` fit in a number until 2109. */
const startOfServer = sql<number>`(extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint`;
const clockMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`;

/**
 * Returns the next number of a named sequence. On Postgres, the row of the counter stays locked until the transaction ends, so
 * numbers become visible in order. A reader of "greater than the last" misses none. Call it as late as possible, after any other
 * lock.
 *
 * A standby that takes over can lack the last writes, and its counter is behind what readers know. So after each start of a
 * server, numbers go on from the time, which is after all numbers before.
 */
export async function nextValue(db: Transaction<DatabaseSchema>, name: string): Promise<number> {
  const { value, start, known, now } = await db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .$if(isShared(db), (query) =>
      query.returning([
        startOfServer.as('start'),
        clockMs.as('now'),
        sql<number | null>`(select value from counters where name = ${startOf(name)})`.as('known'),
      ]),
    )
    .executeTakeFirstOrThrow();
  if (start === undefined || now === undefined || start === known) return value;
  await put(db, startOf(name), start);
  if (known === undefined || known === null) return value;
  const first = Math.max(value, now * ofOneMs);
  await put(db, `${name}@${first}`, value - 1);
  await put(db, firstOf(name), first);
  await put(db, name, first);
  return first;
}

/** The state of a sequence, as a reader compares it with what it has read. */
export interface SequenceState {
  /** The last number; 0 before the first. */
  last: number;
  /** The first number after the last start of the server; 0 if it has not started again, as with SQLite. */
  first: number;
}

/**
 * Returns a function that reads the state of a sequence. Its query is compiled once, because it runs before every search. If `first` is another one
 * than before, rows that a reader has read may be gone.
 */
export function sequenceReader(db: MetadataDatabase, name: string): () => Promise<SequenceState> {
  const query = db
    .selectFrom('counters')
    .select(['name', 'value'])
    .where('name', 'in', [name, firstOf(name)])
    .compile();
  return async () => {
    const { rows } = await db.executeQuery(query);
    const valueOf = (wanted: string): number => rows.find((row) => row.name === wanted)?.value ?? 0;
    return { last: valueOf(name), first: valueOf(firstOf(name)) };
  };
}

/** Returns whether the server lacks the number `known`, which a reader has read before a start of the server. */
export async function isLost(db: MetadataDatabase, name: string, known: number): Promise<boolean> {
  const rows = await db
    .selectFrom('counters')
    .select(['name', 'value'])
    .where('name', 'like', `${name}@%`)
    .execute();
  const [next] = rows
    .map((row) => ({ first: Number(row.name.slice(name.length + 1)), before: row.value }))
    .filter(({ first }) => first > known)
    .toSorted((a, b) => a.first - b.first);
  return next !== undefined && next.before < known;
}

/** Name of the counter with the first number after the last start of the server. */
function firstOf(name: string): string {
  return `${name}@first`;
}

/** Name of the counter with the time of the server's start. */
function startOf(name: string): string {
  return `${name}@start`;
}

async function put(db: Transaction<DatabaseSchema>, name: string, value: number): Promise<void> {
  await db
    .insertInto('counters')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
