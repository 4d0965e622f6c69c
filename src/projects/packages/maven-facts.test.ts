import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { factsOf } from './declared.ts';
import { declaredByPom } from './maven-facts.ts';

const github = 'https://github.com/owner/repo';

/** Returns the facts of the first pom; each pom is the parent of the one before. */
async function factsOfPoms(...poms: string[]) {
  let at = 0;
  const project = (content: string): string => `<project>${content}</project>`;
  const declared = await declaredByPom(project(poms[0]!), async () => {
    at += 1;
    return poms[at] === undefined ? undefined : project(poms[at]!);
  });
  return factsOf(declared);
}

const parent =
  '<parent><groupId>org.acme</groupId><artifactId>all</artifactId><version>7</version></parent>';
const scm = (url: string, more = ''): string => `<scm><url>${url}</url>${more}</scm>`;

describe('the repository of a Maven package', () => {
  test('has the properties of the package and its parents', async () => {
    const { repository, tag } = await factsOfPoms(
      `${parent}<artifactId>tool</artifactId>${scm('${host}/${team}/repo', '<tag>v${revision}</tag>')}<properties><host>https://github.com</host></properties>`,
      `${parent}<properties><team>owner</team></properties>`,
      '<properties><team>other</team><revision>1.2.3</revision></properties>',
    );
    expect(repository).toEqual({ url: github });
    expect(tag).toBe('v1.2.3');
  });

  test('can name another address of the same pom', async () => {
    const connection = `<developerConnection>scm:git:${github}.git</developerConnection>`;
    const { repository } = await factsOfPoms(scm('${project.scm.developerConnection}', connection));
    expect(repository).toEqual({ url: github });
  });

  test('that a parent of several projects derives from the name of each is the own one', async () => {
    const { repository } = await factsOfPoms(
      `${parent}<artifactId>repo</artifactId><version>2</version>`,
      `<groupId>org.acme</groupId><artifactId>all</artifactId><version>7</version>${scm('https://github.com/owner/${project.artifactId}')}`,
    );
    expect(repository).toEqual({ url: github });
  });

  test('of a module is the one of the parent that is released with it', async () => {
    const { repository } = await factsOfPoms(
      `${parent}<artifactId>module</artifactId>`,
      `<groupId>org.acme</groupId><artifactId>repo</artifactId><version>7</version>${scm('https://github.com/owner/${project.artifactId}')}`,
    );
    expect(repository).toEqual({ url: github });
  });

  test.each([
    ['https://github.com/owner/repo/tool', github, 'tool'],
    ['https://github.com/owner/repo/modules/tool/', github, 'modules/tool'],
    ['https://github.com/owner/repo/tree/main/modules/tool', github, 'modules/tool'],
    ['scm:git:git@github.com:owner/repo.git/parent/tool', github, 'parent/tool'],
    ['scm:git:git://github.com/owner/repo.git/tool', github, 'tool'],
    ['https://gitlab.com/group/sub/repo.git/tool', 'https://gitlab.com/group/sub/repo', 'tool'],
    [
      'scm:git:https://gitbox.apache.org/repos/asf/repo.git/tool',
      'https://gitbox.apache.org/repos/asf/repo.git',
      'tool',
    ],
  ])('has no path of a module: %s', async (address, url, directory) => {
    const { repository } = await factsOfPoms(`<artifactId>tool</artifactId>${scm(address)}`);
    expect(repository).toEqual({ url, directory });
  });

  test.each([
    scm(`${github}/parents`),
    scm(`${github}/tree/main/parents`),
    `<url>${github}/tree/main/parents</url>`,
  ])('of a parent has no folder of the package: %s', async (origin) => {
    const { repository } = await factsOfPoms(
      `${parent}<artifactId>tool</artifactId>`,
      `<artifactId>parents</artifactId>${origin}`,
    );
    expect(repository).toEqual({ url: github });
  });

  test('of GitLab with nested groups is distinguished from a module by another address', async () => {
    const connection = '<connection>scm:git:https://gitlab.com/group/repo.git/tool</connection>';
    const { repository } = await factsOfPoms(
      `<artifactId>tool</artifactId>${scm('https://gitlab.com/group/repo/tool', connection)}`,
    );
    expect(repository).toEqual({ url: 'https://gitlab.com/group/repo', directory: 'tool' });
  });

  test('is the group and the repository of GitLab if no address has a module', async () => {
    const url = 'https://gitlab.com/group/sub/tool';
    const { repository } = await factsOfPoms(`<artifactId>tool</artifactId>${scm(url)}`);
    expect(repository).toEqual({ url });
  });

  test('is not a text that is too long for an address', async () => {
    const cpuSeconds = startCpuClock();

    const long = `https://example.org/${'/'.repeat(40_000)}x`;
    const { repository } = await factsOfPoms(
      `<scm><url>${long}</url><connection>scm:git:${github}.git</connection></scm>`,
    );

    expect(repository).toEqual({ url: github });
    expect(cpuSeconds()).toBeLessThan(1);
  });

  test('is not a page of its issues', async () => {
    const { problem } = await factsOfPoms(
      `<artifactId>tool</artifactId>${scm('https://github.com/owner/repo/issues')}`,
    );
    expect(problem).toBe('the package names no Git repository');
  });

  test('is unknown if parents do not end or a pom is no XML', async () => {
    const parents = Array.from({ length: 100 }, () => parent);
    expect((await factsOfPoms(...parents)).problem).toBe('the package names no Git repository');
    expect((await factsOfPoms('<a>')).problem).toBe('the package names no Git repository');
  });
});
