import { describe, expect, test } from 'vitest';
import { slug, Slugger } from './slug.ts';

describe('slug', () => {
  test.each([
    ['Route Prefixing', 'route-prefixing'],
    ['MockAgent.get(origin)', 'mockagentgetorigin'],
    ["What's new in 2.0?", 'whats-new-in-20'],
    ['snake_case & kebab-case', 'snake_case--kebab-case'],
    ['Überblick 概要', 'überblick-概要'],
  ])('gives %j the anchor GitHub gives it', (heading, anchor) => {
    expect(slug(heading)).toBe(anchor);
  });
});

describe('Slugger', () => {
  test('numbers repeated headings from 1', () => {
    const slugger = new Slugger();

    expect(['Options', 'Options', 'Options'].map((text) => slugger.next(text))).toEqual([
      'options',
      'options-1',
      'options-2',
    ]);
  });

  test('never gives an anchor twice, also when a heading looks like a numbered one', () => {
    const slugger = new Slugger();

    const anchors = ['a', 'a-1', 'a', 'a-1', 'a'].map((text) => slugger.next(text));

    expect(new Set(anchors).size).toBe(5);
  });

  test('leaves an anchor the document claimed to its heading', () => {
    const slugger = new Slugger();
    slugger.claim('intro');

    expect(slugger.next('Intro')).toBe('intro-1');
  });
});
