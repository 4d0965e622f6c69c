import { allowsAnonymous } from '../../identity/access/caller.ts';
import type { Access } from '../../identity/access/access.ts';
import { clientGuide } from '../clients/client-guide.ts';
import { clientConfigurations } from '../clients/clients.ts';
import type { Route } from '../route.ts';

/** GET /api/v1/clients: how each client is connected to the server at an address. */
export function listClients({ anonymous }: Pick<Access, 'anonymous'>): Route {
  return {
    handle({ query }) {
      const server = { url: query('url'), withKey: !allowsAnonymous(anonymous, 'ask') };
      return { json: { clients: clientConfigurations.map((one) => clientGuide(one, server)) } };
    },
  };
}
