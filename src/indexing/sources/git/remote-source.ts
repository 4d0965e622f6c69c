import { RunError } from '../../../base/errors.ts';
import type { GitSource } from '../../../resources/library.ts';
import { gitAddress, hasNoRepository } from '../git-address.ts';
import { parseLocation, withoutCredentials } from './location.ts';

/**
 * A repository on another machine as people write it: a URL or `owner/repo`, which means GitHub; branch and folder of a
 * page on a known host come with it. Throws RunError('InvalidSource') for local paths and everything else.
 */
export function remoteGitSource(text: string): GitSource {
  const trimmed = text.trim();
  const address = gitAddress(trimmed);
  if (address?.local) {
    throw refused(
      text,
      "is a local path, which only the operator's own manifest file or command line may name",
    );
  }
  if (hasNoRepository(trimmed)) throw refused(text, 'names an owner or group and no repository');
  if (!address && !trimmed.includes(':')) {
    throw refused(text, 'is neither the URL of a Git repository nor owner/repo', folderHint);
  }
  const { url, branch, folder } = address ?? { url: trimmed };
  parseLocation(url, false);
  return { url, ...(branch && { branch }), ...(folder && { folders: [folder] }) };
}

const folderHint = ' (a folder of the operator begins with ./)';

function refused(text: string, what: string, hint = ''): RunError {
  const shown = JSON.stringify(withoutCredentials(text.slice(0, 200)));
  return new RunError(
    'InvalidSource',
    `${shown} ${what}; expected one such as https://github.com/owner/repo${hint}`,
  );
}
