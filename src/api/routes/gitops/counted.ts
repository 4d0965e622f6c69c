import { LecternError } from '../../../base/errors.ts';
import type { WebhookHost } from '../../../libraries/webhooks/host.ts';
import type { Reply, Route } from '../../route.ts';

/** What became of a delivery: a sync was asked for, nothing had to be done, it was not believed, or a store was away. */
export type DeliveryOutcome = 'taken' | 'ignored' | 'refused' | 'failed';

/** The routes of webhooks, telling what became of each delivery. */
export function counted(
  routes: Record<WebhookHost, Route>,
  onDelivery: (delivery: { host: WebhookHost; outcome: DeliveryOutcome }) => void,
): Record<WebhookHost, Route> {
  const telling = (host: WebhookHost): Route => ({
    async handle(call) {
      try {
        const reply = await routes[host].handle(call);
        onDelivery({ host, outcome: isTaken(reply) ? 'taken' : 'ignored' });
        return reply;
      } catch (error) {
        const refused = error instanceof LecternError && error.status < 500;
        onDelivery({ host, outcome: refused ? 'refused' : 'failed' });
        throw error;
      }
    },
  });
  return {
    github: telling('github'),
    gitlab: telling('gitlab'),
    gitea: telling('gitea'),
    bitbucket: telling('bitbucket'),
  };
}

function isTaken(reply: Reply): boolean {
  return 'json' in reply && reply.status === 202;
}
