import type { Jobs, JobState } from '../../src/jobs/jobs.ts';
import type { IndexingJob, JobFailure } from '../../src/indexing/job.ts';
import { newRun } from '../../src/resources/run.ts';

/** Jobs that run no code. The test ends them. */
export class ScriptedJobs implements Jobs {
  /** All started jobs, the oldest first. */
  readonly started: IndexingJob[] = [];
  readonly cancelled: string[] = [];
  /** Libraries whose outcome is in their status, once for each run. */
  readonly over: string[] = [];
  private readonly states = new Map<string, JobState>();
  private readonly listeners: ((library: string) => void)[] = [];

  async start(job: IndexingJob): Promise<void> {
    this.started.push(job);
    const run = { ...newRun(job.id, new Date()), phase: 'indexing' as const };
    this.states.set(job.library, { id: job.id, state: 'running', run });
  }

  async observe(library: string): Promise<JobState | undefined> {
    return this.states.get(library);
  }

  recorded(library: string): void {
    this.over.push(library);
  }

  async cancel(library: string): Promise<void> {
    if (this.states.get(library)?.state === 'running') this.cancelled.push(library);
    this.states.delete(library);
  }

  onChange(listener: (library: string) => void): void {
    this.listeners.push(listener);
  }

  async close(): Promise<void> {
    this.states.clear();
  }

  /** Lets the library's run activate what it read, and embed so much of it. */
  embed(library: string, embeddedPercent: number): void {
    const state = this.states.get(library)!;
    const run = { ...state.run, phase: 'embedding' as const, embeddedPercent };
    const found = { changed: true, facts: { title: 'From source' }, topics: 'Shaping' };
    this.states.set(library, { id: state.id, state: 'running', run, found });
    for (const listener of this.listeners) listener(library);
  }

  /** Lets the library's run activate the default version, and go on to read another version. */
  find(library: string): void {
    const state = this.states.get(library)!;
    const found = { changed: true, facts: { title: 'From source' }, topics: 'Shaping' };
    const run = { ...state.run, phase: 'fetching' as const, version: 'v1' };
    this.states.set(library, { id: state.id, state: 'running', run, found });
    for (const listener of this.listeners) listener(library);
  }

  /** Ends the run of a library with success, or with a failure. A run for words alone leaves the embedding. */
  end(library: string, failure?: JobFailure): void {
    const job = this.started.findLast((started) => started.library === library);
    const { id, run, found } = this.states.get(library)!;
    const finishedAt = new Date().toISOString();
    this.states.set(
      library,
      failure
        ? { id, run, finishedAt, state: 'failed', failure, ...(found && { found }) }
        : {
            id,
            run,
            finishedAt,
            state: 'succeeded',
            result: {
              changed: true,
              readsAll: true,
              facts: { title: 'From source' },
              ...(job?.only === 'words' && { lacksVectors: true }),
            },
          },
    );
    for (const listener of this.listeners) listener(library);
  }
}
