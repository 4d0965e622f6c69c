import { describe, expect, test } from 'vitest';
import type { RepositoryHost } from './git-token.ts';
import { repositorySubmission, type RepositoryBody } from './repository.ts';

const token = 'planted-token-0123456789';

function submit(url: string, host: RepositoryHost = 'github', body: RepositoryBody = {}) {
  return repositorySubmission({ field: 'docsRepoUrl', url, host }, body);
}

describe('a repository that is added', () => {
  test.each<[string, RepositoryHost, string, object]>([
    ['https://github.com/Expressjs/express', 'github', '/expressjs/express', {}],
    ['https://github.com/acme/web.git', 'git', '/acme/web', {}],
    ['acme/web', 'github', '/acme/web', {}],
    [
      'https://gitlab.com/group/sub/web/-/tree/main/docs',
      'gitlab',
      '/gitlab.com/group_sub_web',
      { branch: 'main', folders: ['docs'] },
    ],
    ['https://bitbucket.org/acme/web', 'bitbucket', '/acme/web', {}],
    ['https://git.example.org/team/web', 'gitlab', '/git.example.org/team_web', {}],
    ['git@github.com:acme/web.git', 'github', '/acme/web', {}],
    ['ssh://git@git.example.org/acme/web.git', 'git', '/git.example.org/acme_web', {}],
  ])('%s by /repo/%s has the id %s', (url, host, id, place) => {
    const { spec, isPrivate, force, credentials } = submit(url, host);
    expect(spec.id).toBe(id);
    expect(spec.source.git).toMatchObject(place);
    expect([isPrivate, force, credentials]).toEqual([false, false, undefined]);
  });

  test('takes the settings of the request', () => {
    const { spec, force } = submit('https://github.com/acme/web', 'github', {
      title: 'Web',
      description: 'A framework',
      branch: 'next',
      folders: ['docs'],
      excludeFolders: ['old'],
      excludeFiles: ['a.md'],
      locales: ['en', 'zh-CN'],
      generateDocs: true,
      force: true,
    });
    expect(spec).toEqual({
      id: '/acme/web',
      title: 'Web',
      description: 'A framework',
      source: {
        git: {
          url: 'https://github.com/acme/web',
          branch: 'next',
          folders: ['docs'],
          excludeFolders: ['old'],
          excludeFiles: ['a.md'],
          locales: ['en', 'zh-CN'],
          indexSourceCode: true,
        },
      },
    });
    expect(force).toBe(true);
  });

  test.each<[string, RepositoryHost, object]>([
    ['https://github.com/acme/web', 'github', { username: 'x-access-token', password: token }],
    ['https://gitlab.example.org/acme/web', 'gitlab', { username: 'oauth2', password: token }],
    ['https://bitbucket.org/acme/web', 'bitbucket', { username: 'x-token-auth', password: token }],
    ['https://codeberg.org/acme/web', 'git', { username: 'git', password: token }],
    ['https://gitlab.com/acme/web', 'git', { username: 'oauth2', password: token }],
    ['https://git.example.org/acme/web', 'git', { username: 'git', password: token }],
  ])('shows a token to %s (%s) as the host wants it, and never in the spec', (url, host, shown) => {
    const { spec, credentials, isPrivate } = submit(url, host, { gitToken: token });
    expect(credentials).toEqual(shown);
    expect(isPrivate).toBe(true);
    expect(JSON.stringify(spec)).not.toContain(token);
  });

  test('takes a token with a user of its own, and for a library that is to be public', () => {
    const body = { gitToken: `reader:${token}`, private: false };
    const { credentials, isPrivate } = submit('https://git.example.org/a/b', 'git', body);
    expect(credentials).toEqual({ username: 'reader', password: token });
    expect(isPrivate).toBe(false);
  });

  test.each<[string, RepositoryHost, RepositoryBody, RegExp]>([
    [
      'https://gitlab.com/a/b',
      'github',
      {},
      /docsRepoUrl" names a repository on gitlab.com; add it with \/api\/v2\/add\/repo\/gitlab/,
    ],
    ['a/b', 'gitlab', {}, /names a repository on github.com/],
    ['/srv/docs', 'git', {}, /Field "docsRepoUrl": .*is a local path/],
    ['file:///etc', 'git', {}, /is a local path/],
    ['~/docs', 'git', {}, /is a local path/],
    ['ext::sh -c id', 'git', {}, /not a Git URL that can be read/],
    ['--upload-pack=touch /tmp/x', 'git', {}, /Field "docsRepoUrl"/],
    ['ssh://-oProxyCommand=id/a/b', 'git', {}, /not a Git URL that can be read/],
    ['web', 'github', {}, /neither the URL of a Git repository nor owner\/repo/],
    [
      `https://me:${token}@github.com/a/b`,
      'github',
      {},
      /must not carry credentials; send them as gitToken/,
    ],
    [`https://${token}@github.com/a/b`, 'github', {}, /must not carry credentials/],
    ['git@github.com:a/b.git', 'github', { gitToken: token }, /"gitToken" works only with https/],
    ['https://github.com/a/b', 'github', { folders: [''] }, /Field "folders.0" must not be empty/],
  ])('%s by /repo/%s is refused with the field', (url, host, body, message) => {
    const refusal = refusalOf(() => submit(url, host, body));
    expect(refusal).toMatchObject({ code: 'validation_error', status: 400 });
    expect(String(refusal)).toMatch(message);
    expect(String(refusal)).not.toContain(token);
  });
});

function refusalOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
