import { expect, test } from 'vitest';
import { shownSnippets } from './shown-snippets.ts';

test('snippets of both kinds are shown in the order of the whole answer', () => {
  const shown = shownSnippets({
    codeSnippets: [
      {
        codeTitle: 'Retry',
        codeDescription: 'Again.',
        codeLanguage: 'js',
        codeTokens: 20,
        codeId: 'https://docs.example/queue',
        pageTitle: 'Queue',
        codeList: [{ language: 'js', code: 'retry()' }],
        rank: 2,
        flags: ['injection'],
      },
    ],
    infoSnippets: [
      {
        breadcrumb: 'Handbook > Limits',
        pageId: 'docs/limits.md',
        content: 'Few.',
        contentTokens: 3,
        rank: 1,
      },
      { content: 'Alone.', contentTokens: 2, rank: 3 },
    ],
  });

  expect(shown.map(({ title, page, flagged }) => [title, page, flagged])).toEqual([
    ['Limits', 'Handbook', false],
    ['Retry', 'Queue', true],
    ['Untitled', '', false],
  ]);
});
