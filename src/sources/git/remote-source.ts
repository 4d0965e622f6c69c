import { RunError } from '../../errors.ts';
import type { GitSource } from '../../resources/library.ts';
import { gitAddress } from '../git-address.ts';
import { recognise } from '../recognise.ts';
import { parseLocation } from './location.ts';

/**
 * A repository on another machine, from its URL or `owner/repo`, which means GitHub; branch and folder of a page on a
 * known host come with it. Throws RunError('InvalidSource') for local paths and everything else.
 */
export function remoteGitSource(text: string): GitSource {
  if (!gitAddress(text) && !text.includes(':')) {
    throw new RunError(
      'InvalidSource',
      `${JSON.stringify(text.slice(0, 200))} is neither a Git URL nor owner/repo; expected one such as https://github.com/owner/repo`,
    );
  }
  const { url, ...rest } = recognise(text, 'git').source.git ?? { url: text };
  parseLocation(url, false);
  return { url, ...rest };
}
