import { array, assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pagePaths } from './page-paths.ts';
import { splitPages } from './split-pages.ts';

const file = new URL('https://example.org/llms-full.txt');
const fence = '```';

describe('splitPages', () => {
  test('headings with a source line are pages, other headings are not', () => {
    const text = `# Start\nSource: https://example.org/start\n\nHello.\n\n# Not a page\n\nMore.\n\n# Next\n\nURL: /next\n\nBye.`;
    expect(splitPages(text)).toEqual([
      {
        title: 'Start',
        url: 'https://example.org/start',
        text: '# Start\n\nHello.\n\n# Not a page\n\nMore.',
      },
      { title: 'Next', url: '/next', text: '# Next\n\n\nBye.' },
    ]);
  });

  test('fields between rules are pages, with the heading after them', () => {
    const text = `# All docs\n\nintro\n\n------------\ntitle: "Get started"\ndescription: x\nsource: "https://example.org/a"\n------------\n\n# Get started\n\nOne.\n\n---\n\nstill one\n\n---\ntitle: Two\nurl: https://example.org/b\ntags:\n  - x\n---\nTwo.`;
    expect(splitPages(text)).toEqual([
      { title: '', text: '# All docs\n\nintro' },
      {
        title: 'Get started',
        url: 'https://example.org/a',
        text: '# Get started\n\nOne.\n\n---\n\nstill one',
      },
      { title: 'Two', url: 'https://example.org/b', text: 'Two.' },
    ]);
  });

  test('elements are pages', () => {
    const text = `<doc title="One" url="https://example.org/1">\nOne.\n</doc>\n<page>\n---\ntitle: Two\nsource_url:\n  html: https://example.org/2\n---\n# Two\nTwo.\n</page>`;
    expect(splitPages(text)).toEqual([
      { title: 'One', url: 'https://example.org/1', text: 'One.' },
      { title: 'Two', url: 'https://example.org/2', text: '# Two\nTwo.' },
    ]);
  });

  test('an address in brackets behind the heading is one', () => {
    expect(splitPages('# Install (/docs/install)\n\nRun it.\n')).toEqual([
      { title: 'Install', url: '/docs/install', text: '# Install (/docs/install)\n\nRun it.' },
    ]);
  });

  test('without markers each heading of level 1 is a page, those in code are not', () => {
    const text = `before\n# One\n${fence}sh\n# comment\n${fence}\n## Part\n# \`Two\`\nx`;
    expect(splitPages(text).map(({ title }) => title)).toEqual(['', 'One', 'Two']);
  });

  test('a fence that was left open ends where a page with an address begins', () => {
    const text = `# One\nSource: https://example.org/1\n${fence}js\nleft open\n\n# Two\nSource: https://example.org/2\n\nx`;
    expect(splitPages(text).map(({ title }) => title)).toEqual(['One', 'Two']);
  });

  test('rules that only divide are no markers', () => {
    expect(splitPages('# One\n\na\n\n---\n\nb\n\n---\n\nc')).toHaveLength(1);
  });

  test('no text is no page', () => {
    expect(splitPages('')).toEqual([]);
    expect(splitPages('\n---\n\n***\n')).toEqual([]);
  });

  test('any text is cut without losing lines that say something, and each page has its own path', () => {
    const pieces = constantFrom(
      '# A',
      '# B (/b)',
      '## C',
      'Source: https://example.org/s',
      'URL: /u',
      '---',
      'title: T',
      'url: javascript:alert(1)',
      '<page>',
      '</page>',
      fence,
      'words of prose',
      '',
    );
    assert(
      property(array(pieces, { maxLength: 40 }), string(), (lines, noise) => {
        const text = [...lines, noise].join('\n');
        const pages = splitPages(text);
        const count = (all: string): number => all.split('words of prose').length - 1;
        expect(count(pages.map((page) => page.text).join('\n'))).toBe(count(text));
        const paths = pagePaths(file, pages);
        expect(new Set(paths).size).toBe(pages.length);
        expect(paths.every((path) => /^https?:\/\//.test(path))).toBe(true);
      }),
    );
  });

  test('a file of many markers is cut in time that grows with its length', () => {
    const text = '---\ntitle: x\n'.repeat(100_000) + '# a\n'.repeat(100_000);
    expect(splitPages(text).length).toBeGreaterThan(1);
  });
});

describe('pagePaths', () => {
  test('a page is where it is published, or a fragment of the file; each path once', () => {
    const page = (title: string, url?: string): Parameters<typeof pagePaths>[1][number] => ({
      title,
      text: '',
      ...(url !== undefined && { url }),
    });
    const pages = [
      page('', ''),
      page('A', '/a'),
      page('A again', '/a'),
      page('Two words!'),
      page('Two, words'),
      page('Ü'),
    ];
    expect(pagePaths(file, pages)).toEqual([
      'https://example.org/llms-full.txt',
      'https://example.org/a',
      'https://example.org/a#2',
      'https://example.org/llms-full.txt#two-words',
      'https://example.org/llms-full.txt#two-words-2',
      'https://example.org/llms-full.txt#%C3%BC',
    ]);
  });
});
