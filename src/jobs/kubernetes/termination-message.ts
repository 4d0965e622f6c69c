import { writeFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import { beginsWithDay } from '../../base/begins-with-day.ts';
import { makeOnce } from '../../base/make-once.ts';
import type { FailedVersion, IndexingResult, JobFailure } from '../../indexing/job.ts';
import type { ContentWarnings } from '../../indexing/safety/safe-snippets.ts';
import type { HostFacts, SourceFacts } from '../../indexing/sources/source-facts.ts';
import type { Progress } from '../../indexing/progress.ts';
import type { LibraryRun } from '../../resources/library.ts';

/**
 * The outcome of a run in a Pod. The run writes it as its container's termination message, and the controller reads it
 * there (job-outcome.ts). Large results (topics, names, rules) go through the run journal instead.
 */
export type RunOutcome = {
  /** IndexingJob.id: a Pod can have several runs. Absent in messages of older releases. */
  run?: string;
  progress?: Progress;
} & ({ state: 'succeeded'; result: IndexingResult } | { state: 'failed'; failure: JobFailure });

/** Exit code of a run that fails until somebody edits its Library. The Job's podFailurePolicy uses it. */
export const userErrorExitCode = 42;

/** Kubernetes keeps the first 4096 bytes of a container's termination message. */
const maxBytes = 4_000;

/** Maximum length of strings, and number of warnings and failed versions, in the order in which they are tried. The last always fits. */
const cuts = [
  { characters: 2_000, warnings: 10, failedVersions: 50 },
  { characters: 500, warnings: 5, failedVersions: 5 },
  { characters: 200, warnings: 2, failedVersions: 5 },
  { characters: 80, warnings: 0, failedVersions: 5 },
] as const;

/** Returns the outcome as JSON of fewer than 4096 bytes. Strings that do not fit end in an ellipsis. */
export function encodeOutcome(outcome: RunOutcome): string {
  const texts = cuts.map((cut) => JSON.stringify(cutTo(essential(outcome), cut)));
  return texts.find((text) => Buffer.byteLength(text) <= maxBytes) ?? texts.at(-1)!;
}

/** Returns the outcome in a termination message; undefined for any other text, such as the tail of a log. */
export function decodeOutcome(text: string): RunOutcome | undefined {
  try {
    return readOutcome(JSON.parse(text) as object | null);
  } catch {
    return undefined;
  }
}

/** Returns the outcome that a run reported; undefined if it has another form. */
export function readOutcome(value: object | null | undefined): RunOutcome | undefined {
  const outcome: { state?: unknown } | null | undefined = structuredClone(value);
  const check = checks()[outcome?.state === 'succeeded' ? 'succeeded' : 'failed'];
  return check(outcome) ? outcome : undefined;
}

/** Returns a result that a run reported before its end; undefined if it has another form. */
export function readResult(value: object | undefined): IndexingResult | undefined {
  const result = structuredClone(value);
  return checks().result(result) ? result : undefined;
}

/** Returns the progress that a run reported, without what only the controller knows; undefined if it has another form. */
export function readRun(value: object): LibraryRun | undefined {
  const run = structuredClone(value);
  return checks().run(run) ? run : undefined;
}

/** Writes a run's outcome to the file of its container's termination message. */
export async function writeOutcome(path: string, outcome: RunOutcome): Promise<void> {
  await writeFile(path, encodeOutcome(outcome));
}

/** Returns the exit code of a run: 0, 42 if only an edit helps, or 1 if a retry can succeed. */
export function exitCodeOf(outcome: RunOutcome): number {
  if (outcome.state === 'succeeded') return 0;
  return outcome.failure.retry === 'never' ? userErrorExitCode : 1;
}

function essential(outcome: RunOutcome): RunOutcome {
  if (outcome.state === 'failed') return outcome;
  const { versions: _, ...facts } = outcome.result.facts;
  const { topics: __, ownerRules: ___, names: ____, ...result } = outcome.result;
  return { ...outcome, result: { ...result, facts } };
}

function cutTo(value: RunOutcome, { characters, ...lengths }: (typeof cuts)[number]): RunOutcome {
  return JSON.parse(JSON.stringify(value), (key, held: unknown) => {
    if (Array.isArray(held) && (key === 'warnings' || key === 'failedVersions')) {
      return held.slice(0, lengths[key]);
    }
    if (typeof held !== 'string' || held.length <= characters) return held;
    return `${held.slice(0, characters).toWellFormed()}…`;
  }) as RunOutcome;
}

/** Returns whether the API server takes the text for a time: RFC 3339, of a day that exists. */
function isTime(value: string): boolean {
  const isTimeOfDay = /^.{10}T([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,9})?Z$/.test(value);
  return isTimeOfDay && beginsWithDay(value);
}

const text = { type: 'string', maxLength: 10_000 } as const;
const time = { type: 'string', format: 'time' } as const;
const reason = { type: 'string', pattern: '^[A-Z][A-Za-z]{1,60}$' } as const;
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER } as const;

const factsSchema = {
  type: 'object',
  properties: {
    title: text,
    description: text,
    branch: text,
    stars: count,
    license: text,
    host: {
      type: 'object',
      properties: {
        createdAt: time,
        activeAt: time,
        archived: { type: 'boolean' },
        fork: { type: 'boolean' },
        owner: { enum: ['organization', 'user'] },
        verified: { type: 'boolean' },
      } satisfies Record<keyof HostFacts, object>,
    },
  } satisfies Partial<Record<keyof SourceFacts, object>>,
};

const progressSchema = {
  type: 'object',
  required: ['phase', 'fetched', 'documents', 'snippets', 'embedded', 'skipped'],
  properties: {
    phase: {
      enum: ['queued', 'fetching', 'indexing', 'activating', 'embedding', 'done', 'failed'],
    },
    version: text,
    total: count,
    fetched: count,
    documents: count,
    snippets: count,
    embedded: count,
    embeddedPercent: count,
    skipped: count,
    warnings: { type: 'array', items: text, maxItems: 10 },
  } satisfies Record<keyof Progress, object>,
};

const runSchema = {
  type: 'object',
  required: ['id', 'startedAt', ...progressSchema.required],
  properties: { ...progressSchema.properties, id: text, startedAt: time, finishedAt: time },
};

const resultSchema = {
  type: 'object',
  required: ['changed', 'facts'],
  properties: {
    changed: { type: 'boolean' },
    readsAll: { type: 'boolean' },
    facts: factsSchema,
    benchmarkScore: { type: 'number', minimum: 0, maximum: 100 },
    contentWarnings: {
      type: 'object',
      required: ['injection', 'secrets', 'hidden'],
      properties: { injection: count, secrets: count, hidden: count } satisfies Record<
        keyof ContentWarnings,
        object
      >,
    },
    failedVersions: {
      type: 'array',
      maxItems: 1_000,
      items: {
        type: 'object',
        required: ['version', 'reason', 'message'],
        properties: { version: text, reason, message: text } satisfies Record<
          keyof FailedVersion,
          object
        >,
      },
    },
    // A Job embeds what it reads, so it never lacks vectors.
  } satisfies Record<
    keyof Omit<IndexingResult, 'lacksVectors' | 'topics' | 'names' | 'ownerRules'>,
    object
  >,
};

const failureSchema = {
  type: 'object',
  required: ['reason', 'message', 'retry'],
  properties: {
    reason,
    message: text,
    retry: { enum: ['never', 'backoff'] },
    retryAfterSeconds: count,
  },
};

// A run reads untrusted documents, so its reports are validated, and unknown fields are dropped. The status could not
// be written with a value that the API server refuses, and the run would keep its slot.
const checks = makeOnce(() => {
  const ajv = new Ajv({ removeAdditional: 'all', formats: { time: isTime } });
  return {
    run: ajv.compile<LibraryRun>(runSchema),
    result: ajv.compile<IndexingResult>(resultSchema),
    succeeded: ajv.compile<RunOutcome>({
      type: 'object',
      required: ['state', 'result'],
      properties: {
        state: { const: 'succeeded' },
        run: text,
        progress: progressSchema,
        result: resultSchema,
      },
    }),
    failed: ajv.compile<RunOutcome>({
      type: 'object',
      required: ['state', 'failure'],
      properties: {
        state: { const: 'failed' },
        run: text,
        progress: progressSchema,
        failure: failureSchema,
      },
    }),
  };
});
