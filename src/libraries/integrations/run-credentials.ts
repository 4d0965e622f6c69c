import { credentialOf, type IndexingJob } from '../../indexing/job.ts';
import type { LibrarySource } from '../../resources/library.ts';
import type { SecretStore, SecretValues } from '../../store/secrets.ts';
import type { GitCredentials } from './git-credentials.ts';
import { readIntegrations } from './settings.ts';

interface RunCredentialsOptions {
  secrets: Pick<SecretStore, 'get'>;
  git: GitCredentials;
  /** Returns the credentials of a Library's secretRef, which has priority over integrations. */
  own: (job: IndexingJob) => Promise<SecretValues | undefined>;
}

/** Milliseconds to get the token of a GitHub App. */
const tokenMs = 30_000;

/** Returns the function that gets a run's credentials, by the decision for the run: the Library's own, an integration's, or none. */
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
    return integrations(job.spec.source, AbortSignal.timeout(tokenMs));
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
