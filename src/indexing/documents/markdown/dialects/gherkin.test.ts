import { expect, test } from 'vitest';
import { parseMarkdown } from '../markdown.ts';

function sections(content: string) {
  const document = { path: 'features/cut.feature', format: 'markdown', content, hash: '' } as const;
  return parseMarkdown(document).sections.map(({ headings, blocks }) => ({
    headings,
    shown: blocks.map((block) =>
      block.kind === 'code' ? [block.language, block.code] : block.text,
    ),
  }));
}

test('reads a feature as a page with its description, steps, files and tables', () => {
  const content = `@saws
Feature: Cut \`wood\`

  When you cut:

  \`\`\`ruby
  # a comment
  cut
  \`\`\`

  # A comment
  Background:
    Given a file named "saw.rb" with:
      """
      def cut
        # deep
      end
      """

  @slow
  Scenario Outline: A short cut
    This is fast.

    When I run \`saw\`
    And the output is:
      """json
      {}
      """
    Then there are boards:
      | wood | count |
      | oak  | <n>   |

    Examples:
      | n |
      | 2 |
`;

  expect(sections(content)).toEqual([
    { headings: ['Cut wood'], shown: ['When you cut:', ['ruby', '# a comment\ncut']] },
    {
      headings: ['Cut wood', 'Background'],
      shown: ['Given a file named "saw.rb" with:', ['rb', 'def cut\n  # deep\nend']],
    },
    {
      headings: ['Cut wood', 'A short cut'],
      shown: [
        'This is fast.',
        'When I run `saw`',
        'And the output is:',
        ['json', '{}'],
        'Then there are boards:',
        '| wood | count |\n| --- | --- |\n| oak | <n> |',
        '**Examples**',
        '| n |\n| --- |\n| 2 |',
      ],
    },
  ]);
});

test('reads a text of a step that never ends, and a feature without a name', () => {
  const content = 'Feature:\n  Scenario:\n    Given a saw:\n      """\n      cut\n';
  expect(sections(content).at(-1)).toEqual({
    headings: ['Feature', 'Scenario'],
    shown: ['Given a saw:', ['', 'cut']],
  });
});
