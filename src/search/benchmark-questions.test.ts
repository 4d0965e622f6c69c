import { describe, expect, test } from 'vitest';
import { snippet } from '../../test/support/fake-stores.ts';
import { SnippetSample } from './benchmark-questions.ts';

function questions(...snippets: ReturnType<typeof snippet>[]): string[] {
  const sample = new SnippetSample();
  sample.add(snippets);
  return sample.questions().map(({ kind, question }) => `${kind}: ${question}`);
}

describe('SnippetSample', () => {
  test('makes questions of headings, code and text in turn', () => {
    const facts = {
      breadcrumb: ['Anvil', 'Guide', 'The **`forge`** option'],
      description: 'Heats the [iron](x.md) until it glows. Then it waits.',
      codeList: [
        { language: 'js', code: "import { forge } from 'anvil';\nanvil.createForge({ heat: 3 });" },
      ],
    };

    expect(questions(snippet('a', facts), snippet('b', facts), snippet('c', facts))).toEqual([
      'heading: The forge option in Guide',
      'code: How do I use anvil.createForge and heat?',
      'text: Heats the iron until it glows.',
    ]);
  });

  test('asks in another way where one way has nothing to go by', () => {
    const facts = { breadcrumb: ['3.'], codeList: [], description: '' };

    expect(
      questions(snippet('a', { ...facts, content: 'Heats the iron until it glows.' })),
    ).toEqual(['text: Heats the iron until it glows.']);
    expect(questions(snippet('b', facts))).toEqual([]);
  });

  test('takes the same snippets of a large library, whatever their order and pages', () => {
    const all = Array.from({ length: 200 }, (_, at) => snippet(`page${(at * 7919) % 1009}`));
    const [forth, back] = [new SnippetSample(), new SnippetSample()];
    forth.add(all);
    for (const one of all.toReversed()) back.add([one]);

    expect(forth.questions()).toHaveLength(36);
    expect(back.questions()).toEqual(forth.questions());
  });
});
