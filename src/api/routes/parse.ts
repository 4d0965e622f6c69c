import { repositorySubmission, type RepositoryBody } from '../../libraries/add/repository.ts';
import { invalid, type CommonBody, type Submission } from '../../libraries/add/submission.ts';
import { openapiSubmission, websiteSubmission, type WebsiteBody } from '../../libraries/add/web.ts';
import type { Call, Route } from '../route.ts';
import { submit, type AddPorts } from './add/submit.ts';

/** What the on-premise endpoints call the title. */
interface Titled {
  projectTitle?: string;
}

/** POST /api/parse, /api/parse-website and /api/parse-openapi: adding, as on-premise installs ask for it. */
export function parseRoutes(ports: AddPorts): Record<string, Route> {
  const parsing = (read: (body: Call['body']) => Submission): Route => ({
    async handle(call) {
      const { library, existed } = await submit(ports, read(call.body), call);
      const { metadata, spec } = library;
      const message = existed
        ? `Parse queued: ${spec.id} is there already and is read again, with the settings it has.`
        : 'Parse queued';
      const queueId = Number(metadata.resourceVersion);
      return { status: 202, json: { message, project: spec.id, queueId, position: null } };
    },
  });
  return {
    parse: parsing(({ repoUrl, url, ...body }: RepositoryBody & RepositoryUrl) => {
      const text = repoUrl ?? url;
      if (text === undefined) throw invalid('Field "repoUrl" is required.');
      const field = repoUrl === undefined ? 'url' : 'repoUrl';
      return repositorySubmission({ field, url: text, host: 'git' }, body);
    }),
    parseWebsite: parsing(({ projectTitle, ...body }: WebsiteBody & Titled) =>
      websiteSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
    parseOpenapi: parsing(
      ({ projectTitle, ...body }: CommonBody & { openApiUrl: string } & Titled) =>
        openapiSubmission({ ...body, ...(projectTitle && { title: projectTitle }) }),
    ),
  };
}

interface RepositoryUrl {
  repoUrl?: string;
  url?: string;
}
