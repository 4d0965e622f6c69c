import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { goModuleRepository, homepageRepository, repositoryAddress } from './repository-address.ts';

const github = 'https://github.com/owner/repo';

describe('the address of a repository', () => {
  test.each([
    ['git+https://github.com/owner/repo.git', github],
    ['git+ssh://git@github.com/owner/repo.git', github],
    ['ssh://git@github.com:22/owner/repo.git', github],
    ['ssh://git@github.com:owner/repo.git', github],
    ['git://github.com/owner/repo.git', github],
    ['git@github.com:owner/repo.git', github],
    ['https://git@github.com/owner/repo.git', github],
    ['http://www.github.com/owner/repo/', github],
    ['https://github.com/owner/repo#readme', github],
    ['github.com/owner/repo', github],
    ['github:owner/repo', github],
    ['owner/repo', github],
    ['gitlab:owner/repo', 'https://gitlab.com/owner/repo'],
    ['https://gitlab.com/group/sub/repo', 'https://gitlab.com/group/sub/repo'],
    ['bitbucket:owner/repo', 'https://bitbucket.org/owner/repo'],
    ['https://codeberg.org/owner/repo.git', 'https://codeberg.org/owner/repo'],
    ['scm:git:git://github.com/owner/repo.git', github],
    ['scm:git:git@github.com:owner/repo.git', github],
    ['scm:git:https://github.com/owner/repo', github],
    [
      'scm:git:https://gitbox.apache.org/repos/asf/commons-lang.git',
      'https://gitbox.apache.org/repos/asf/commons-lang.git',
    ],
    [
      'https://gitbox.apache.org/repos/asf?p=commons-io.git',
      'https://gitbox.apache.org/repos/asf/commons-io.git',
    ],
    ['https://git.example.com/team/repo.git', 'https://git.example.com/team/repo.git'],
  ])('of %s is %s', (text, url) => {
    expect(repositoryAddress(text)).toEqual({ url });
  });

  test.each([
    ['https://github.com/owner/repo/tree/main/packages/x', 'packages/x'],
    ['https://github.com/owner/repo/blob/main/packages/x/README.md', 'packages/x'],
    ['git+https://github.com/owner/repo.git#packages/x', 'packages/x'],
    ['git+https://github.com/owner/repo.git#subdirectory=python', 'python'],
  ])('keeps the folder of %s', (text, directory) => {
    expect(repositoryAddress(text)).toEqual({ url: github, directory });
  });

  test.each([
    '',
    'not an address',
    '--upload-pack=touch /tmp/x',
    'ext::sh -c touch% /tmp/x',
    'file:///etc/passwd',
    '/home/me/repo',
    './repo',
    'https://user:secret@github.com/owner/repo',
    'https://token@git.example.com/owner/repo',
    'https://github.com/owner',
    'https://github.com/sponsors/owner',
    'https://github.com/owner/repo/issues',
    'https://gitlab.com/owner/repo/-/issues',
    'https://git.example.com/owner/repo/issues',
    'scm:svn:https://svn.apache.org/repos/asf/x',
    'gist:11081aaa281',
  ])('does not come from %j', (text) => {
    expect(repositoryAddress(text)).toBeUndefined();
  });

  test('is none if the text is too long, whatever it contains', () => {
    const cpuSeconds = startCpuClock();

    expect(repositoryAddress(`[fetch=]${'[push=]'.repeat(10_000)}\nx`)).toBeUndefined();
    expect(cpuSeconds()).toBeLessThan(0.5);
  });

  test('leaves out a folder outside the repository', () => {
    expect(repositoryAddress(`${github}.git#../../etc`)).toEqual({ url: github });
  });

  test('is a homepage only on a known host', () => {
    expect(homepageRepository('https://github.com/owner/repo#readme')).toEqual({ url: github });
    expect(homepageRepository('https://www.example.com/docs/')).toBeUndefined();
    expect(homepageRepository('owner/repo')).toBeUndefined();
  });
});

describe('the repository of a Go module', () => {
  test.each([
    ['github.com/owner/repo', { url: github }],
    ['github.com/owner/repo/v2', { url: github }],
    ['github.com/owner/repo/sub/v2', { url: github, directory: 'sub' }],
    ['golang.org/x/net', { url: 'https://go.googlesource.com/net' }],
    ['golang.org/x/tools/gopls', { url: 'https://go.googlesource.com/tools', directory: 'gopls' }],
    ['gopkg.in/yaml.v3', { url: 'https://github.com/go-yaml/yaml' }],
    ['gopkg.in/owner/name.v2', { url: 'https://github.com/owner/name' }],
    ['k8s.io/client-go', undefined],
    ['gitlab.com/group/sub/repo', undefined],
  ])('of %s is in its path', (path, expected) => {
    expect(goModuleRepository(path)).toEqual(expected);
  });
});
