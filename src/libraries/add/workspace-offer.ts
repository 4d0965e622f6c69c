import { GrantMissing, makerOfCaller } from '../../identity/access/credential-policy.ts';
import type { Caller } from '../../identity/access/caller.ts';
import { LecternError } from '../../base/errors.ts';
import { readIntegrations, integrationIn } from '../integrations/settings.ts';
import { offerFor, refusalFor } from '../integrations/source-access.ts';
import { siteMismatch } from '../integrations/wiki-site.ts';
import type { LibrarySpec } from '../../resources/library.ts';
import type { SecretStore } from '../../store/secrets.ts';
import type { PlanPorts } from './plan.ts';
import { invalid } from './submission.ts';

interface OfferPorts {
  secrets: Pick<SecretStore, 'get'>;
  access: { teams: Pick<PlanPorts, 'teamspaces'> };
}

/**
 * Refuses wikis and pages that no integration can read. Throws LecternError: 'validation_error' if the integration is missing or
 * reads another site, 'forbidden' if the policy does not let the caller's libraries use it.
 */
export async function refuseUnreadable(
  { secrets, access }: OfferPorts,
  spec: LibrarySpec,
  caller: Caller,
): Promise<void> {
  const { wiki, pages } = spec.source;
  if ((!wiki && !pages) || spec.secretRef) return;
  const integrations = await readIntegrations(secrets);
  const offer = offerFor(spec, integrations);
  const kind = wiki ? 'wiki' : 'pages';
  if (!offer) {
    throw invalid(
      `${spec.id} was not added, because the ${kind} integration is not configured; ask an admin to set it (PUT /api/v1/integrations/${kind}), then add it again.`,
    );
  }
  const mismatch = wiki && siteMismatch(wiki, integrationIn(integrations, 'wiki')?.['siteUrl']);
  if (mismatch !== undefined) throw invalid(`Field "siteUrl": ${mismatch}.`);
  const refusal = await refusalFor(access.teams, { spec, offer, maker: makerOfCaller(caller) });
  if (!refusal) return;
  const message = `${spec.id} was not added: ${refusal.message}.`;
  if (refusal.missingGrant) throw new GrantMissing(message, refusal.missingGrant);
  throw new LecternError('forbidden', message);
}
