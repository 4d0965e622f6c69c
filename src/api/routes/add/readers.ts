import type { RepositoryHost } from '../../../libraries/add/git-token.ts';
import { repositorySubmission } from '../../../libraries/add/repository.ts';
import type { Submission } from '../../../libraries/add/submission.ts';
import {
  llmstxtSubmission,
  openapiSubmission,
  websiteSubmission,
} from '../../../libraries/add/web.ts';
import { pagesSubmission, wikiSubmission } from '../../../libraries/add/workspace.ts';
import type { Call } from '../../route.ts';

/** How what is added is read from a request's body, which is as the document says of the operation. */
interface Reader {
  /** The operation that adds it. */
  operation: string;
  read: (body: Call['body']) => Submission;
}

const repository =
  (host: RepositoryHost): Reader['read'] =>
  (body) =>
    repositorySubmission({ field: 'docsRepoUrl', url: body.docsRepoUrl, host }, body);

/** A reader for each type of source that can be added by one request. */
export const readers: Readonly<Record<string, Reader>> = {
  github: { operation: 'addGithubRepository', read: repository('github') },
  gitlab: { operation: 'addGitlabRepository', read: repository('gitlab') },
  bitbucket: { operation: 'addBitbucketRepository', read: repository('bitbucket') },
  git: { operation: 'addGitRepository', read: repository('git') },
  website: { operation: 'addWebsite', read: websiteSubmission },
  llmstxt: { operation: 'addLlmstxt', read: llmstxtSubmission },
  openapi: { operation: 'addOpenapi', read: openapiSubmission },
  wiki: { operation: 'addWiki', read: wikiSubmission },
  pages: { operation: 'addPages', read: pagesSubmission },
};
