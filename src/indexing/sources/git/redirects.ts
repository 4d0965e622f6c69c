import { RunError } from '../../../base/errors.ts';
import { HttpClient } from '../../../base/http/client.ts';

interface ProbeOptions {
  allowedRanges: readonly string[];
  idleMs: number;
  signal: AbortSignal;
}

const service = '/info/refs?service=git-upload-pack';

/**
 * Where a URL that redirects leads, if that is the same repository under a better spelling: with `.git`, without a slash
 * at the end, in other case, by https instead of http. Throws RunError('NotFound') naming the new place of a
 * repository that has moved, because following it would index another project under this one's name.
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

/** The repository URL that the server redirects to. */
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
