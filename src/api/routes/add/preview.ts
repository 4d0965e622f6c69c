import type { Caller } from '../../../identity/access/caller.ts';
import { makerOfCaller, type MissingGrant } from '../../../identity/access/credential-policy.ts';
import { maySee } from '../../../identity/access/visibility.ts';
import { refuseUnreadable } from '../../../libraries/add/workspace-offer.ts';
import { refusalsOf, type AddProblem } from '../../../libraries/add/problems.ts';
import type { Submission } from '../../../libraries/add/submission.ts';
import { messageOf, RunError } from '../../../base/errors.ts';
import type { Library, LibrarySource } from '../../../resources/library.ts';
import type { GitCredentials } from '../../../libraries/integrations/git-credentials.ts';
import { integrationCredentials } from '../../../libraries/integrations/run-credentials.ts';
import type { Parser } from '../../../libraries/parser.ts';
import { offerFor, refusalFor } from '../../../libraries/integrations/source-access.ts';
import { readIntegrations } from '../../../libraries/integrations/settings.ts';
import { createToolFinder } from '../../../indexing/sources/git/toolbox.ts';
import type { Preview, PreviewOptions } from '../../../indexing/sources/preview/preview.ts';
import { previewSource } from '../../../indexing/sources/preview/preview-source.ts';
import type { SecretStore } from '../../../store/secrets.ts';
import { createConcurrencyLimit } from '../../../base/concurrency-limit.ts';
import { operationsOf, type ApiDocument, type Operation } from '../../description.ts';
import type { Exchange, Route } from '../../route.ts';
import type { RequestValidator } from '../../validator.ts';
import { holderOf } from '../find-library.ts';
import { refuseForeignRun } from '../request-run.ts';
import { readers, type AnyReader } from './add-source.ts';
import { refuseHeld, refusePrivacy, refuseProject, specFor, type AddPorts } from './submit.ts';

/** Settings of previews. */
export interface PreviewSettings extends Pick<
  PreviewOptions,
  'allowedRanges' | 'workDir' | 'maxMs' | 'listingMs'
> {
  /** Credentials that the integrations provide for repositories. */
  gitCredentials: GitCredentials;
}

interface PreviewRouteOptions extends AddPorts {
  parser: Parser;
  preview: PreviewSettings;
  secrets: SecretStore;
  document: ApiDocument;
  validatorOf: (operation: Operation) => Pick<RequestValidator, 'body'>;
}

/** A preview, and the grant that a run would lack. */
interface RunPreview extends Preview {
  failure?: NonNullable<Preview['failure']> & { missingGrant?: MissingGrant };
}

/** Maximum number of previews at a time, in total and for one caller. */
const concurrency = { total: 8, perKey: 2 };

/** POST /api/v1/preview. */
export function previewAdding(options: PreviewRouteOptions): Route<'previewAdding'> {
  const preview = createPreviews(options);
  const operations = new Map(operationsOf(options.document).map((one) => [one.id, one]));
  const checkBody = (id: string, body: unknown): void => {
    const operation = operations.get(id);
    if (operation) options.validatorOf(operation).body(body);
  };
  return {
    async handle(call) {
      const { type, ...body } = call.body;
      const reader: AnyReader = readers[type];
      let submission: Submission | undefined;
      const problems = await refusalsOf(() => {
        checkBody(reader.operation, body);
        submission = reader.read(body);
      });
      if (!submission) return { json: { problems } };
      const spec = await specFor(options, submission, call.caller);
      const { duplicate, refusals } = await judge(options, { ...submission, spec }, call);
      const readable = refusals.every(({ code }) => code === 'duplicate_repo');
      const { found, failure } = readable
        ? await preview({ ...submission, spec }, call)
        : ({} satisfies RunPreview);
      const { id, title = found?.title, source, visibility } = spec;
      return {
        json: {
          id,
          ...(title && { title }),
          source,
          private: visibility === 'private',
          problems: refusals,
          ...(duplicate !== undefined && { duplicate }),
          ...(found && { found }),
          ...(failure && { failure }),
        },
      };
    },
  };
}

/** Returns all refusals of adding this source, from the same checks. */
async function judge(
  options: PreviewRouteOptions,
  submission: Submission,
  { caller }: Pick<Exchange, 'caller'>,
): Promise<{ duplicate?: string; refusals: AddProblem[] }> {
  const { spec } = submission;
  let existing: Library | undefined;
  const refusals = [
    ...(await refusalsOf(() => refusePrivacy(options, submission, caller), 'private')),
    ...(await refusalsOf(() => refuseProject(options, submission, caller))),
    ...(await refusalsOf(async () => {
      existing = await holderOf(options, spec.id, caller);
      if (!existing) return;
      refuseHeld(existing, submission, caller);
      refuseForeignRun(caller, existing, options.memberRuns);
    })),
    ...(await refusalsOf(() => refuseUnreadable(options, spec, caller))),
  ];
  const shown = existing && maySee(caller, existing) ? existing.spec.id : undefined;
  return { refusals, ...(shown !== undefined && { duplicate: shown }) };
}

/** Returns a function that previews sources, with limited concurrency. */
function createPreviews(
  options: PreviewRouteOptions,
): (submission: Submission, call: Pick<Exchange, 'caller' | 'signal'>) => Promise<RunPreview> {
  const { gitCredentials: _, ...settings } = options.preview;
  const previewAsRun = createRunPreview(options);
  const taken = createConcurrencyLimit(concurrency);
  const findTools = createToolFinder('git', process.env);
  return async (submission, { caller, signal }) => {
    const who = caller.keyId ?? caller.userId ?? caller.role;
    return taken(who, signal, async () => {
      const tools = await findTools();
      try {
        return await previewAsRun(submission, caller, {
          ...settings,
          tools,
          parser: options.parser,
          signal,
        });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof RunError)) throw error;
        return { failure: { reason: error.reason, message: messageOf(error) } };
      }
    });
  };
}

/**
 * Previews a source as a run would read it. It uses a credential only if the host refuses access without one, and if the library
 * may use it.
 */
function createRunPreview({
  preview,
  secrets,
  access,
}: PreviewRouteOptions): (
  submission: Submission,
  caller: Caller,
  options: PreviewOptions,
) => Promise<RunPreview> {
  const integrations = integrationCredentials({ secrets, git: preview.gitCredentials });
  return async ({ spec, credentials: given }, caller, options) => {
    const { source } = spec;
    const open = needsAccount(source) ? undefined : await previewSource(source, options);
    const offer = given ? undefined : offerFor(spec, await readIntegrations(secrets));
    const isFinal = !(given ?? offer) || (open && !isRefused(open));
    if (open && isFinal) return open;
    if (given) return previewSource(source, { ...options, credentials: given });
    const maker = makerOfCaller(caller);
    const refusal = offer && (await refusalFor(access.teams, { spec, offer, maker }));
    if (refusal) return { failure: { reason: 'AccessDenied', ...refusal } };
    const credentials = await integrations(source, options.signal);
    return previewSource(source, { ...options, ...(credentials && { credentials }) });
  };
}

/** Returns true for wikis and workspaces: their APIs require an account. */
function needsAccount({ wiki, pages }: LibrarySource): boolean {
  return Boolean(wiki ?? pages);
}

/** Returns true if the host denies access. Hosts report private repositories as not found. */
function isRefused({ found, failure }: Preview): boolean {
  return !found && (failure?.reason === 'AccessDenied' || failure?.reason === 'NotFound');
}
