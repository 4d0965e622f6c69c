import type { LibraryStatus } from '../../resources/library.ts';

/** What is known of where a library comes from; each part absent when it is not known. */
export type TrustInputs = NonNullable<LibraryStatus['trust']>;

/** Where nothing is known a source is the operator's own, who has chosen it. */
const unknown = 5;
const day = 86_400_000;

/**
 * Reputation of a source, 0 to 10, a whole number: 5 where nothing is known; else the parts of docs/reference/scores.md,
 * added up. Pure.
 */
export function trustScore(inputs: TrustInputs | undefined, now: Date): number {
  if (!inputs) return unknown;
  const base = inputs.stars === undefined ? unknown : 3;
  const site = inputs.tls === undefined ? 0 : sitePart(inputs) - 1;
  const score = base + starsPart(inputs) + agePart(inputs, now) + ownerPart(inputs) + site;
  return Math.min(10, Math.max(0, Math.round(score)));
}

/** 0 without a star, 1 at 9, 3 at 1,000, at most 4.5 (31,600). */
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

/** The value of the first step that a number lies below. */
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
  // A host that tells the stars would have told the licence.
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
