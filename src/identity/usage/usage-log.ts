import type { UsageStore } from './usage-store.ts';
import type { UsageKey, UsageRow } from './use.ts';

export interface UsageLogOptions {
  store: Pick<UsageStore, 'add'>;
  /** Told of what was written, before it counts as unsaved no more. */
  onWritten: (row: UsageRow) => void;
  /** Rows that are held at most; beyond them uses are counted without their key and library. */
  capacity?: number;
}

/** Adds uses up in memory, so that no request waits for them to be written. */
export interface UsageLog {
  note(use: UsageRow): void;
  /** What is not written yet of a teamspace's costs in a month, in millionths. */
  unsaved(teamspace: string, month: string): number;
  /** Writes what was noted. Rejects when the store does not answer: what it did not take is kept for the next time. */
  flush(): Promise<void>;
}

/** Rows of one statement. */
const batch = 200;

/** A log whose rows stay in memory until they are written. One flush at a time. */
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
      // In one order everywhere, so that processes that write the same rows do not wait for each other in a circle.
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
