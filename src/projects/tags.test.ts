import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { findTag, type TaggedPackage } from './tags.ts';

const tagsOf = (...names: string[]) => names.map((name) => ({ name, commit: `commit of ${name}` }));

describe('the tag of a version', () => {
  test.each<[name: string, version: string, tag: string]>([
    ['express', '4.18.2', '4.18.2'],
    ['react', '18.2.0', 'v18.2.0'],
    ['@tanstack/query', '5.1.0', '@tanstack/query@5.1.0'],
    ['@vitejs/plugin-react', '4.2.0', 'plugin-react@4.2.0'],
    ['@changesets/cli', '2.1.0', 'cli-v2.1.0'],
    ['serde_json', '1.0.108', 'serde_json-1.0.108'],
    ['tracing-core', '0.1.32', 'tracing-core-0.1.32'],
    ['clap_derive', '4.4.0', 'clap_derive-v4.4.0'],
    ['tool', '1.2.3', 'tool/v1.2.3'],
    ['tool', '1.2.3', 'tool_v1.2.3'],
    ['tool', '1.2.3', 'release-1.2.3'],
    ['tool', '1.2.3', 'release/1.2.3'],
    ['tool', '1.2.3', 'releases/v1.2.3'],
    ['tool', '1.2.3', 'version-1.2.3'],
    ['SQLAlchemy', '2.0.23', 'rel_2_0_23'],
    ['org.postgresql:postgresql', '42.7.1', 'REL42.7.1'],
    ['org.apache.commons:commons-lang3', '3.12.0', 'rel/commons-lang-3.12.0'],
    ['com.fasterxml.jackson.core:jackson-databind', '2.16.0', 'jackson-databind-2.16.0'],
    ['org.springframework:spring-core', '5.0.0.RELEASE', 'v5.0.0.RELEASE'],
    ['org.hibernate.orm:hibernate-core', '6.4.0.Final', '6.4.0'],
    ['com.google.guava:guava', '33.0.0-jre', 'v33.0.0'],
    ['junit:junit', '4.13.2', 'r4.13.2'],
    ['Django', '5.0', '5.0'],
    ['tool', '1.2.0', 'v1.2'],
    ['tool', '1.0rc1', 'v1.0.0-rc.1'],
    ['tool', '2.0.0-beta.3', '2.0.0b3'],
    ['tool', '1!2.0', 'v2.0'],
    ['tool', '1.2.3.post1', 'v1.2.3.post1'],
    ['github.com/docker/docker', 'v24.0.7+incompatible', 'v24.0.7'],
  ])('of %s %s is %s', (name, version, tag) => {
    const others = tagsOf('v0.0.1', '99.0.0', 'nightly', '2024-01-02', 'v1.2.3-rc.1');

    expect(findTag({ name, version }, [...others, ...tagsOf(tag)])).toEqual({ tag });
  });

  test('of a package comes before a plain tag', () => {
    const tags = tagsOf('v1.2.3', 'other@1.2.3', 'tool@1.2.3');

    expect(findTag({ name: '@scope/tool', version: '1.2.3' }, tags)).toEqual({ tag: 'tool@1.2.3' });
  });

  test.each<[string, TaggedPackage, string[]]>([
    ['has the name of another package', { name: 'tool', version: '1.2.3' }, ['other@1.2.3']],
    ['is a pre-release', { name: 'tool', version: '1.2.3' }, ['v1.2.3-rc.1', 'v1.2.3-beta']],
    [
      'is plain beside the tags of other packages',
      { name: '@scope/tool', version: '1.2.3', directory: 'packages/tool', repository: 'main' },
      ['v1.2.3', 'other@1.0.0'],
    ],
    [
      'belongs to the root module of Go',
      { name: 'github.com/o/r/sub', version: 'v1.2.3', directory: 'sub' },
      ['v1.2.3'],
    ],
  ])('is none if the only tag %s', (_, wanted, tags) => {
    expect(findTag(wanted, tagsOf(...tags))).not.toHaveProperty('tag');
  });

  test('is plain after other packages if the repository has the name of the package', () => {
    const wanted = {
      name: 'vite',
      version: '5.0.0',
      directory: 'packages/vite',
      repository: 'vite',
    };

    expect(findTag(wanted, tagsOf('create-vite@5.0.0', 'v5.0.0'))).toEqual({ tag: 'v5.0.0' });
  });

  test('is plain for versions before the first tag with the name of the package', () => {
    const tags = tagsOf('v4.0.0', 'v5.0.0', 'tool@5.0.0', 'tool@5.1.0');

    expect(findTag({ name: 'tool', version: '4.0.0' }, tags)).toEqual({ tag: 'v4.0.0' });
    expect(findTag({ name: 'tool', version: '5.0.0' }, tags)).toEqual({ tag: 'tool@5.0.0' });
  });

  test('of a Go module in a folder begins with the folder', () => {
    const wanted = { name: 'github.com/o/r/sub/v2', version: 'v2.1.0', directory: 'sub' };

    expect(findTag(wanted, tagsOf('v2.1.0', 'sub/v2.1.0'))).toEqual({ tag: 'sub/v2.1.0' });
  });

  test('is the tag of the reported commit if no name matches', () => {
    const wanted = { name: 'tool', version: '1.2.3', commit: 'commit of Spring' };

    expect(findTag(wanted, tagsOf('v1.2.2', 'Spring'))).toEqual({ tag: 'Spring' });
  });

  test('is the tag that the package names, if it has the version and is one of the repository', () => {
    const tags = tagsOf('gson-parent-2.10.1', 'gson-parent-2.10.0', 'HEAD');
    const named = (tag: string) =>
      findTag({ name: 'com.google:gson', version: '2.10.1', tag }, tags);

    expect(named('gson-parent-2.10.1')).toEqual({ tag: 'gson-parent-2.10.1' });
    expect(named('HEAD')).not.toHaveProperty('tag');
    expect(named('gson-parent-2.10.0')).not.toHaveProperty('tag');
    expect(named('gson-2.10.1-gone')).not.toHaveProperty('tag');
  });

  test('of a pseudo-version is its commit', () => {
    const wanted = { name: 'golang.org/x/exp', version: 'v0.0.0-20240102030405-abcdef123456' };

    expect(findTag(wanted, tagsOf('v0.1.0'))).toEqual({ commit: 'abcdef123456' });
  });
});

test('a tag with many digits and a wrong end does not hold up the search', () => {
  const wanted = { name: 'tool', version: '1.2.3' };
  const cpuSeconds = startCpuClock();

  expect(findTag(wanted, tagsOf(`v1-${'1'.repeat(26)}!`, 'v1.2.3'))).toEqual({ tag: 'v1.2.3' });
  expect(cpuSeconds()).toBeLessThan(1);
});

describe('the nearest tag', () => {
  test('is the highest release of the same major below the version', () => {
    const tags = tagsOf('v1.9.0', 'v2.0.0', 'v2.1.0', 'v2.1.5-rc.1', 'v2.2.0', 'v3.0.0');

    expect(findTag({ name: 'tool', version: '2.1.7' }, tags)).toEqual({ nearest: 'v2.1.0' });
  });

  test('is the next release above without one below', () => {
    const tags = tagsOf('v1.0.0', 'v2.2.0', 'v3.0.0');

    expect(findTag({ name: 'tool', version: '2.1.0' }, tags)).toEqual({ nearest: 'v2.2.0' });
  });

  test('is never the tag of another package', () => {
    expect(findTag({ name: 'tool', version: '2.1.0' }, tagsOf('other@2.0.0', 'x-2.0.0'))).toEqual(
      {},
    );
  });
});
