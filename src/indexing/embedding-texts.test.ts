import { array, assert, integer, property, record, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../test/support/cpu-seconds.ts';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import { embeddingHash, embeddingTexts } from './embedding-texts.ts';

const words = (text: string): number => text.match(/\S+/g)?.length ?? 0;

describe('embeddingTexts', () => {
  test('a short snippet is one text: its title and trail with description and code', () => {
    const one = emptySnippet({
      title: 'Start',
      breadcrumb: ['Guide', 'Start'],
      description: 'Starts it.',
      codeList: [{ language: 'js', code: 'start()' }],
    });
    expect(embeddingTexts(one, words, 100)).toEqual(['Start\nGuide\nStarts it.\nstart()']);
  });

  test('prose has no addresses of links and no rules of tables, and code stays as it is', () => {
    const one = emptySnippet({
      title: 'Saws',
      description:
        'See [the **guide**](https://a.example/saw_(tool)/guide#oil) and ![](saw.png), f[0] (x).\n\n| Saw | Oil |\n|:--- | ---|\n| a | b--- |',
      codeList: [{ language: 'md', code: '[a](b)\n| --- |' }],
    });
    expect(embeddingTexts(one, words, 100)).toEqual([
      'Saws\nSee the **guide** and , f[0] (x).\n| Saw | Oil |\n| a | b--- |\n[a](b)\n| --- |',
    ]);
  });

  test('a line with very many spaces is read quickly', () => {
    const cpuSeconds = startCpuClock();

    const one = emptySnippet({ title: 'Saws', content: `${' '.repeat(40_000)}Oil them.` });

    expect(embeddingTexts(one, words, 100)).toEqual(['Saws']);
    expect(cpuSeconds()).toBeLessThan(0.5);
  });

  test('a long one is cut at line ends into parts that each begin with the title', () => {
    const content = Array.from({ length: 12 }, (_, n) => `line ${n} of it`).join('\n');
    const texts = embeddingTexts(emptySnippet({ title: 'Start', content }), words, 15);
    expect(texts).toHaveLength(4);
    expect(texts.every((text) => text.startsWith('Start\nline '))).toBe(true);
    expect(texts.every((text) => words(text) <= 13)).toBe(true);
    expect(texts.map((text) => text.split('\n').length)).toEqual([4, 4, 4, 4]);
  });

  test('a line longer than the window is cut near spaces', () => {
    const content = Array.from({ length: 60 }, (_, n) => `w${n}`).join(' ');
    const texts = embeddingTexts(emptySnippet({ title: 'T', content }), words, 20);
    const read = texts
      .map((text) => text.slice(2))
      .join(' ')
      .split(/\s+/);
    expect(read).toEqual(content.split(' ').slice(0, read.length));
    expect(read.length).toBeGreaterThan(40);
  });

  test('a snippet of a title alone is that title', () => {
    expect(embeddingTexts(emptySnippet({ title: 'Alone', pageTitle: 'Page' }), words, 20)).toEqual([
      'Alone\nPage',
    ]);
  });

  test('any snippet gives a few texts that fit the window', () => {
    const text = string({ maxLength: 400, unit: 'binary' });
    const facts = record({
      title: text,
      description: text,
      content: text,
      breadcrumb: array(text, { maxLength: 3 }),
    });
    assert(
      property(facts, integer({ min: 8, max: 64 }), (given, window) => {
        const texts = embeddingTexts(emptySnippet(given), words, window);
        expect(texts.length).toBeGreaterThan(0);
        expect(texts.length).toBeLessThanOrEqual(8);
        expect(texts.every((one) => words(one) <= window)).toBe(true);
      }),
    );
  });

  test('ten megabytes in one line cost no more than the characters that the model reads', () => {
    const one = emptySnippet({ title: 'Huge', content: 'word '.repeat(2_000_000) });
    let counted = 0;
    const count = (text: string): number => {
      counted += text.length;
      return words(text);
    };
    expect(embeddingTexts(one, count, 256)).toHaveLength(8);
    expect(counted).toBeLessThan(100_000);
  });
});

test('embeddingHash differs for texts that are split at other places', () => {
  expect(embeddingHash(['a', 'b'])).toBe(embeddingHash(['a', 'b']));
  expect(embeddingHash(['a', 'b'])).not.toBe(embeddingHash(['a\nb']));
  expect(embeddingHash(['a'])).toMatch(/^[0-9a-f]{32}$/);
});
