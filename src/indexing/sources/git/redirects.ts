import { RunError } from '../../../base/errors.ts';
import { HttpClient } from '../../../base/http/client.ts';

interface ProbeOptions {
  allowedRanges: readonly string[];
  idleMs: number;
  signal: AbortSignal;
}

const service = '/info/refs?service=git-upload-pack';

/**
 * Returns the target of a URL that redirects to another spelling of the same repository: with `.git`, without a final
 * slash, in other case, or by https instead of http. Throws RunError('NotFound') with the new URL of a repository that has
 * moved, because the new URL could be another project.
 */
export async function resolveRedirect(url: string, options: ProbeOptions): Promise<string> {
  const target = await redirectOf(url, options);
  if (target && sameRepository(url, target)) return target;
  const where = target ? `to ${target}` : 'elsewhere';
  throw new RunError(
    'NotFound',
    `${url} redirects ${where}; if that is the repository that is meant, name its new URL`,
  );
}

/** Returns the repository URL that the server redirects to. */
async function redirectOf(url: string, options: ProbeOptions): Promise<string | undefined> {
  const client = new HttpClient({ ...options, requestTimeoutMs: options.idleMs });
  let target: string | undefined;
  const onRedirect = (to: URL): void => {
    const suffix = to.href.indexOf(service);
    if (suffix > 0) target = to.href.slice(0, suffix);
    throw new Redirected();
  };
  try {
    await client.get(`${url.replace(/\/+$/, '')}${service}`, {
      signal: options.signal,
      maxBytes: 1_000_000,
      onRedirect,
    });
  } catch (error) {
    if (!(error instanceof Redirected)) throw error;
  } finally {
    await client.close();
  }
  return target;
}

class Redirected extends Error {}

function sameRepository(from: string, to: string): boolean {
  return spelling(from) === spelling(to) && !(from.startsWith('https:') && to.startsWith('http:'));
}

function spelling(url: string): string {
  const { host, pathname } = new URL(url);
  return `${host}${pathname.replace(/\/+$/, '').replace(/\.git$/, '')}`.toLowerCase();
}
