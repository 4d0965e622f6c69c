import type { TransferredLibrary } from '../../../src/indexing/sources/import/transferred-library.ts';
import { snippet } from '../../support/fake-stores.ts';

export const routing = snippet('routing', {
  title: 'Declare a route',
  description: 'Routes take a path and a handler — "quoted", with \u2028 and \u{1F600}.',
  anchor: 'Überblick routes',
  tokens: 123,
  codeList: [
    { language: 'js', code: "app.get('/', handler)\n\n\t// }]", offset: 12 },
    { language: '', code: '' },
  ],
});
export const logging = snippet('logging', {
  kind: 'info',
  title: 'Logging > more',
  breadcrumb: ['Guide', 'Logging > more'],
  content: '| a | b |\n| --- | --- |\n\nLoggers write one line for every request.',
  codeList: [],
  language: '',
  tokens: 7,
});
/** The same text at the same place. Only the title of its page differs. */
export const again = { ...routing, id: 'again', pageTitle: 'Another title', path: 'docs/again.md' };
export const twin = { ...again, id: 'twin', pageTitle: 'Yet another title' };
export const many = Array.from({ length: 700 }, (_, n) =>
  snippet(`many ${n}`, { path: `docs/page ${n % 3}.md`, anchor: `part-${n}`, tokens: n }),
);

/** Returns the content of a library in a form that does not depend on the order of its snippets. */
export function contentOf({ libraries: [library] }: { libraries: TransferredLibrary[] }): object {
  const sorted = (list: object[]): string[] => list.map((one) => JSON.stringify(one)).sort();
  return {
    ...library,
    codeSnippets: sorted(library!.codeSnippets),
    infoSnippets: sorted(library!.infoSnippets),
  };
}
