import { describe, expect, test } from 'vitest';
import { showsSection, type Document } from './shown-sections.ts';

const guide: Document = {
  file: 'lib:docs/guide.md',
  text: [
    '# Guide',
    'This guide says what the library does for its readers and for its writers.',
    '## Body limit',
    '+ Default: `1048576` (1MiB)',
    '',
    'Defines the **maximum** payload, in bytes, that the [server](./server.md "The server")',
    'is allowed to accept.',
    '```js',
    '# not a heading',
    'server.listen({ port: 3000, host: "0.0.0.0", backlog: 511 })',
    '```',
    '## Timeout',
    'The option takes a number of milliseconds and the default is zero.',
  ].join('\n'),
};
const copy: Document = {
  file: 'lib:docs/copy.md',
  text: '# Copy\nThe option takes a number of milliseconds and the default is zero.',
};
const other: Document = {
  file: 'other:docs/guide.md',
  text: '# Limit\nDefines the maximum payload, in bytes, that the server is allowed to accept.',
};
const documents = [guide, copy, other];
const question = (heading: string): Parameters<typeof showsSection>[0] => ({
  question: 'How large may a body be?',
  expected: [{ file: guide.file, heading }],
});

describe('showsSection', () => {
  const shows = showsSection(question('`Body limit`'), documents);

  test.each([
    ['as it stands', guide.text],
    ['without its heading', 'maximum payload, in bytes, that the server is allowed to accept.'],
    [
      'with other line breaks, marks and links',
      'Defines the _maximum_\npayload, in bytes, that\nthe [server](https://host/server) is allowed to accept',
    ],
    ['by its code', 'server.listen({ port: 3000, host: "0.0.0.0", backlog: 511 })'],
  ])('takes a text that shows the section %s', (_, text) => {
    expect(shows(text)).toBe(true);
  });

  test.each([
    ['only its heading', '## Body limit'],
    ['a list of links', '- [Guide](#guide)\n- [Body limit](#body-limit)\n- [Timeout](#timeout)'],
    ['seven of its words in a row', 'in bytes, that the server is allowed'],
    ['the section before it', 'This guide says what the library does for its readers and for its'],
    ['the section after it', 'The option takes a number of milliseconds and the default is zero.'],
  ])('refuses %s', (_, text) => {
    expect(shows(text)).toBe(false);
  });

  test('counts no words that another section of the library has too', () => {
    expect(() => showsSection(question('Timeout'), documents)).toThrow('eight words of its own');
  });

  test('counts words that two expected sections share', () => {
    const both = { ...question('Timeout') };
    both.expected = [...both.expected, { file: copy.file, heading: 'Copy' }];

    expect(showsSection(both, documents)(copy.text)).toBe(true);
  });

  test('names a heading that its file lacks', () => {
    expect(() => showsSection(question('Header limit'), documents)).toThrow(
      'lib:docs/guide.md has no heading Header limit',
    );
  });
});
