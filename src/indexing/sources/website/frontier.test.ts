import { expect, test } from 'vitest';
import { Frontier } from './frontier.ts';

const page = (name: string): URL => new URL(`https://docs.example.com/${name}`);

test('pages that turn out to be translations are passed over, and each page is looked at a few times only', () => {
  const translations = new Set<string>();
  let looks = 0;
  const frontier = new Frontier({
    maxDepth: 1,
    maxUrls: 10_000,
    admits: () => true,
    leavesOut: (url) => {
      looks += 1;
      return translations.has(url.href);
    },
    isLast: () => false,
  });
  for (let at = 0; at < 1_000; at += 1) {
    frontier.offer(page(`page-${at}`), 1);
    frontier.offer(page(`page-${at}?lang=de`), 1);
  }

  const read: string[] = [];
  for (let next = frontier.next(); next; next = frontier.next()) {
    read.push(next.url.href);
    translations.add(`${next.url.href}?lang=de`);
  }

  expect(read).toEqual(Array.from({ length: 1_000 }, (_, at) => page(`page-${at}`).href));
  expect(looks).toBeLessThan(5_000);
});
