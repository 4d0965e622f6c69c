import type { UsageStore } from './usage-store.ts';
import type { UsageKey, UsageRow } from './use.ts';

interface UsageLogOptions {
  store: Pick<UsageStore, 'add'>;
  /** Called for each written row, before it is removed from the unsaved costs. */
  onWritten: (row: UsageRow) => void;
  /** Maximum rows in memory; beyond them, uses are counted without key and library. */
  capacity?: number;
}

/** Adds up uses in memory, so that requests do not wait for writes. */
export interface UsageLog {
  note(use: UsageRow): void;
  /** Returns a teamspace's unwritten costs of a month, in millionths. */
  unsaved(teamspace: string, month: string): number;
  /** Writes pending rows. Rejects if the store is unavailable, and keeps unwritten rows for the next flush. */
  flush(): Promise<void>;
}

/** Rows in one statement. */
const batch = 200;

/** Creates a log that keeps rows in memory until they are written. Do not flush concurrently. */
export function createUsageLog({ store, onWritten, capacity = 10_000 }: UsageLogOptions): UsageLog {
  let noted = new Map<string, UsageRow>();
  const unsaved = new Map<string, number>();

  function hold(use: UsageRow): void {
    const isFull = noted.size >= capacity && !noted.has(nameOf(use));
    const row = isFull ? { ...use, keyId: '', libraryId: '' } : use;
    const held = noted.get(nameOf(row));
    noted.set(nameOf(row), held ? sum(held, row) : row);
  }

  function owe({ teamspace, day, cost }: UsageRow, sign: 1 | -1): void {
    const name = `${day.slice(0, 7)} ${teamspace}`;
    const left = (unsaved.get(name) ?? 0) + sign * cost;
    if (left === 0) unsaved.delete(name);
    else unsaved.set(name, left);
  }

  return {
    note(use) {
      owe(use, 1);
      hold(use);
    },
    unsaved: (teamspace, month) => unsaved.get(`${month.slice(0, 7)} ${teamspace}`) ?? 0,
    async flush() {
      // All processes write rows in the same order, which prevents deadlocks.
      const rows = [...noted.values()].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
      noted = new Map();
      for (let at = 0; at < rows.length; at += batch) {
        const some = rows.slice(at, at + batch);
        try {
          await store.add(some);
        } catch (error) {
          rows.slice(at).forEach(hold);
          throw error;
        }
        for (const row of some) {
          onWritten(row);
          owe(row, -1);
        }
      }
    },
  };
}

function nameOf({ teamspace, day, keyId, libraryId, operation, form, client }: UsageKey): string {
  return [teamspace, day, keyId, libraryId, operation, form, client].join('\n');
}

function sum(held: UsageRow, more: UsageRow): UsageRow {
  return {
    ...held,
    requests: held.requests + more.requests,
    tokens: held.tokens + more.tokens,
    cost: held.cost + more.cost,
  };
}
