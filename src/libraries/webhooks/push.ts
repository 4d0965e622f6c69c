import { isObject } from '../../base/json.ts';
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

/** A JSON value of unknown shape. */
type Json = unknown;

/** Reads the body of a push. Returns undefined if it has not the host's format. */
export function pushOf(host: WebhookHost, body: Json): Push | undefined {
  const push = readers[host](body);
  const isWhole = (push.urls.length > 0 || push.path !== undefined) && push.refs.length > 0;
  return isWhole ? push : undefined;
}

const readers: Record<WebhookHost, (body: Json) => Push> = {
  github: likeGithub,
  // Gitea's body has the same fields as GitHub's.
  gitea: likeGithub,
  gitlab: (body) => ({
    urls: texts(
      ['git_http_url', 'git_ssh_url', 'web_url'].map((name) => at(body, 'project', name)),
    ),
    refs: texts([at(body, 'ref')]),
    ...branchNamed(at(body, 'project', 'default_branch')),
  }),
  bitbucket: (body) => {
    const isCloud = at(body, 'push') !== undefined;
    return isCloud ? fromBitbucketCloud(body) : fromBitbucketDataCenter(body);
  },
};

function likeGithub(body: Json): Push {
  const names = ['clone_url', 'ssh_url', 'html_url'];
  return {
    urls: texts(names.map((name) => at(body, 'repository', name))),
    refs: texts([at(body, 'ref')]),
    ...branchNamed(at(body, 'repository', 'default_branch')),
  };
}

/** A change has `new` (absent if the branch was deleted) and `old`, each with a type and a name. */
function fromBitbucketCloud(body: Json): Push {
  const refs = list(at(body, 'push', 'changes')).flatMap((change) =>
    ['new', 'old'].map((side) => {
      const kind = at(change, side, 'type') === 'tag' ? 'tags' : 'heads';
      const [name] = texts([at(change, side, 'name')]);
      return name && `refs/${kind}/${name}`;
    }),
  );
  return {
    urls: texts([at(body, 'repository', 'links', 'html', 'href')]),
    refs: [...new Set(texts(refs))],
  };
}

/** The body names the repository by its project's key and its slug. */
function fromBitbucketDataCenter(body: Json): Push {
  const project = at(body, 'repository', 'project', 'key');
  const slug = at(body, 'repository', 'slug');
  const isNamed = typeof project === 'string' && typeof slug === 'string';
  return {
    urls: [],
    ...(isNamed && { path: `${project}/${slug}` }),
    refs: texts(list(at(body, 'changes')).map((change) => at(change, 'ref', 'id'))),
  };
}

function branchNamed(name: Json): { defaultBranch?: string } {
  return typeof name === 'string' && name !== '' ? { defaultBranch: name } : {};
}

/** Returns the value at a path of keys; undefined if there is none. */
function at(value: Json, ...keys: string[]): Json {
  return keys.reduce<Json>(
    (held, key) => (isObject(held) && Object.hasOwn(held, key) ? held[key] : undefined),
    value,
  );
}

function list(value: Json): Json[] {
  return Array.isArray(value) ? value : [];
}

function texts(values: Json[]): string[] {
  return values.filter((value): value is string => typeof value === 'string' && value !== '');
}
