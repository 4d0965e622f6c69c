import { describe, expect, test } from 'vitest';
import { recognizeKind, spaceKeyIn } from './recognize-kind.ts';

describe('recognizeKind of a pasted address', () => {
  test.each([
    ['expressjs/express', 'github'],
    ['https://github.com/expressjs/express/tree/main/docs', 'github'],
    ['git@github.com:expressjs/express.git', 'github'],
    ['https://gitlab.com/group/sub/docs', 'gitlab'],
    ['https://gitlab.example.org/group/docs', 'gitlab'],
    ['https://bitbucket.org/team/repo', 'bitbucket'],
    ['https://git.example.org/team/docs.git', 'git'],
    ['ssh://git@git.example.org/team/docs', 'git'],
    ['/srv/docs', 'git'],
    ['./docs', 'git'],
    ['~/work/docs', 'git'],
    ['C:\\work\\docs', 'git'],
    ['file:///srv/docs', 'git'],
    ['react.dev', 'website'],
    ['https://docs.example.org/guide/', 'website'],
    ['https://docs.example.org/llms-full.txt', 'llmstxt'],
    ['https://docs.example.org/llms-ctx-full.txt', 'llmstxt'],
    ['https://petstore.example/v3/openapi.json', 'openapi'],
    ['https://api.example.org/v3/api-docs', 'openapi'],
    ['https://example.atlassian.net/wiki/spaces/DOC', 'wiki'],
    ['https://www.notion.so/Handbook-0123456789abcdef0123456789abcdef', 'pages'],
  ])('%s is %s', (text, kind) => {
    expect(recognizeKind(text)).toBe(kind);
  });

  test('recognizes nothing in an empty text', () => {
    expect([recognizeKind(''), recognizeKind('  '), recognizeKind('https://')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('the address of a wiki names its space', () => {
    expect(spaceKeyIn('https://example.atlassian.net/wiki/spaces/DOC/overview')).toBe('DOC');
    expect(spaceKeyIn('https://wiki.example.org/display/OPS')).toBe('OPS');
    expect(spaceKeyIn('https://wiki.example.org')).toBeUndefined();
  });
});
