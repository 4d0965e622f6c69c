import { remoteGitSource } from '../../indexing/sources/git-address.ts';
import type { Dependency } from '../dependency.ts';

/** A repository that can be cloned by its `url`. `commit` has 40 or 64 hexadecimal digits; absent if the file names none. */
export type GitPart = NonNullable<Dependency['git']>;

const commitForm = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Returns the repository and commit of a dependency; undefined if no repository can be cloned from the address. */
export function gitPart(address: string, commit = ''): GitPart | undefined {
  const url = cloneUrl(address);
  if (url === undefined) return undefined;
  const known = commit.toLowerCase();
  return commitForm.test(known) ? { url, commit: known } : { url };
}

/** As `gitPart`, for an address with the commit after `#`, as in `git+https://host/path#commit`. */
export function gitPartOf(text: string): GitPart | undefined {
  const [address = '', fragment = ''] = text.split('#', 2);
  return gitPart(address, /(?:^|commit=)([0-9a-f]{40,64})(?:$|&)/i.exec(fragment)?.[1]);
}

function cloneUrl(address: string): string | undefined {
  const plain = address
    .replace(/^git\+(?=https?:|ssh:)/i, '')
    // Lock files name public repositories by SSH, which would need a key.
    .replace(/^(?:ssh:\/\/)?git@(github\.com|gitlab\.com|bitbucket\.org)[:/]/i, 'https://$1/')
    .replace(/^git:\/\/(?=github\.com\/)/i, 'https://')
    .replace(/^(https?:\/\/)[^/@]*@/i, '$1');
  if (!/^(?:https?|ssh):\/\/|^[\w.-]+@/i.test(plain)) return undefined;
  if (/%|--upload-pack|[\s'"`$;&|<>\\]/.test(plain)) return undefined;
  try {
    return remoteGitSource(plain).url;
  } catch {
    return undefined;
  }
}
