import type { GitSource } from '../../resources/library.ts';
import { parseLocation } from '../../indexing/sources/git/location.ts';
import { remoteGitSource } from '../../indexing/sources/git-address.ts';
import { knownKind, tokenCredentials, type RepositoryHost } from './git-token.ts';
import {
  hasUserinfo,
  inField,
  invalid,
  submissionOf,
  type CommonBody,
  type Submission,
} from './submission.ts';

/** Fields of a request to add a repository. The field of the URL has another name in each endpoint. */
export interface RepositoryBody extends CommonBody {
  branch?: string;
  /** Further tags and branches to index. */
  versions?: string[];
  folders?: string[];
  excludeFolders?: string[];
  excludeFiles?: string[];
  locales?: string[];
  gitToken?: string;
  /** Only the teamspace can read the library. Default: true if there is a token. */
  private?: boolean;
  /** Also indexes the source code. */
  generateDocs?: boolean;
}

/** The URL, the name of its field, and the kind of host that the endpoint is for. */
export interface RepositoryPlace {
  field: string;
  url: string;
  host: RepositoryHost;
}

const endpoints: Readonly<Record<string, string>> = {
  github: 'github',
  gitlab: 'gitlab',
  bitbucket: 'bitbucket',
  gitea: 'git',
};

/** Returns the Library of a Git repository. Throws LecternError('validation_error'), which names the field and no credential. */
export function repositorySubmission(place: RepositoryPlace, body: RepositoryBody): Submission {
  const source = sourceOf(place, body);
  const { gitToken } = body;
  if (gitToken === undefined) {
    return submissionOf({ git: source }, body, { isPrivate: body.private ?? false });
  }
  refuseTokenFor(source.url, place.field);
  return submissionOf({ git: source }, body, {
    credentials: tokenCredentials(gitToken, { url: source.url, host: place.host }),
    isPrivate: body.private ?? true,
  });
}

function sourceOf({ field, url: text, host }: RepositoryPlace, body: RepositoryBody): GitSource {
  // Check this first, because other messages contain the URL.
  if (hasUserinfo(text)) {
    throw invalid(`Field "${field}" must not carry credentials; send them as gitToken.`);
  }
  const place = inField(field, () => remoteGitSource(text.trim()));
  const kind = knownKind(place.url);
  if (kind !== undefined && host !== 'git' && kind !== host) {
    throw invalid(
      `Field "${field}" names a repository on ${new URL(place.url).host}; add it with /api/v2/add/repo/${endpoints[kind]}.`,
    );
  }
  const { branch, folders, excludeFolders, excludeFiles, locales, generateDocs } = body;
  return {
    ...place,
    ...(branch && { branch }),
    ...(folders && { folders }),
    ...(excludeFolders && { excludeFolders }),
    ...(excludeFiles && { excludeFiles }),
    ...(locales && { locales }),
    ...(generateDocs !== undefined && { indexSourceCode: generateDocs }),
  };
}

/** Throws LecternError('validation_error') if the URL is not HTTP, because ssh uses keys instead of tokens. */
export function refuseTokenFor(url: string, field: string): void {
  if (parseLocation(url, true).kind === 'http') return;
  throw invalid(
    `Field "gitToken" works only with https; set ${field} to the https URL of the repository.`,
  );
}
