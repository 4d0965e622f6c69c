import { defaultTeamspace, type Caller } from '../../identity/access/caller.ts';
import type { MemberRuns } from '../../identity/access/visibility.ts';
import { tokenCredentials } from '../../libraries/add/git-token.ts';
import { refuseByPlan, type PlanPorts } from '../../libraries/add/plan.ts';
import { refuseTokenFor } from '../../libraries/add/repository.ts';
import { invalid } from '../../libraries/add/submission.ts';
import type { TryToken } from '../../libraries/add/token-trial.ts';
import { LecternError } from '../../base/errors.ts';
import {
  isImported,
  isUploaded,
  type Library,
  annotations,
  keyOf,
} from '../../resources/library.ts';
import type { LiveRegistry } from '../live/live-registry.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import type { Route } from '../route.ts';
import {
  requestRun,
  refuseForeignRun,
  refuseForeignToken,
  refuseKeptToken,
} from './request-run.ts';
import { findLibrary, notFound } from './find-library.ts';
import { isCancelAsked } from '../../resources/requests.ts';
import { isQueued } from '../library-status.ts';

interface RefreshPorts {
  registry: Pick<LiveRegistry, 'find' | 'patch'>;
  secrets: Pick<SecretStore, 'put'>;
  access: { teams: Pick<PlanPorts, 'teamspaces'> };
  memberRuns?: MemberRuns;
  tryToken: TryToken;
}

/** POST /api/v1/refresh: requests a run. During a run it requests one more, once. For a queued run it changes only the token. */
export function refreshLibrary(ports: RefreshPorts): Route<'refreshLibrary'> {
  return {
    async handle(call) {
      const { libraryName, branch, gitToken } = call.body;
      const library = await refreshable(ports, libraryName, call.caller);
      refuseSent(library, 409);
      if (branch !== undefined) refuseUnknownBranch(library, branch);
      if (gitToken !== undefined) await refuseToken(ports, library, call.caller);
      const credentials = gitToken === undefined ? undefined : credentialsOf(library, gitToken);
      if (credentials) {
        refuseKeptToken(library);
        await ports.tryToken(library.spec.source.git?.url ?? '', credentials, call.signal);
      }
      const { was } = await requestRun(ports, library, credentials);
      if (was !== 'idle') {
        const next = was === 'running' ? '; another one follows after it' : '';
        const ending = credentials ? '. It reads again with the new token.' : `${next}.`;
        return { json: { message: `Refresh of ${libraryName} is already ${was}${ending}` } };
      }
      const waits = library.spec.suspend
        ? '; the library is suspended and waits until you resume it'
        : '';
      return { json: { message: `Refresh of ${libraryName} started successfully${waits}.` } };
    },
  };
}

/** POST /api/projects/{*projectId}/refresh: the on-premise form. Responds 409 while another request waits. */
export function refreshProject(ports: RefreshPorts): Route<'refreshProject'> {
  return {
    async handle({ path, caller }) {
      const project = `/${path('projectId').replace(/^\//, '')}`;
      const library = await refreshable(ports, project, caller);
      refuseSent(library, 400);
      const { isNew } = await requestRun(ports, library);
      if (isNew) {
        const message = `Refresh of ${project} queued`;
        return { status: 202, json: { message, project, status: 'queued' } };
      }
      const message = 'This project is already queued';
      return { status: 409, json: { error: 'already_queued', message, project, status: 'queued' } };
    },
  };
}

async function refuseToken(
  { access }: RefreshPorts,
  library: Library,
  caller: Caller,
): Promise<void> {
  refuseForeignToken(caller, library);
  const { visibility, teamspace = defaultTeamspace } = library.spec;
  if (visibility === 'private') await refuseByPlan(access.teams, teamspace);
}

async function refreshable(
  { registry, memberRuns }: RefreshPorts,
  id: string,
  caller: Caller,
): Promise<Library> {
  const library = await findLibrary(registry, id, caller);
  if (library.metadata.deletionTimestamp) throw notFound(id);
  refuseForeignRun(caller, library, memberRuns);
  return library;
}

/** Throws LecternError('refresh_disabled') for a library without a source to read: imports and uploads. */
function refuseSent(library: Library, status: 400 | 409): void {
  const { id } = library.spec;
  const why = isImported(library)
    ? `was imported and has no source here. Import a newer export`
    : isUploaded(library)
      ? `was made from an uploaded file. Send a newer file with force=true`
      : undefined;
  if (why === undefined) return;
  throw new LecternError('refresh_disabled', `Library ${id} ${why}.`, { status });
}

function credentialsOf({ spec }: Library, gitToken: string): SecretValues {
  const { git } = spec.source;
  if (!git)
    throw invalid(`Field "gitToken" needs a Git repository; ${spec.id} has another source.`);
  refuseTokenFor(git.url, "the library's URL");
  return tokenCredentials(gitToken, { url: git.url, host: 'git' });
}

function refuseUnknownBranch({ spec, status }: Library, branch: string): void {
  const known = [spec.source.git?.branch, status.branch, ...(spec.versions ?? [])].filter(Boolean);
  if (known.includes(branch)) return;
  throw new LecternError(
    'branch_not_found',
    `Branch ${JSON.stringify(branch)} does not belong to library ${spec.id}. Known: ${known.join(', ') || 'none'}.`,
  );
}

type Was = 'running' | 'queued' | 'idle';

/** POST /api/v1/cancel: requests the end of a run. Without an active or queued run it changes nothing. */
export function cancelRun({
  registry,
  memberRuns,
}: {
  registry: Pick<LiveRegistry, 'find' | 'patch'>;
  memberRuns?: MemberRuns;
}): Route<'cancelRun'> {
  return {
    async handle({ body, caller }) {
      const { libraryName } = body;
      const library = await findLibrary(registry, libraryName, caller);
      if (library.metadata.deletionTimestamp) throw notFound(libraryName);
      refuseForeignRun(caller, library, memberRuns);
      const was = busyWith(library);
      if (was !== 'idle' && !isCancelAsked(library)) {
        const cancelledAt = new Date().toISOString();
        const asked = { annotations: { [annotations.cancelledAt]: cancelledAt } };
        await registry.patch(keyOf(library.metadata), asked);
      }
      return { json: { message: cancelMessage(libraryName, was), was } };
    },
  };
}

function busyWith(library: Library): Was {
  const { status } = library;
  if (status.state === 'processing') return 'running';
  // Retries and scheduled runs wait without a request.
  const waits = status.conditions?.some(
    ({ type, reason }) => type === 'Reconciling' && reason === 'Queued',
  );
  return waits || isQueued(library) ? 'queued' : 'idle';
}

function cancelMessage(id: string, was: Was): string {
  if (was === 'idle') return `${id} has no queued or active run.`;
  if (was === 'queued') return `Removed ${id} from the queue.`;
  return `Cancelled the run of ${id}. Its current snippets stay available.`;
}
