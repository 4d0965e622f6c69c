import { expect, test } from 'vitest';
import { codes, texts } from '../parsed.fixture.ts';

test('reads the code, the tabs and the notices of Grav', () => {
  const content = `[div class="table"]
Cut:

[ui-tabs]
[ui-tab title="Twig"]
[prism classes="language-twig line-numbers"]
# A comment

{{ cut() }}
[/prism]
[/ui-tab]
[/ui-tabs]
[/div]

[prism classes="language-text"] cut [/prism]

!! Sharp.

\`\`\`md
[prism]
! code
\`\`\`
`;
  expect(codes(content)).toEqual([
    { language: 'twig', code: '# A comment\n\n{{ cut() }}', label: 'Twig' },
    { language: '', code: 'cut' },
    { language: 'md', code: '[prism]\n! code' },
  ]);
  expect(texts(content)).toEqual(['Cut:', '**Warning:** Sharp.']);
  expect(texts('A [prism] splits light.\n\n! No notice.\n')).toEqual([
    'A [prism] splits light.',
    '! No notice.',
  ]);
});
