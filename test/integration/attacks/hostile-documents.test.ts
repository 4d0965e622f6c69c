import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSource } from '../../../src/indexing/sources/open-source.ts';
import { MemorySource } from '../../support/memory-source.ts';
import { recordingParser } from '../../support/parser.ts';
import { startWebServer, type WebServer } from '../../support/web-server.ts';
import { IndexedLibrary } from '../sources/indexed.ts';

const good = '# Pencils\n\n## Sharpen\n\nTurn the pencil in the sharpener.\n';

/** A value that no source returns. It represents any input that the parsers do not expect. */
const noText = new Uint8Array(8) as unknown as string;

/** A table with n columns and n rows of one cell. A parser that completes the rows creates n² cells. */
const table = (n: number): string => `|${'a|'.repeat(n)}\n|${'-|'.repeat(n)}\n${'|b|\n'.repeat(n)}`;
/** Quotes whose paragraphs continue without the quote mark. */
const quotes = (n: number): string => '> a\nb\n'.repeat(n);

describe('a library with a document that takes forever to parse', () => {
  test.each([
    ['a table of as many columns as rows', table(8_000)],
    ['lazy quotes', quotes(40_000)],
  ])('indexes the others, and ends in time: %s', async (_, hostile) => {
    const source = new MemorySource({ 'a.md': good, 'hostile.md': hostile, 'z.md': good });
    await using library = await IndexedLibrary.create({}, source.open);

    const { snippets } = await library.run({});

    expect(snippets.filter((text) => text.includes('Turn the pencil'))).toHaveLength(2);
  });
});

describe('a library with a document at which the parser itself fails', () => {
  test('indexes the others, and reports the fault with the name of the document', async () => {
    const source = new MemorySource({ 'a.md': good, 'odd.md': noText, 'z.md': good });
    await using library = await IndexedLibrary.create({}, source.open);

    const { snippets, warnings } = await library.run({});

    expect(snippets.filter((text) => text.includes('Turn the pencil'))).toHaveLength(2);
    expect(warnings).toEqual([
      expect.stringMatching(/^odd\.md: Lectern failed to parse it \(TypeError: .+\); report this/),
    ]);
  });
});

describe('a site whose robots.txt has thousands of crawlers and rules', () => {
  let web: WebServer;
  beforeEach(async () => {
    web = await startWebServer({ '/': `<h1>Pencils</h1><p>${'Turn the pencil. '.repeat(20)}</p>` });
  });
  afterEach(() => web[Symbol.asyncDispose]());

  test('is read, and its rules apply', async () => {
    const agents = Array.from({ length: 3_000 }, (_, at) => `User-agent: crawler-${at}`);
    const rules = Array.from({ length: 3_000 }, (_, at) => `Disallow: /private/${at}`);
    const body = [...agents, 'User-agent: *', ...rules, 'Disallow: /secret'].join('\n');
    web.pages.set('/robots.txt', { headers: { 'content-type': 'text/plain' }, body });
    web.pages.set('/', `<a href="/secret">x</a><p>${'Turn the pencil. '.repeat(20)}</p>`);
    web.pages.set('/secret', `<p>${'Nobody reads this. '.repeat(20)}</p>`);
    const { parser, tasks } = recordingParser();
    await using library = await IndexedLibrary.create(
      { website: { url: `${web.origin}/` } },
      (source, options) => openSource(source, { ...options, parser }),
    );

    const { snippets, warnings } = await library.run({});

    // Another process reads the rules, so that they cannot block this one.
    expect(tasks).toContain('robots');
    expect(snippets.join()).toContain('Turn the pencil');
    expect(snippets.join()).not.toContain('Nobody reads this');
    expect(warnings.join()).toContain('robots.txt disallows it');
  });
});
