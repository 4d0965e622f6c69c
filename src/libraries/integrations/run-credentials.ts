import { RunError } from '../../base/errors.ts';
import { credentialOf, type IndexingJob } from '../../indexing/job.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import { integrationOf, type GitCredentials } from './git-credentials.ts';
import { integrationIn, readIntegrations } from './settings.ts';

interface RunCredentialsOptions {
  secrets: Pick<SecretStore, 'get'>;
  git: GitCredentials;
  /** Returns the credentials of a Library's secretRef, which has priority over integrations. */
  own: (job: IndexingJob) => Promise<SecretValues | undefined>;
}

/** Milliseconds to get the token of a GitHub App. */
const tokenMs = 30_000;

/**
 * Returns the function that gets a run's credentials, by the decision for the run: the Library's own, an integration's, or none. It
 * rejects with RunError if somebody has removed the integration since the decision. Without credentials, the run would fail for good.
 */
export function runCredentials({
  secrets,
  git,
  own,
}: RunCredentialsOptions): (job: IndexingJob) => Promise<SecretValues | undefined> {
  const integrations = integrationCredentials({ secrets, git });
  return async (job) => {
    const credential = credentialOf(job);
    if (credential === 'secret') return own(job);
    if (credential !== 'integration') return undefined;
    const { source } = job.spec;
    const values = await integrations(source, AbortSignal.timeout(tokenMs));
    const name = integrationOf(source);
    if (values || name === undefined || integrationIn(await readIntegrations(secrets), name)) {
      return values;
    }
    const message = `The integration ${name} was removed while the run began`;
    throw new RunError('AccessDenied', message, { retry: 'backoff' });
  };
}

/** Returns the function that gets the credentials of the integration for a source's host or kind. */
export function integrationCredentials({
  secrets,
  git,
}: Pick<RunCredentialsOptions, 'secrets' | 'git'>): (
  source: LibrarySource,
  signal: AbortSignal,
) => Promise<SecretValues | undefined> {
  return async (source, signal) => {
    if (source.git) return git(source.git.url, signal);
    const kind = source.wiki ? 'wiki.' : source.pages ? 'pages.' : undefined;
    if (kind === undefined) return undefined;
    const all = Object.entries((await readIntegrations(secrets)) ?? {});
    const wanted = all.filter(([key]) => key.startsWith(kind));
    return wanted.length > 0 ? Object.fromEntries(wanted) : undefined;
  };
}
