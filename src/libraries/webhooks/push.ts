import { fieldAt } from '../../base/json-fields.ts';
import { headerOf, type Headers, type WebhookHost } from './host.ts';

/** A push from the body of a delivery. */
export interface Push {
  /** Clone URLs and page of the repository. Empty for hosts that send only its path. */
  urls: string[];
  /** Path of the repository, for hosts that send no URL (Bitbucket Data Center). */
  path?: string;
  /** Full names of the changed refs, such as refs/heads/main. */
  refs: string[];
  /** Absent if the host does not send it. */
  defaultBranch?: string;
}

/** The headers with the id and the event of a delivery, and the events that are pushes. */
const headerNames = {
  github: { id: 'x-github-delivery', event: 'x-github-event', pushes: ['push'] },
  gitea: { id: 'x-gitea-delivery', event: 'x-gitea-event', pushes: ['push'] },
  gitlab: {
    id: 'idempotency-key',
    event: 'x-gitlab-event',
    pushes: ['Push Hook', 'Tag Push Hook'],
  },
  bitbucket: {
    id: 'x-request-uuid',
    event: 'x-event-key',
    pushes: ['repo:push', 'repo:refs_changed'],
  },
} as const satisfies Record<WebhookHost, object>;

/** Headers with the id from Bitbucket Data Center and older versions of GitLab. */
const otherIds: Partial<Record<WebhookHost, string>> = {
  gitlab: 'x-gitlab-event-uuid',
  bitbucket: 'x-request-id',
};

/** Returns the host's id of a delivery; '' if there is none. */
export function deliveryId(host: WebhookHost, headers: Headers): string {
  return headerOf(headers, headerNames[host].id) || headerOf(headers, otherIds[host] ?? '');
}

/** Returns the event of a delivery, and whether it is a push. */
export function eventOf(host: WebhookHost, headers: Headers): { name: string; isPush: boolean } {
  const { event, pushes } = headerNames[host];
  const name = headerOf(headers, event);
  return { name, isPush: (pushes as readonly string[]).includes(name) };
}

/** Reads the body of a push. Returns undefined if it has not the host's format. */
export function pushOf(host: WebhookHost, body: unknown): Push | undefined {
  const push = readers[host](body);
  const isWhole = (push.urls.length > 0 || push.path !== undefined) && push.refs.length > 0;
  return isWhole ? push : undefined;
}

const readers: Record<WebhookHost, (body: unknown) => Push> = {
  github: likeGithub,
  // Gitea's body has the same fields as GitHub's.
  gitea: likeGithub,
  gitlab: (body) => ({
    urls: texts(
      ['git_http_url', 'git_ssh_url', 'web_url'].map((name) => fieldAt(body, 'project', name)),
    ),
    refs: texts([fieldAt(body, 'ref')]),
    ...branchNamed(fieldAt(body, 'project', 'default_branch')),
  }),
  bitbucket: (body) => {
    const isCloud = fieldAt(body, 'push') !== undefined;
    return isCloud ? fromBitbucketCloud(body) : fromBitbucketDataCenter(body);
  },
};

function likeGithub(body: unknown): Push {
  const names = ['clone_url', 'ssh_url', 'html_url'];
  return {
    urls: texts(names.map((name) => fieldAt(body, 'repository', name))),
    refs: texts([fieldAt(body, 'ref')]),
    ...branchNamed(fieldAt(body, 'repository', 'default_branch')),
  };
}

/** A change has `new` (absent if the branch was deleted) and `old`, each with a type and a name. */
function fromBitbucketCloud(body: unknown): Push {
  const refs = list(fieldAt(body, 'push', 'changes')).flatMap((change) =>
    ['new', 'old'].map((side) => {
      const kind = fieldAt(change, side, 'type') === 'tag' ? 'tags' : 'heads';
      const [name] = texts([fieldAt(change, side, 'name')]);
      return name && `refs/${kind}/${name}`;
    }),
  );
  return {
    urls: texts([fieldAt(body, 'repository', 'links', 'html', 'href')]),
    refs: [...new Set(texts(refs))],
  };
}

/** The body names the repository by its project's key and its slug. */
function fromBitbucketDataCenter(body: unknown): Push {
  const project = fieldAt(body, 'repository', 'project', 'key');
  const slug = fieldAt(body, 'repository', 'slug');
  const isNamed = typeof project === 'string' && typeof slug === 'string';
  return {
    urls: [],
    ...(isNamed && { path: `${project}/${slug}` }),
    refs: texts(list(fieldAt(body, 'changes')).map((change) => fieldAt(change, 'ref', 'id'))),
  };
}

function branchNamed(name: unknown): { defaultBranch?: string } {
  return typeof name === 'string' && name !== '' ? { defaultBranch: name } : {};
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function texts(values: unknown[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}
