import {
  hasPassword,
  makerOf,
  ownCredential,
  refusalOf,
  teamspaceOf,
  type Credential,
  type Maker,
  type Refusal,
} from '../../identity/access/credential-policy.ts';
import type { AccessOf, SourceAccess } from '../../jobs/jobs.ts';
import { RunError } from '../../base/errors.ts';
import type { Library, LibrarySpec } from '../../resources/library.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { createToolFinder } from '../../indexing/sources/git/toolbox.ts';
import { isReadable } from '../../indexing/sources/git/ls-remote.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import type { Teamspaces } from '../../identity/teamspaces/teamspaces.ts';
import { integrationOf } from './git-credentials.ts';
import { integrationsName, integrationIn, tryIntegrations } from './settings.ts';

/** The credential that is available for a source, if its host refuses requests without one. */
export interface Offer {
  credential: Exclude<Credential, 'none'>;
  /** Name of the integration with the credential. */
  integration?: string;
}

interface SourceAccessOptions {
  secrets: Pick<SecretStore, 'get'>;
  teamspaces: Pick<Teamspaces, 'find'>;
  /** CIDR ranges of private addresses that sources may be read from. */
  allowedRanges: readonly string[];
  /** Folder for temporary files. */
  workDir: string;
}

const foreignPublication =
  'publishCredentialed cannot be true, because an integration of the install reads the source and this Library is in another namespace; remove it, name a Secret of your own in secretRef, or ask an admin to create the Library in the namespace of the install';

const unreadIntegrations = {
  reason: 'AccessDenied',
  message: `Kubernetes does not let Lectern read the Secret ${integrationsName}, so no integration can be used`,
  retry: 'backoff',
} as const;

/** Milliseconds for the check whether a repository is public. */
const askMs = 10_000;

/**
 * Decides which credential a run gets. Tries the source without a credential first. If the host refuses that, the run gets the
 * credential, provided that the policy lets its Library use it.
 */
export function createAccessOf(options: SourceAccessOptions): AccessOf {
  const { secrets, teamspaces } = options;
  const isOpenToAll = createQuestion(options);
  /** Returns the credential if the policy lets the Library use it. */
  const permitted = async (library: Library, offer: Offer): Promise<SourceAccess> => {
    const { spec, metadata } = library;
    if (metadata.isForeign && spec.publishCredentialed && offer.credential === 'integration') {
      return { mistake: foreignPublication };
    }
    const refusal = await refusalFor({ teamspaces }, { spec, offer, maker: makerOf(library) });
    if (!refusal) return { credential: offer.credential };
    const message = `${spec.source.git ? shownUrl(spec) : spec.id}: ${refusal.message}`;
    const refused = { reason: 'AccessDenied', message, retry: 'backoff' } as const;
    return { credential: offer.credential, refused };
  };
  return async (library): Promise<SourceAccess> => {
    const { spec } = library;
    const { integrations, isUnread } = await tryIntegrations(secrets);
    const offer = offerFor(spec, integrations);
    if (!offer && !(isUnread && integrationOf(spec.source))) return { credential: 'none' };
    try {
      if (await isOpenToAll(spec)) return { credential: 'none' };
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      const { reason, message, retry } = error;
      return { refused: { reason, message, retry } };
    }
    // An API server that starts refuses for some seconds. Without a credential, the run would fail for good.
    return offer ? permitted(library, offer) : { refused: unreadIntegrations };
  };
}

/** Returns the available credential: that of the spec, or else that of an integration; undefined if there is none. Pure. */
export function offerFor(
  spec: Pick<LibrarySpec, 'source' | 'secretRef'>,
  integrations: SecretValues | undefined,
): Offer | undefined {
  const { git, wiki, pages } = spec.source;
  if (!git && !wiki && !pages) return undefined;
  const own = ownCredential({ id: '', ...spec });
  if (own !== undefined && own !== 'integration') return { credential: own };
  const integration = integrationOf(spec.source);
  if (integration === undefined || !integrationIn(integrations, integration)) return undefined;
  return { credential: 'integration', integration };
}

/** Returns the credential that earlier runs may have read a source with. Pure. */
export function possibleCredential(
  spec: LibrarySpec,
  { integrations, isUnread }: Awaited<ReturnType<typeof tryIntegrations>>,
): Credential {
  // While the integrations may not be read, any of them may have read the library.
  const unknown = isUnread && integrationOf(spec.source) ? 'integration' : 'none';
  return offerFor(spec, integrations)?.credential ?? ownCredential(spec) ?? unknown;
}

/** Returns a function that looks into the integrations for each call of `possibleCredential`. */
export function createPossibleCredential(
  secrets: Pick<SecretStore, 'get'>,
): (spec: LibrarySpec) => Promise<Credential> {
  return async (spec) => possibleCredential(spec, await tryIntegrations(secrets));
}

/**
 * Returns the spec for a run with this credential. Without one, the URL has none either, because a host can show more to
 * somebody who sends it than to everyone. Pure.
 */
export function specFor(spec: LibrarySpec, credential: Credential): LibrarySpec {
  const { source } = spec;
  if (credential !== 'none' || !source.git || !hasPassword(source.git.url)) return spec;
  return { ...spec, source: { ...source, git: { ...source.git, url: shownUrl(spec) } } };
}

/** Returns why the policy does not let a Library use a credential (see `refusalOf`); undefined if it may use it. */
export async function refusalFor(
  { teamspaces }: Pick<SourceAccessOptions, 'teamspaces'>,
  { spec, offer, maker }: { spec: LibrarySpec; offer: Offer; maker: Maker },
): Promise<Refusal | undefined> {
  const teamspace = teamspaceOf(spec);
  const held = await teamspaces.find(teamspace);
  const isPublished = spec.publishCredentialed === true;
  return refusalOf({ maker, teamspace, held, isPublished, ...offer });
}

function createQuestion({
  allowedRanges,
  workDir,
}: SourceAccessOptions): (spec: LibrarySpec) => Promise<boolean> {
  const findTools = createToolFinder('git', process.env);
  return async ({ source: { git } }) => {
    // The APIs of wikis and workspaces always need an account.
    if (!git) return false;
    const location = parseLocation(git.url, true);
    if (location.kind === 'local') return true;
    const signal = AbortSignal.timeout(askMs);
    const options = { allowedRanges, workDir, idleMs: askMs, signal };
    return isReadable(location, options, await findTools()).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      const message = `${shownUrl({ source: { git } })} did not answer within ${askMs / 1000} seconds`;
      throw new RunError('Timeout', message, { cause: error });
    });
  };
}

function shownUrl({ source }: Pick<LibrarySpec, 'source'>): string {
  const location = parseLocation(source.git?.url ?? '', true);
  return location.kind === 'local' ? location.path : location.url;
}
