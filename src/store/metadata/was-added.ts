import type { InsertResult } from 'kysely';

/** Whether an insert that does nothing where there is such a row has added one. */
export function wasAdded({ numInsertedOrUpdatedRows }: InsertResult): boolean {
  return Number(numInsertedOrUpdatedRows ?? 0) > 0;
}
