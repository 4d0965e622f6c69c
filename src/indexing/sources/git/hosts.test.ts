import { describe, expect, test } from 'vitest';
import { fileTemplate, linkTemplate, pageOf, publishedTemplate } from './hosts.ts';

const commit = '0123456789012345678901234567890123456789';
const short = '012345678901';

describe('links to a commit', () => {
  test.each([
    ['https://github.com/o/r.git', `https://github.com/o/r/blob/${short}/{path}`],
    ['git@github.com:o/r.git', `https://github.com/o/r/blob/${short}/{path}`],
    ['ssh://git@github.com:22/o/r', `https://github.com/o/r/blob/${short}/{path}`],
    ['https://gitlab.com/g/s/r', `https://gitlab.com/g/s/r/-/blob/${short}/{path}`],
    ['https://gitlab.example.org/g/r.git', `https://gitlab.example.org/g/r/-/blob/${short}/{path}`],
    ['https://bitbucket.org/o/r', `https://bitbucket.org/o/r/src/${short}/{path}`],
    ['https://codeberg.org/o/r', `https://codeberg.org/o/r/src/commit/${short}/{path}`],
    ['https://gitea.example.org/o/r', `https://gitea.example.org/o/r/src/commit/${short}/{path}`],
    ['https://github.example.org/o/r.git', `https://github.example.org/o/r/blob/${short}/{path}`],
    ['https://git.example.org:8443/o/r/', 'https://git.example.org:8443/o/r#{path}'],
    ['https://me:secret@git.example.org/o/r.git', 'https://git.example.org/o/r.git#{path}'],
    ['git@git.example.org:o/r.git', 'ssh://git.example.org/o/r.git#{path}'],
    ['ssh://git@git.example.org:2222/o/r', 'ssh://git.example.org:2222/o/r#{path}'],
  ])('of %s are %s', (url, template) => {
    const page = pageOf(url);
    expect(page && linkTemplate(page, commit)).toBe(template);
  });

  test('never carry credentials', () => {
    expect(pageOf('https://me:secret@github.com/o/r')?.url).toBe('https://github.com/o/r');
    expect(publishedTemplate('https://me:secret@github.com/o/r.git', commit)).not.toContain(
      'secret',
    );
  });
});

describe('links of a local repository', () => {
  test('lead to its origin when that is a known host', () => {
    expect(publishedTemplate('git@github.com:o/r.git', commit)).toBe(
      `https://github.com/o/r/blob/${short}/{path}`,
    );
  });

  test.each([
    'https://git.example.org/o/r',
    '/srv/other',
    '../other',
    'file:///srv/other',
    'ext::x',
  ])('do not lead to %s', (origin) => {
    expect(publishedTemplate(origin, commit)).toBeUndefined();
  });

  test('are file URLs otherwise', () => {
    expect(fileTemplate('/srv/my docs/')).toBe('file:///srv/my%20docs/{path}');
  });
});
