import type { Kind } from './kinds.ts';

const hosts: readonly (readonly [host: RegExp, kind: Kind])[] = [
  [/^(www\.)?github\.com$/, 'github'],
  [/^gitlab\./, 'gitlab'],
  [/^bitbucket\.org$/, 'bitbucket'],
  [/\.atlassian\.net$/, 'wiki'],
  [/(^|\.)notion\.(so|site)$/, 'pages'],
];

/** Returns the probable kind of a pasted address, which the person can correct; undefined if there is no hint. */
export function recognizeKind(text: string): Kind | undefined {
  const address = text.trim();
  if (address === '') return undefined;
  if (/^[\w.-]+@[\w.-]+:|^(ssh|git):\/\/|^git\+/.test(address)) return hostOf(address) ?? 'git';
  if (/^[\w-]+\/[\w.-]+$/.test(address)) return 'github';
  // The server says of a path of a machine who may add it.
  if (/^(?:[/\\~.]|file:|[a-z]:[/\\])/i.test(address)) return 'git';
  const url = URL.parse(/^[a-z]+:\/\//i.test(address) ? address : `https://${address}`);
  return url ? kindOf(url) : undefined;
}

function kindOf({ hostname, pathname }: URL): Kind {
  const file = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (/^llms([-_.][\w-]+)?\.txt$/i.test(file)) return 'llmstxt';
  const known = hosts.find(([pattern]) => pattern.test(hostname))?.[1];
  if (known) return known;
  if (pathname.endsWith('.git')) return 'git';
  const isDescription =
    /\.(json|ya?ml)$/i.test(file) || /\/(openapi|swagger|api-docs)\/?$/i.test(pathname);
  return isDescription ? 'openapi' : 'website';
}

/** Returns the host of the repository in an ssh address. */
function hostOf(address: string): Kind | undefined {
  const host = /@([\w.-]+)/.exec(address)?.[1] ?? '';
  return hosts.find(([pattern]) => pattern.test(host))?.[1];
}

/** Returns the key of the space in the address of a wiki. */
export function spaceKeyIn(address: string): string | undefined {
  return /\/(?:spaces|display)\/([^/?#]+)/.exec(address)?.[1];
}
