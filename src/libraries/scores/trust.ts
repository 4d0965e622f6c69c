import type { LibraryStatus } from '../../resources/library.ts';

/** Known facts about the source of a library. Unknown ones are absent. */
export type TrustInputs = NonNullable<LibraryStatus['trust']>;

/** Score of a source without known facts, which is usually the operator's own. */
const unknown = 5;
const day = 86_400_000;

/**
 * Returns the reputation of a source, an integer from 0 to 10: 5 if nothing is known, or else the sum of the parts in
 * docs/reference/scores.md. Pure.
 */
export function trustScore(inputs: TrustInputs | undefined, now: Date): number {
  if (!inputs) return unknown;
  const base = inputs.stars === undefined ? unknown : 3;
  const site = inputs.tls === undefined ? 0 : sitePart(inputs) - 1;
  const score = base + starsPart(inputs) + agePart(inputs, now) + ownerPart(inputs) + site;
  return Math.min(10, Math.max(0, Math.round(score)));
}

/** Returns 0 for no stars, 1 for 9, 3 for 1,000, and at most 4.5 (for 31,600). */
function starsPart({ stars = 0 }: TrustInputs): number {
  return Math.min(4.5, Math.log10(stars + 1));
}

function agePart({ createdAt, activeAt, archived }: TrustInputs, now: Date): number {
  const [age, idle] = [daysSince(createdAt, now), daysSince(activeAt, now)];
  let part = 0;
  if (age !== undefined) part += stepOf(age, [90, -1], [365, 0], [3 * 365, 0.5], [Infinity, 1]);
  if (archived) return part - 1.5;
  if (idle !== undefined) part += stepOf(idle, [365, 0.5], [3 * 365, 0], [Infinity, -1]);
  return part;
}

/** Returns the part of the first step above the value. */
function stepOf(value: number, ...steps: [below: number, part: number][]): number {
  return steps.find(([below]) => value < below)?.[1] ?? 0;
}

function daysSince(time: string | undefined, now: Date): number | undefined {
  const then = Date.parse(time ?? '');
  return Number.isNaN(then) ? undefined : (now.getTime() - then) / day;
}

function ownerPart({ stars, license, owner, verified, fork }: TrustInputs): number {
  let part = 0;
  if (license !== undefined) part += 0.5;
  // A host that returns stars also returns the license, if there is one.
  else if (stars !== undefined) part -= 0.5;
  if (owner === 'organization') part += 0.5;
  if (verified) part += 1;
  return fork ? part - 2 : part;
}

function sitePart({ tls, domain, pages = 0 }: TrustInputs): number {
  let part = tls ? 1 : -2.5;
  if (domain === 'own') part += 1;
  if (domain === 'address') part -= 1;
  return part + stepOf(pages, [2, -0.5], [10, 0], [50, 0.5], [Infinity, 1]);
}
