import type { Registry } from 'prom-client';
import { messageOf } from '../base/errors.ts';
import { startHealthServer } from './health-server.ts';
import { type LeaderElection, LeadershipLost } from './leader-election.ts';
import { wait } from './wait.ts';

/** A watch that every replica runs, so that it can take over at once, such as an Informer. */
export interface Follower {
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
  /** Resolves after the first list; rejects with the signal's reason. */
  whenSynced(signal: AbortSignal): Promise<void>;
}

interface ManagerOptions {
  /** Absent: this process always leads. */
  election?: LeaderElection | undefined;
  /** Port of /healthz, /readyz and /metrics. 0: any free port. */
  healthPort: number;
  registry: Registry;
  onError: (message: string) => void;
  /** Milliseconds for controllers to end; less than the Pod's grace period. */
  drainMs?: number;
}

interface Named<T> {
  name: string;
  part: T;
}

/**
 * Runs the parts of an operator: informers on every replica, and controllers on the leader after all informers have synced. Add
 * all parts before `run`.
 */
export class Manager {
  private readonly options: ManagerOptions;
  private readonly informers: (Named<Follower> & { synced: boolean })[] = [];
  private readonly controllers: Named<(signal: AbortSignal) => Promise<void>>[] = [];
  private listening: number | undefined;

  constructor(options: ManagerOptions) {
    this.options = options;
  }

  /** The port of the health endpoints during `run`. */
  get healthPort(): number | undefined {
    return this.listening;
  }

  addInformer(name: string, informer: Follower): void {
    this.informers.push({ name, part: informer, synced: false });
  }

  /** Adds a controller. Its `run` works until the signal aborts, and must end soon after. */
  addController(name: string, run: (signal: AbortSignal) => Promise<void>): void {
    this.controllers.push({ name, part: run });
  }

  /**
   * Runs until the signal aborts. Resolves when controllers have ended and the lease is released. Throws LeadershipLost, errors of
   * controllers, and errors of the health server. The process must then exit with an error, so that it is restarted.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { healthPort, registry } = this.options;
    const checks = (): Record<string, boolean> =>
      Object.fromEntries(this.informers.map(({ name, synced }) => [`informer/${name}`, synced]));
    const server = await startHealthServer({ port: healthPort, checks, registry });
    this.listening = server.port;
    const failed = new AbortController();
    const following = new AbortController();
    const informing = this.informers.map(async ({ part }) => {
      await part.run(following.signal).catch((error: unknown) => failed.abort(error));
    });
    try {
      await this.work(AbortSignal.any([signal, failed.signal]));
      failed.signal.throwIfAborted();
    } finally {
      following.abort();
      await Promise.all(informing);
      await server.close();
    }
  }

  private async work(signal: AbortSignal): Promise<void> {
    const { election } = this.options;
    const syncing = this.informers.map(async (informer) => {
      await informer.part.whenSynced(signal);
      informer.synced = true;
    });
    try {
      await Promise.all(syncing);
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const lead = async (leading: AbortSignal): Promise<void> => this.lead(leading);
    await (election ? election.run(lead, signal) : lead(signal));
  }

  /** Runs the controllers. Rejects if one fails, or does not end in time. */
  private async lead(signal: AbortSignal): Promise<void> {
    const failed = new AbortController();
    const until = AbortSignal.any([signal, failed.signal]);
    const working = new Set<string>();
    const ends = this.controllers.map(async ({ name, part }) => {
      working.add(name);
      try {
        await part(until);
      } catch (error) {
        if (until.aborted) this.options.onError(`${name} ended with: ${messageOf(error)}`);
        else failed.abort(error);
      }
      working.delete(name);
    });
    const ended = new AbortController();
    await Promise.race([Promise.all(ends), this.drainLimit(until, ended.signal)]);
    ended.abort();
    failed.signal.throwIfAborted();
    if (working.size > 0) throw new Error(`did not end in time: ${[...working].join(', ')}`);
  }

  /** Resolves when controllers have ended, or their time to end is over. */
  private async drainLimit(stop: AbortSignal, ended: AbortSignal): Promise<void> {
    const { election, drainMs = 25_000 } = this.options;
    if (!stop.aborted) {
      await new Promise((resolve) => stop.addEventListener('abort', resolve, { once: true }));
    }
    // After the loss of the lease, another replica may lead soon. The end of the process stops everything that still runs.
    const isLost = stop.reason instanceof LeadershipLost;
    await wait(isLost && election ? election.marginMs / 2 : drainMs, ended);
  }
}
