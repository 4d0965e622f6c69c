import type { RepositoryHost } from '../../../adding/git-token.ts';
import { repositorySubmission } from '../../../adding/repository.ts';
import type { Submission } from '../../../adding/submission.ts';
import { llmstxtSubmission, openapiSubmission, websiteSubmission } from '../../../adding/web.ts';
import { pagesSubmission, wikiSubmission } from '../../../adding/workspace.ts';
import type { Call, Route } from '../../route.ts';
import { submit, type AddPorts } from './submit.ts';

/** POST /api/v2/add/...: the operations by their ids. */
export function addRoutes(ports: AddPorts): Record<string, Route> {
  const adding = (read: (body: Call['body']) => Submission): Route => ({
    async handle({ body, caller }) {
      const { library, existed } = await submit(ports, read(body), caller);
      const { id } = library.spec;
      const message = existed
        ? `Library ${id} is there already and is read again, with the settings it has.`
        : `Library ${id} was added and is queued for indexing.`;
      return { json: { libraryName: id, message } };
    },
  });
  const repository = (host: RepositoryHost): Route =>
    adding((body) =>
      repositorySubmission({ field: 'docsRepoUrl', url: body.docsRepoUrl, host }, body),
    );
  return {
    addGithubRepository: repository('github'),
    addGitlabRepository: repository('gitlab'),
    addBitbucketRepository: repository('bitbucket'),
    addGitRepository: repository('git'),
    addWebsite: adding(websiteSubmission),
    addLlmstxt: adding(llmstxtSubmission),
    addOpenapi: adding(openapiSubmission),
    addWiki: adding(wikiSubmission),
    addConfluence: adding(wikiSubmission),
    addPages: adding(pagesSubmission),
    addNotion: adding(pagesSubmission),
  };
}
