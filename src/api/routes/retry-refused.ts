import { teamspaceOf } from '../../identity/access/credential-policy.ts';
import { LecternError } from '../../base/errors.ts';
import { integrationOf } from '../../libraries/integrations/git-credentials.ts';
import { annotations, keyOf, type Library } from '../../resources/library.ts';
import type { LiveRegistry } from '../live/live-registry.ts';

/** What a run says that lacks an integration, or has one for another site. */
const refusals: ReadonlySet<string> = new Set(['AccessDenied', 'NotFound', 'InvalidSource']);

/** Libraries that a change of an integration is about. */
export function usesIntegration(integration: string): (library: Library) => boolean {
  return ({ spec }) => !spec.secretRef && integrationOf(spec.source) === integration;
}

/** Libraries that a change of a teamspace is about. */
export function inTeamspace(id: string): (library: Library) => boolean {
  return ({ spec }) => teamspaceOf(spec) === id && integrationOf(spec.source) !== undefined;
}

/**
 * Asks for a run of every library of these whose last run was refused: what it lacked may be there now. Throws LecternError
 * where the registry is away.
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

function unlessGone(error: unknown): void {
  if (!(error instanceof LecternError && error.code === 'library_not_found')) throw error;
}
