/** The duration of one stage of an answer, in milliseconds. */
export interface Timing {
  name: string;
  ms: number;
}

/** Parses a Server-Timing header (https://www.w3.org/TR/server-timing/). Leaves out entries without a duration. */
export function timingsOf(header: string): Timing[] {
  return [...header.matchAll(/([\w-]+)(?:;[^,]*?)?;dur=(\d+(?:\.\d+)?)/g)].map(([, name, ms]) => ({
    name: name!,
    ms: Number(ms),
  }));
}

/** Returns the stages, and the rest of the total: finding the library, access, metering. */
export function stagesOf(timings: Timing[]): { stages: Timing[]; total: number } {
  const stages = timings.filter(({ name }) => name !== 'total');
  const sum = stages.reduce((ms, stage) => ms + stage.ms, 0);
  const total = timings.find(({ name }) => name === 'total')?.ms ?? sum;
  const rest = total - sum;
  return { stages: rest > 0.05 ? [...stages, { name: 'other', ms: rest }] : stages, total };
}
