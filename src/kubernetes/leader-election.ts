import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { messageOf } from '../base/errors.ts';
import type { KubeClient } from './kube-client.ts';
import { Lease, type LeaseObject } from './lease.ts';
import type { RuntimeMetrics } from './metrics.ts';
import { wait } from './wait.ts';

/** The Lease that the replicas compete for, and how fast another one takes over. */
export interface LeaderElectionOptions {
  /** A separate client, because renewals must not wait behind other requests. */
  client: KubeClient;
  /** Namespace and name of the Lease, equal in all replicas. */
  namespace: string;
  name: string;
  /** Milliseconds after the last renewal until another process takes over. */
  leaseDurationMs?: number;
  /** Milliseconds that a leader tries to renew before it stops; less than the lease's duration. */
  renewDeadlineMs?: number;
  /** Milliseconds between renewals. */
  retryPeriodMs?: number;
  metrics?: RuntimeMetrics;
  /** Receives the leader whenever this process sees a change. */
  onLeader?: (leader: { identity: string; isSelf: boolean }) => void;
  /** Called first when leadership is lost, so that the process can end before it writes anything more. */
  onLost?: (error: LeadershipLost) => void;
  /** Receives errors of requests, which are retried. */
  onError: (message: string) => void;
}

/** Another process may lead now, so this process must end. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost';
}

/**
 * Lets one process at a time lead. A leader measures from before it sent its last successful renewal; other processes measure
 * from when they saw it. All use monotonic clocks. So a leader stops `leaseDurationMs - renewDeadlineMs` before another takes
 * over, whatever happens to the network. Only a process that is frozen for longer than that, and then continues, breaks the
 * guarantee.
 */
export class LeaderElection {
  /** Milliseconds between the stop of a leader that cannot renew and the start of the next one. */
  readonly marginMs: number;
  private readonly lease: Lease;
  private readonly renewDeadlineMs: number;
  private readonly retryPeriodMs: number;
  /** Half of the deadline for one request, so that a dead connection leaves time for a new one. */
  private readonly requestMs: number;
  private readonly onError: (message: string) => void;
  private readonly onLeader: LeaderElectionOptions['onLeader'];
  private leader: string | undefined;
  private readonly onLost: ((error: LeadershipLost) => void) | undefined;
  private readonly setMetric: (leads: boolean) => void;

  constructor(options: LeaderElectionOptions) {
    const { leaseDurationMs = 15_000, renewDeadlineMs = 10_000, retryPeriodMs = 2_000 } = options;
    if (!(leaseDurationMs > renewDeadlineMs && renewDeadlineMs > retryPeriodMs)) {
      throw new Error(
        'leader election requires lease duration > renew deadline > retry period; ' +
          `they are ${leaseDurationMs}, ${renewDeadlineMs} and ${retryPeriodMs} ms`,
      );
    }
    const { client, namespace, name, metrics, onError } = options;
    const identity = `${hostname()}_${randomUUID()}`;
    this.lease = new Lease({ client, namespace, name, identity, durationMs: leaseDurationMs });
    this.marginMs = leaseDurationMs - renewDeadlineMs;
    this.renewDeadlineMs = renewDeadlineMs;
    this.retryPeriodMs = retryPeriodMs;
    this.requestMs = Math.floor(renewDeadlineMs / 2);
    this.onError = onError;
    this.onLost = options.onLost;
    this.onLeader = options.onLeader;
    this.setMetric = (leads) => metrics?.leader.set({ name }, leads ? 1 : 0);
  }

  /**
   * Waits for leadership, then runs `lead`. Its signal aborts with this one or with LeadershipLost. Renews the lease until `lead`
   * resolves, then releases it. If `lead` rejects, the lease expires instead, because work may still be active. Resolves when the
   * signal aborts. Throws LeadershipLost, or the error of `lead`.
   */
  async run(lead: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<void> {
    this.setMetric(false);
    const held = await this.acquire(signal);
    if (!held) return;
    this.setMetric(true);
    this.see(this.lease.identity);
    const lost = new AbortController();
    const ended = new AbortController();
    const lose = (error: unknown): void => {
      if (error instanceof LeadershipLost && !lost.signal.aborted) this.onLost?.(error);
      lost.abort(error);
    };
    const renewing = Promise.all([
      this.keep(held, ended.signal).catch(lose),
      this.watchOver(held.lease, ended.signal).catch(lose),
    ]);
    try {
      await lead(AbortSignal.any([signal, lost.signal]));
    } finally {
      ended.abort();
      await renewing;
      this.setMetric(false);
    }
    lost.signal.throwIfAborted();
    await this.release();
  }

  /** Returns the acquired lease; undefined if the signal aborted before. */
  private async acquire(signal: AbortSignal): Promise<Held | undefined> {
    const seen: Seen = { version: undefined, freeAt: 0 };
    while (!signal.aborted) {
      const held = await this.tryToTake(seen, signal);
      if (held) return held;
      // Four reads in each period: a released lease is taken soon, an expired one on time.
      const pauseMs = (this.retryPeriodMs / 4) * (0.8 + 0.2 * Math.random());
      const leftMs = seen.freeAt - performance.now();
      await wait(leftMs > 0 ? Math.min(pauseMs, leftMs) : pauseMs, signal);
    }
    return undefined;
  }

  private async tryToTake(seen: Seen, signal: AbortSignal): Promise<Held | undefined> {
    try {
      const lease = await this.lease.read(this.limited(signal));
      // A deleted lease counts as held until it would have expired.
      if (lease && lease.metadata?.resourceVersion !== seen.version) {
        seen.version = lease.metadata?.resourceVersion;
        seen.freeAt = this.freeAt(lease);
        this.see(lease.spec?.holderIdentity);
      }
      const renewedAt = performance.now();
      if (renewedAt < seen.freeAt) return undefined;
      // The signal does not abort this request: if it succeeded anyway, the lease would be blocked until it expires.
      const taken = await this.lease.take(lease, AbortSignal.timeout(this.requestMs));
      return taken && { lease: taken, renewedAt };
    } catch (error) {
      if (!signal.aborted) this.onError(`leader election: ${messageOf(error)}`);
      return undefined;
    }
  }

  private see(leader: string | null | undefined): void {
    if (!leader || leader === this.leader) return;
    this.leader = leader;
    this.onLeader?.({ identity: leader, isSelf: leader === this.lease.identity });
  }

  /** Returns when this process may take a lease that it has just seen for the first time, by performance.now(). */
  private freeAt({ spec }: LeaseObject): number {
    const holder = spec?.holderIdentity;
    // The lease is its own: the response to the request that took it was lost.
    if (!holder || holder === this.lease.identity) return 0;
    return performance.now() + (spec.leaseDurationSeconds ?? 0) * 1_000;
  }

  /** Renews until the signal aborts. Throws LeadershipLost if no renewal has succeeded in time. */
  private async keep(held: Held, signal: AbortSignal): Promise<void> {
    let { lease, renewedAt } = held;
    let failed = false;
    for (;;) {
      const leftMs = (): number => renewedAt + this.renewDeadlineMs - performance.now();
      await wait(Math.min(failed ? this.retryPeriodMs / 4 : this.retryPeriodMs, leftMs()), signal);
      if (signal.aborted) return;
      if (leftMs() <= 0) throw new LeadershipLost('the lease could not be renewed in time');
      const sentAt = performance.now();
      try {
        const limit = this.limited(signal, leftMs());
        const renewed = await this.lease.renew(lease, limit);
        failed = renewed === undefined;
        if (renewed) renewedAt = sentAt;
        lease = renewed ?? (await this.reread(limit));
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof LeadershipLost) throw error;
        failed = true;
        this.onError(`leader election: ${messageOf(error)}`);
      }
    }
  }

  /**
   * Throws LeadershipLost when the lease is deleted or taken, long before the next renewal would fail. Best effort: if the lease
   * cannot be watched, only renewals detect the loss.
   */
  private async watchOver(lease: LeaseObject, signal: AbortSignal): Promise<void> {
    let since = lease.metadata?.resourceVersion ?? '';
    while (!signal.aborted) {
      try {
        for await (const changed of this.lease.changes(since, signal)) {
          since = this.stillHeld(changed).metadata?.resourceVersion ?? since;
        }
        // The server ends every watch after some minutes. The wait prevents a busy loop if it ends each at once.
        await wait(this.retryPeriodMs / 4, signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof LeadershipLost) throw error;
        await wait(this.retryPeriodMs, signal);
        since = (await this.version(signal)) ?? since;
      }
    }
  }

  /** Returns a version to watch from after the server has dropped the earlier one. */
  private async version(signal: AbortSignal): Promise<string | undefined> {
    const lease = await this.lease.read(this.limited(signal)).catch(() => undefined);
    return lease?.metadata?.resourceVersion;
  }

  /** Checks the lease after another process wrote it; an edit of its labels is also a write. */
  private async reread(signal: AbortSignal): Promise<LeaseObject> {
    return this.stillHeld(await this.lease.read(signal));
  }

  private stillHeld(lease: LeaseObject | undefined): LeaseObject {
    if (lease?.spec?.holderIdentity === this.lease.identity) return lease;
    throw new LeadershipLost(`the lease is now held by ${lease?.spec?.holderIdentity ?? 'nobody'}`);
  }

  private async release(): Promise<void> {
    try {
      await this.lease.release(AbortSignal.timeout(this.retryPeriodMs));
    } catch (error) {
      this.onError(`leader election: the lease was not released: ${messageOf(error)}`);
    }
  }

  private limited(signal: AbortSignal, leftMs = Infinity): AbortSignal {
    const ms = Math.max(1, Math.floor(Math.min(this.requestMs, leftMs)));
    return AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  }
}

interface Held {
  lease: LeaseObject;
  /** Time before the write was sent, by performance.now(). */
  renewedAt: number;
}

interface Seen {
  version: string | undefined;
  /** By performance.now(). */
  freeAt: number;
}
