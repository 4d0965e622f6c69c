import { pagesSubmission, wikiSubmission } from '../../../libraries/add/workspace.ts';
import type { Submission } from '../../../libraries/add/submission.ts';
import type { Call, Route } from '../../route.ts';
import { submit, type AddPorts } from './submit.ts';
import type { RepositoryHost } from '../../../libraries/add/git-token.ts';
import { repositorySubmission } from '../../../libraries/add/repository.ts';
import {
  llmstxtSubmission,
  openapiSubmission,
  websiteSubmission,
} from '../../../libraries/add/web.ts';

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

/** POST /api/v2/add/...: the operations by their ids. */
export function addRoutes(ports: AddPorts): Record<string, Route> {
  const adding = (read: (body: Call['body']) => Submission): Route => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { id } = library.spec;
      const message = existed
        ? `Library ${id} is there already and is read again, with the settings it has.`
        : `Library ${id} was added and is queued for indexing.`;
      return { json: { libraryName: id, message } };
    },
  });
  const routes = Object.values(readers).map(({ operation, read }) => [operation, adding(read)]);
  return {
    ...(Object.fromEntries(routes) as Record<string, Route>),
    addConfluence: adding(wikiSubmission),
    addNotion: adding(pagesSubmission),
  };
}
