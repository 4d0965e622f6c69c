import { allowsAnonymous } from '../../access/anonymous-access.ts';
import type { Access } from '../../access/access.ts';
import { clientGuide } from '../../setup/client-guide.ts';
import { clientConfigurations } from '../../setup/clients.ts';
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
