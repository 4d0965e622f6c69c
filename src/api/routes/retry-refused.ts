import { teamspaceOf } from '../../identity/access/credential-policy.ts';
import { integrationOf } from '../../libraries/integrations/git-credentials.ts';
import { annotations, keyOf, type Library } from '../../resources/library.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import { unlessGone } from '../../store/refused-write.ts';

/** Reasons of runs that fail for lack of an integration, or because the integration is for another site. */
const refusals: ReadonlySet<string> = new Set(['AccessDenied', 'NotFound', 'InvalidSource']);

/** Matches libraries that a change of an integration affects. */
export function usesIntegration(integration: string): (library: Library) => boolean {
  return ({ spec }) => !spec.secretRef && integrationOf(spec.source) === integration;
}

/** Matches libraries that a change of a teamspace affects. */
export function inTeamspace(id: string): (library: Library) => boolean {
  return ({ spec }) => teamspaceOf(spec) === id && integrationOf(spec.source) !== undefined;
}

/**
 * Requests runs of these libraries if their last run was refused, because the missing integration may exist now. Throws
 * LecternError if the registry is unavailable.
 */
export async function retryRefused(
  registry: Pick<LiveRegistry, 'snapshots' | 'patch'>,
  isMeant: (library: Library) => boolean,
): Promise<void> {
  const waiting = (await registry.snapshots()).filter(
    (library) => isRefused(library) && isMeant(library),
  );
  const change = { annotations: { [annotations.requestedAt]: new Date().toISOString() } };
  await Promise.all(
    waiting.map(({ metadata }) => registry.patch(keyOf(metadata), change).catch(unlessGone)),
  );
}

function isRefused({ metadata, spec, status }: Library): boolean {
  if (spec.suspend || metadata.deletionTimestamp || status.state !== 'error') return false;
  const ready = status.conditions?.find(({ type }) => type === 'Ready');
  return refusals.has(ready?.reason ?? '');
}
