import { isObject } from '../../base/json.ts';
import { headerOf, type Headers, type WebhookHost } from './host.ts';

/** A push as its host tells of it. */
export interface Push {
  /** Where the repository can be cloned or looked at; some hosts give its path alone. */
  urls: string[];
  /** Path of the repository, where its address is not told (Bitbucket Data Center). */
  path?: string;
  /** Full names of what moved, such as refs/heads/main. */
  refs: string[];
  /** Undefined where the host does not say. */
  defaultBranch?: string;
}

/** The header that names a delivery, and the one that names its event, with the events that are pushes. */
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

/** Bitbucket Data Center and older versions of GitLab name the delivery otherwise. */
const otherIds: Partial<Record<WebhookHost, string>> = {
  gitlab: 'x-gitlab-event-uuid',
  bitbucket: 'x-request-id',
};

/** The host's id of a delivery; '' where it gives none. */
export function deliveryId(host: WebhookHost, headers: Headers): string {
  return headerOf(headers, headerNames[host].id) || headerOf(headers, otherIds[host] ?? '');
}

/** The event of a delivery, and whether it is a push. */
export function eventOf(host: WebhookHost, headers: Headers): { name: string; isPush: boolean } {
  const { event, pushes } = headerNames[host];
  const name = headerOf(headers, event);
  return { name, isPush: (pushes as readonly string[]).includes(name) };
}

/** A JSON value of which nothing is known. */
type Json = unknown;

/** Reads the body of a push; undefined when it is none that the host would send. */
export function pushOf(host: WebhookHost, body: Json): Push | undefined {
  const push = readers[host](body);
  const isWhole = (push.urls.length > 0 || push.path !== undefined) && push.refs.length > 0;
  return isWhole ? push : undefined;
}

const readers: Record<WebhookHost, (body: Json) => Push> = {
  github: likeGithub,
  // Gitea's body has the same fields: it stands in for GitHub's.
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

/** A change has `new` (absent when the branch is gone) and `old`, each with type and name. */
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

/** The repository is told by its project's key and its slug. */
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

/** What stands at a path of keys; undefined where there is nothing. */
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
