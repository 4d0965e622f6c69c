import type { LibraryStatus } from '../../api/paths.gen.ts';

export type Run = NonNullable<LibraryStatus['run']>;

/** How far a run was at a moment in milliseconds since 1970. */
export interface Sample {
  at: number;
  documents: number;
  embedded: number;
}

/** How fast a run is. */
export interface Pace {
  /** Snippets that get their vectors, a second. */
  rate: number;
  /** Milliseconds that the rest will take; undefined where nobody knows how much there is, or nothing moves. */
  leftMs: number | undefined;
}

/** Milliseconds that a pace is the mean of: runs begin fast and slow down, or the other way round. */
const meanOfMs = 30_000;

/** The samples with a new one, without those that are too old to matter. Pure. */
export function withSample(samples: Sample[], { documents, embedded }: Run, at: number): Sample[] {
  const fresh = samples.filter((one) => at - one.at <= meanOfMs && one.documents <= documents);
  return [...fresh, { at, documents, embedded }];
}

/** The pace of a run, from its beginning until there are samples of some seconds. Pure. */
export function paceOf(run: Run, samples: Sample[], now: number): Pace {
  const [first] = samples;
  const since =
    first && now - first.at >= 3_000
      ? first
      : { at: Date.parse(run.startedAt), documents: 0, embedded: 0 };
  const ms = Math.max(1, now - since.at);
  const documents = (run.documents - since.documents) / ms;
  const left = run.total === undefined ? undefined : run.total - run.documents;
  const known = left !== undefined && left >= 0 && documents > 0;
  return {
    rate: Math.max(0, ((run.embedded - since.embedded) / ms) * 1_000),
    leftMs: known ? left / documents : undefined,
  };
}
