import { createHmac, randomUUID } from 'node:crypto';
import type { WebhookHost } from '../../src/libraries/webhooks/host.ts';

/** A webhook request of a Git host. */
export interface PushDelivery {
  headers: Record<string, string>;
  body: string;
}

/** Values in a delivery. */
export interface DeliveryOptions {
  /** Clone URL of the repository. */
  cloneUrl: string;
  /** Full name of the branch or tag that changed. */
  ref?: string;
  secret?: string;
  /** Id of the pushed commit. */
  after?: string;
  defaultBranch?: string;
}

/**
 * Deliveries of each host, with the fields that name the repository and the branch. Sources:
 * docs.github.com "Webhook events and payloads", docs.gitlab.com "Webhook events", docs.gitea.com
 * "Webhooks", and Atlassian's "Event payloads" of Bitbucket Cloud and Data Center.
 */
export const pushDelivery: Record<
  WebhookHost | 'bitbucketDataCenter',
  (options: DeliveryOptions) => PushDelivery
> = {
  github: (options) => {
    const body = JSON.stringify(githubBody(options));
    return {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'GitHub-Hookshot/044aadd',
        'x-github-event': 'push',
        'x-github-delivery': randomUUID(),
        'x-hub-signature-256': `sha256=${hmac(options, body)}`,
      },
      body,
    };
  },
  gitea: (options) => {
    const body = JSON.stringify(githubBody(options));
    return {
      headers: {
        'content-type': 'application/json',
        'x-gitea-event': 'push',
        'x-gitea-delivery': randomUUID(),
        'x-gitea-signature': hmac(options, body),
      },
      body,
    };
  },
  gitlab: ({ cloneUrl, ref = 'refs/heads/main', secret = '', after, defaultBranch = 'main' }) => ({
    headers: {
      'content-type': 'application/json',
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-event-uuid': randomUUID(),
      'idempotency-key': randomUUID(),
      'x-gitlab-token': secret,
    },
    body: JSON.stringify({
      object_kind: 'push',
      event_name: 'push',
      ref,
      after,
      project: {
        path_with_namespace: pathOf(cloneUrl),
        default_branch: defaultBranch,
        git_http_url: cloneUrl,
        git_ssh_url: sshOf(cloneUrl),
        web_url: cloneUrl.replace(/\.git$/, ''),
      },
    }),
  }),
  bitbucket: (options) => {
    const { cloneUrl, ref = 'refs/heads/main', after } = options;
    const [, kind, name] = /^refs\/(heads|tags)\/(.*)$/.exec(ref) ?? [];
    const side = { type: kind === 'tags' ? 'tag' : 'branch', name, target: { hash: after } };
    const body = JSON.stringify({
      push: { changes: [{ new: side, old: null, created: true, closed: false, forced: false }] },
      repository: {
        type: 'repository',
        full_name: pathOf(cloneUrl),
        links: { html: { href: cloneUrl.replace(/\.git$/, '') } },
      },
    });
    return {
      headers: {
        'content-type': 'application/json',
        'x-event-key': 'repo:push',
        'x-request-uuid': randomUUID(),
        'x-hub-signature': `sha256=${hmac(options, body)}`,
      },
      body,
    };
  },
  bitbucketDataCenter: (options) => {
    const { cloneUrl, ref = 'refs/heads/main', after } = options;
    const [key = '', slug = ''] = pathOf(cloneUrl).split('/').slice(-2);
    const body = JSON.stringify({
      eventKey: 'repo:refs_changed',
      repository: { slug, project: { key: key.toUpperCase() } },
      changes: [{ ref: { id: ref, type: 'BRANCH' }, refId: ref, toHash: after, type: 'UPDATE' }],
    });
    return {
      headers: {
        'content-type': 'application/json',
        'x-event-key': 'repo:refs_changed',
        'x-request-id': randomUUID(),
        'x-hub-signature': `sha256=${hmac(options, body)}`,
      },
      body,
    };
  },
};

function githubBody(options: DeliveryOptions): object {
  const { cloneUrl, ref = 'refs/heads/main', after, defaultBranch = 'main' } = options;
  return {
    ref,
    before: '0'.repeat(40),
    after,
    repository: {
      full_name: pathOf(cloneUrl),
      clone_url: cloneUrl,
      ssh_url: sshOf(cloneUrl),
      html_url: cloneUrl.replace(/\.git$/, ''),
      default_branch: defaultBranch,
    },
    pusher: { name: 'ada' },
  };
}

function hmac({ secret = '' }: DeliveryOptions, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function pathOf(cloneUrl: string): string {
  return new URL(cloneUrl).pathname.slice(1).replace(/\.git$/, '');
}

function sshOf(cloneUrl: string): string {
  return `git@${new URL(cloneUrl).hostname}:${pathOf(cloneUrl)}.git`;
}
