import { pageIdIn } from '../../indexing/sources/pages/page-id.ts';
import { wikiAddress } from '../../indexing/sources/wiki/address.ts';
import {
  hasUserinfo,
  inField,
  invalid,
  submissionOf,
  type CommonBody,
  type Submission,
} from './submission.ts';

interface WikiBody extends CommonBody {
  siteUrl: string;
  spaceKey: string;
  cloudId?: string;
  spaceName?: string;
  /** Default, also if empty: the whole space. */
  pageIds?: string[];
}

interface PagesBody extends CommonBody {
  pageIds: string[];
  workspaceId?: string;
  workspaceName?: string;
}

/** Returns the Library of a wiki space, or of some of its pages. Throws LecternError('validation_error'). */
export function wikiSubmission(body: WikiBody): Submission {
  const { spaceKey, cloudId, spaceName, pageIds = [] } = body;
  if (hasUserinfo(body.siteUrl)) {
    throw invalid(
      'Field "siteUrl" must not carry credentials; set them in the wiki integration of the install.',
    );
  }
  const { siteUrl } = inField('siteUrl', () => wikiAddress(body.siteUrl));
  const wiki = {
    siteUrl,
    ...(cloudId && { cloudId }),
    spaceKey,
    ...(spaceName && { spaceName }),
    ...(pageIds.length > 0 && { pageIds }),
  };
  return submissionOf({ wiki }, body, { isPrivate: true });
}

/** Returns the Library of some pages of a workspace. Throws LecternError('validation_error'). */
export function pagesSubmission(body: PagesBody): Submission {
  const { workspaceId, workspaceName } = body;
  const pages = {
    ...(workspaceId && { workspaceId }),
    ...(workspaceName && { workspaceName }),
    pageIds: body.pageIds.map((id, at) => inField(`pageIds.${at}`, () => pageIdIn(id))),
  };
  return submissionOf({ pages }, body, { isPrivate: true });
}
