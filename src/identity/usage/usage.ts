import type { Meter } from './meter.ts';
import type { UsageStore } from './usage-store.ts';

/** What callers of an install were answered. */
export interface Usage {
  meter: Meter;
  store: Pick<UsageStore, 'ofLibrary' | 'ofTeamspace'>;
}
