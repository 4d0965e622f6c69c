import { describe, expect, test } from 'vitest';
import { pushDelivery } from '../../../test/doubles/push-deliveries.ts';
import { matchPush } from './push-match.ts';
import { webhookHosts, type WebhookHost } from './host.ts';
import { deliveryId, eventOf, pushOf, type Push } from './push.ts';

const cloneUrl = 'https://git.example/Team/manifest.git';
const repository = 'https://git.example/team/manifest';

function read(host: WebhookHost, options: { ref?: string; defaultBranch?: string } = {}): Push {
  const { body } = pushDelivery[host]({ cloneUrl, ...options });
  return pushOf(host, JSON.parse(body))!;
}

describe.each(webhookHosts)('a push of %s', (host) => {
  test('is recognized by its headers', () => {
    const { headers } = pushDelivery[host]({ cloneUrl });

    expect(eventOf(host, headers).isPush).toBe(true);
    expect(deliveryId(host, headers)).toMatch(/^[\da-f-]{36}$/);
    expect(eventOf(host, { ...headers, [eventHeader[host]]: 'issues' }).isPush).toBe(false);
    expect(eventOf(host, {})).toEqual({ name: '', isPush: false });
  });

  test.each([
    repository,
    `${repository}.git`,
    'https://ada:secret@git.example/team/manifest',
    'git+https://git.example/team/manifest',
    'git@git.example:team/manifest.git',
    'ssh://git@git.example:2222/team/manifest',
  ])('concerns a manifest that is read from %s', (url) => {
    expect(matchPush({ repository: url, branch: 'main' }, read(host))).toBe('manifest');
  });

  test.each([
    'https://other.example/team/manifest',
    'https://git.example/team/manifest2',
    'https://git.example:8443/team/manifest',
    'https://git.example/other/manifest',
  ])('concerns no manifest that is read from %s', (url) => {
    expect(matchPush({ repository: url, branch: 'main' }, read(host))).toBe('other repository');
  });

  test('concerns a manifest of its branch or tag alone', () => {
    const manifest = { repository, branch: 'release/v2' };

    expect(matchPush(manifest, read(host))).toBe('other branch');
    expect(matchPush(manifest, read(host, { ref: 'refs/heads/release/v2' }))).toBe('manifest');
    expect(matchPush(manifest, read(host, { ref: 'refs/tags/release/v2' }))).toBe('manifest');
    expect(matchPush(manifest, read(host, { ref: 'refs/heads/v2' }))).toBe('other branch');
  });

  test.each([[null], ['text'], [[]], [{}], [{ ref: 1, repository: [], push: { changes: 'x' } }]])(
    'is not read from %j',
    (body) => {
      expect(pushOf(host, body)).toBeUndefined();
    },
  );
});

const eventHeader = {
  github: 'x-github-event',
  gitlab: 'x-gitlab-event',
  gitea: 'x-gitea-event',
  bitbucket: 'x-event-key',
};

describe('matchPush', () => {
  test("takes the repository's default branch for that of a manifest that names none", () => {
    const trunk = read('github', { ref: 'refs/heads/trunk', defaultBranch: 'trunk' });

    expect(matchPush({ repository }, trunk)).toBe('manifest');
    expect(matchPush({ repository }, { ...trunk, refs: ['refs/heads/main'] })).toBe('other branch');
    expect(matchPush({ repository }, read('bitbucket', { ref: 'refs/heads/any' }))).toBe(
      'manifest',
    );
  });

  test('knows a repository of Bitbucket Data Center by project and slug', () => {
    const { body, headers } = pushDelivery.bitbucketDataCenter({ cloneUrl });
    const push = pushOf('bitbucket', JSON.parse(body))!;

    expect(eventOf('bitbucket', headers).isPush).toBe(true);
    expect(matchPush({ repository: 'https://bb.example/scm/team/manifest.git' }, push)).toBe(
      'manifest',
    );
    expect(matchPush({ repository: 'ssh://git@bb.example:7999/team/manifest.git' }, push)).toBe(
      'manifest',
    );
    expect(matchPush({ repository: 'https://bb.example/scm/team/other.git' }, push)).toBe(
      'other repository',
    );
  });

  test('finds nothing in a manifest that is in no repository', () => {
    expect(matchPush({}, read('github'))).toBe('other repository');
  });
});
