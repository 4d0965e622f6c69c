import { countedAddress } from '../../identity/limits/counted-address.ts';
import type { EventHub } from '../live/event-hub.ts';
import type { Route } from '../route.ts';

/** Make proxies forward events without delay. */
const headers = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

/** GET /api/v1/events: streams changes until the client disconnects. */
export function events(hub: Pick<EventHub, 'subscribe'>): Route<'events'> {
  return {
    handle({ caller, address, renew, signal }) {
      const { keyId, userId, role } = caller;
      const named = keyId ?? userId;
      const name = named ?? (role === 'anonymous' ? countedAddress(address) : role);
      const { stream } = hub.subscribe({ caller, name, renew: renew ?? (async () => caller) });
      signal.addEventListener('abort', () => stream.destroy(), { once: true });
      if (signal.aborted) stream.destroy();
      return { stream, contentType: 'text/event-stream; charset=utf-8', headers };
    },
  };
}
