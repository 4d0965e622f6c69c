import type { RequestId } from './json-rpc.ts';

/** The requests of one connection that are not answered yet. */
export class RunningRequests {
  private readonly requests = new Map<RequestId, AbortController>();
  private readonly waiting = new Set<() => void>();

  /** The signal aborts when the request is cancelled. */
  begin(id: RequestId): AbortSignal {
    const cancelled = new AbortController();
    this.requests.set(id, cancelled);
    return cancelled.signal;
  }

  end(id: RequestId): void {
    this.requests.delete(id);
    if (this.requests.size > 0) return;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** A request that is unknown or over is nothing to cancel. */
  cancel(id: RequestId): void {
    this.requests.get(id)?.abort();
    this.end(id);
  }

  cancelAll(): void {
    for (const id of this.requests.keys()) this.cancel(id);
  }

  /** Resolves when every request is answered or cancelled. */
  async idle(): Promise<void> {
    if (this.requests.size === 0) return;
    await new Promise<void>((resolve) => this.waiting.add(resolve));
  }
}
