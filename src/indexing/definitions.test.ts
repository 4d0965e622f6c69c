import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import type { Snippet } from '../store/snippet.ts';
import { Definitions } from './definitions.ts';

const snippet = (content: string): Snippet =>
  emptySnippet({ title: 'Title', pageTitle: 'Page', content });

const acme = { id: '/acme/forge-docs', published: [] };

describe('a project is described by a sentence of its documents', () => {
  test.each([
    ['that has the title', { ...acme, id: '/a/b', title: 'Forge Documentation' }],
    ['that has the name of the repository', acme],
    ['that has the name of the owner', { ...acme, id: '/forge-io/website' }],
    ['that has the name of a package', { ...acme, id: '/a/b', published: ['@acme/x', 'forge'] }],
  ])('%s', (_, library) => {
    const definitions = new Definitions();
    definitions.add('docs/a.md', [
      snippet(
        'Read on.\n\n**[Forge](x.md)** (FRG) is an open tool that makes `anvils` of iron. More.',
      ),
    ]);
    expect(definitions.of(library)).toBe('Forge (FRG) is an open tool that makes anvils of iron.');
  });

  test('on the page that introduces it rather than on a deeper one', () => {
    const definitions = new Definitions();
    definitions.add('docs/a/b/c.md', [snippet('Forge is a word that smiths use for a fire.')]);
    definitions.add('docs/a/overview.md', [snippet('Forge is a tool that makes anvils.')]);
    definitions.add('docs/z.md', [snippet('Forge is a brand of shoes and of bags.')]);
    expect(definitions.of(acme)).toBe('Forge is a tool that makes anvils.');
  });

  test('and by none about something else', () => {
    const definitions = new Definitions();
    definitions.add('docs/index.md', [
      snippet(
        'An anvil is a block of iron that smiths use.\n\nThis is a page about forges of iron.',
      ),
    ]);
    expect(definitions.of(acme)).toBeUndefined();
  });

  test('in a time that does not depend on what strangers write', () => {
    const definitions = new Definitions();
    for (const text of ['[', '*', 'a ', 'a.', '](', 'Forge is a ']) {
      definitions.add('docs/index.md', [snippet(text.repeat(100_000))]);
    }
    expect(definitions.of(acme)).toBeUndefined();
  });
});
