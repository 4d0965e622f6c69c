import { LecternError } from '../../base/errors.ts';
import { maxRequestBytes } from './protocol.ts';

/** Requests of one run that are under way. */
interface Held {
  requests: number;
  bytes: number;
}

/** Maximum requests of one run at a time. A Pod sends at most eight, and four Pods can share a run. */
const mostRequests = 64;
/** Maximum bytes of their bodies together. The gateway needs several times as much memory to read them. */
const mostBytes = 2 * maxRequestBytes;

/**
 * The requests under way, by run. A compromised run could otherwise fill the memory of the gateway with requests,
 * and all other runs need the gateway.
 */
export class InFlight {
  private readonly runs = new Map<string, Held>();

  /**
   * Counts a request of a run. Returns the function to call when it has ended. Throws LecternError 503, after which a client tries
   * again, if the run has too many.
   */
  enter(run: string, bytes: number): () => void {
    const held = this.runs.get(run) ?? { requests: 0, bytes: 0 };
    if (held.requests >= mostRequests || held.bytes + bytes > mostBytes) {
      const message = 'This run has too many requests at once. Try again in a moment.';
      throw new LecternError('search_failed', message);
    }
    held.requests += 1;
    held.bytes += bytes;
    this.runs.set(run, held);
    return () => {
      held.requests -= 1;
      held.bytes -= bytes;
      if (held.requests === 0) this.runs.delete(run);
    };
  }
}
