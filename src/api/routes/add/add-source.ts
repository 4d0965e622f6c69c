import { pagesSubmission, wikiSubmission } from '../../../libraries/add/workspace.ts';
import type { Submission } from '../../../libraries/add/submission.ts';
import type { OperationTypes } from '../../operations.gen.ts';
import type { AnyCall, OperationId, Route, Routes } from '../../route.ts';
import { submit, type AddPorts } from './submit.ts';
import type { RepositoryHost } from '../../../libraries/add/git-token.ts';
import { repositorySubmission } from '../../../libraries/add/repository.ts';
import {
  llmstxtSubmission,
  openapiSubmission,
  websiteSubmission,
} from '../../../libraries/add/web.ts';

type AddOperation =
  | 'addGithubRepository'
  | 'addGitlabRepository'
  | 'addBitbucketRepository'
  | 'addGitRepository'
  | 'addWebsite'
  | 'addLlmstxt'
  | 'addOpenapi'
  | 'addWiki'
  | 'addPages'
  | 'addConfluence'
  | 'addNotion';

type Body<Id extends OperationId> = OperationTypes[Id]['body'];

/** Reads the validated body of one operation that adds a source. */
interface Reader<Id extends AddOperation> {
  operation: Id;
  read: (body: Body<Id>) => Submission;
}

/** A reader of a body that was validated for the reader's operation. */
export interface AnyReader {
  operation: AddOperation;
  read: (body: AnyCall['body']) => Submission;
}

const repository =
  (host: RepositoryHost) =>
  (body: Body<'addGitRepository'>): Submission =>
    repositorySubmission({ field: 'docsRepoUrl', url: body.docsRepoUrl, host }, body);

const reader = <Id extends AddOperation>(
  operation: Id,
  read: (body: Body<Id>) => Submission,
): Reader<Id> => ({ operation, read });

/** The reader of each type of source that one request can add. */
export const readers = {
  github: reader('addGithubRepository', repository('github')),
  gitlab: reader('addGitlabRepository', repository('gitlab')),
  bitbucket: reader('addBitbucketRepository', repository('bitbucket')),
  git: reader('addGitRepository', repository('git')),
  website: reader('addWebsite', websiteSubmission),
  llmstxt: reader('addLlmstxt', llmstxtSubmission),
  openapi: reader('addOpenapi', openapiSubmission),
  wiki: reader('addWiki', wikiSubmission),
  pages: reader('addPages', pagesSubmission),
};

/** The handlers of POST /api/v2/add/..., by operation id. */
export function addRoutes(ports: AddPorts): Routes<AddOperation> {
  const adding = <Id extends AddOperation>({ read }: Reader<Id>): Route<Id> => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { id } = library.spec;
      const message = existed
        ? `Library ${id} already exists. Lectern reads it again with its current settings.`
        : `Library ${id} was added and is queued for indexing.`;
      return { json: { libraryName: id, message } };
    },
  });
  return {
    addGithubRepository: adding(readers.github),
    addGitlabRepository: adding(readers.gitlab),
    addBitbucketRepository: adding(readers.bitbucket),
    addGitRepository: adding(readers.git),
    addWebsite: adding(readers.website),
    addLlmstxt: adding(readers.llmstxt),
    addOpenapi: adding(readers.openapi),
    addWiki: adding(readers.wiki),
    addPages: adding(readers.pages),
    addConfluence: adding(reader('addConfluence', wikiSubmission)),
    addNotion: adding(reader('addNotion', pagesSubmission)),
  };
}
