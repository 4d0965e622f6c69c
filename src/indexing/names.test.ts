import { describe, expect, test } from 'vitest';
import { emptySnippet } from '../../test/support/fake-stores.ts';
import type { Snippet } from '../store/snippet.ts';
import { Names } from './names.ts';

const snippet = (code: string, content = ''): Snippet =>
  emptySnippet({ kind: 'code', codeList: [{ language: '', code }], content });

function namesOf(
  documents: Snippet[],
  called: { id: string; title?: string; parts?: string[] } = { id: '/acme/forge' },
  published: string[] = [],
) {
  const names = new Names();
  for (const [at, document] of documents.entries()) names.add(`${at}.md`, [document]);
  return names.chosen({ parts: [], ...called, published });
}

describe('Names', () => {
  test('takes install commands and imports that resemble the library', () => {
    const found = namesOf([
      snippet('npm install @acme/forge express\nimport { melt } from "@acme/forge/iron"'),
      snippet("import React from 'react'\nimport fs from 'fs'"),
    ]);

    expect(found).toEqual([{ name: '@acme/forge', origin: 'installs' }]);
  });

  test('takes another name that leads in the documents', () => {
    const documents = ['a', 'b', 'c'].map((at) => snippet(`import cv2\nimport numpy_${at} as np`));

    expect(namesOf(documents, { id: '/opencv/opencv', title: 'OpenCV' })).toEqual([
      { name: 'cv2', origin: 'imports' },
    ]);
  });

  test('does not take a library that many documents import beside its own', () => {
    const documents = ['a', 'b', 'c', 'd'].map(() =>
      snippet("import { createClient } from 'redis'\nimport { Queue } from 'bullmq'"),
    );

    expect(namesOf(documents, { id: '/taskforcesh/bullmq' })).toEqual([
      { name: 'bullmq', origin: 'imports' },
    ]);
  });

  test('takes packages of its folders that resemble it, and no samples', () => {
    const called = { id: '/acme/forge', parts: ['@acme/iron', 'forge-cli', 'guessing_game'] };

    expect(namesOf([], called).map(({ name }) => name)).toEqual(['@acme/iron', 'forge-cli']);
  });

  test('takes an abbreviation that stands after its name', () => {
    const called = { id: '/reduxjs/redux-toolkit', title: 'Redux Toolkit' };
    const text = 'The Redux Toolkit (**RTK**) package, and React Testing Library (RTL) too.';

    expect(namesOf([snippet('', text)], called)).toEqual([{ name: 'RTK', origin: 'introduces' }]);
  });

  test('takes the parts of its API that have a heading, the most used first, at most 30', () => {
    const about = (heading: string, code: string): Snippet => ({
      ...snippet(code),
      breadcrumb: ['Guide to metal', heading],
    });
    const found = namesOf([
      about('useAnvil()', 'useIron()'),
      about('useIron', 'const iron = useIron(3)\nconst anvil = useAnvil(iron)'),
      about('HotMetal', 'new HotMetal()\n<HotMetal />'),
      about('PostgreSQL', '# for PostgreSQL'),
      about('macOS', ''),
      about('forge_config.py', ''),
      ...Array.from({ length: 40 }, (_, at) => about(`melt.iron_${at}`, '')),
    ]);

    const names = found.map(({ name }) => name);
    expect(names.slice(0, 4)).toEqual(['useIron', 'HotMetal', 'useAnvil', 'forge_config.py']);
    expect(names).toHaveLength(30);
    expect(new Set(found.map(({ origin }) => origin))).toEqual(new Set(['documents']));
    expect(names).not.toContain('PostgreSQL');
    expect(names).not.toContain('macOS');
  });

  test('begins with published packages, names each once, and has at most 50', () => {
    const packages = Array.from({ length: 45 }, (_, at) => `forge-${at}`);
    const imports = Array.from({ length: 30 }, (_, at) => `import forge_${at}`).join('\n');

    const found = namesOf([snippet(`npm i forge-1\n${imports}`)], { id: '/acme/forge' }, packages);

    expect(found).toHaveLength(50);
    expect(found.filter(({ name }) => name === 'forge-1')).toEqual([
      { name: 'forge-1', origin: 'publishes' },
    ]);
  });
});
