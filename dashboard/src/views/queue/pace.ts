import type { LibraryStatus } from '../../api/paths.gen.ts';

/** The active or last run of a library, as the API describes it. Its counts grow while it is active. */
export type Run = NonNullable<LibraryStatus['run']>;

/** The progress of a run at a moment, in milliseconds since 1970. */
export interface Sample {
  at: number;
  documents: number;
  embedded: number;
}

/** The speed of a run. */
export interface Pace {
  /** Embedded snippets per second. */
  rate: number;
  /** Estimated milliseconds for the rest; undefined if the total is unknown or the run makes no progress. */
  leftMs: number | undefined;
}

/** Length in milliseconds of the period for the mean speed. It is short, because the speed of a run changes. */
const meanOfMs = 30_000;

/** Returns the samples with a new one, without samples that are too old. Pure. */
export function withSample(samples: Sample[], { documents, embedded }: Run, at: number): Sample[] {
  const fresh = samples.filter((one) => at - one.at <= meanOfMs && one.documents <= documents);
  return [...fresh, { at, documents, embedded }];
}

/** Returns the speed of a run. Measures from its start until the samples cover some seconds. Pure. */
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
