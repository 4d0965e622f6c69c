import { describe, expect, test } from 'vitest';
import { selectFiles } from './filter.ts';
import { isScriptSettings, scriptReference } from './script-reference.ts';

const files = [
  'package.json',
  'docs/guide.md',
  'saw.d.ts',
  'src/index.ts',
  'src/blade.ts',
  'src/blade.test.ts',
  'src/inner/oil.ts',
  'lib/cut.js',
  'examples/src/demo.ts',
  'packages/oil/package.json',
  'packages/oil/vite.config.ts',
  'packages/oil/src/oil.ts',
];

function read(path: string, text: string, paths: readonly string[] = files): string[] {
  return paths.filter(scriptReference([...paths, path], [{ path, text }]));
}

const source = ['src/index.ts', 'src/blade.ts', 'src/inner/oil.ts'];

describe('the sources that settings hand to TypeDoc, JSDoc or LDoc', () => {
  test.each([
    ['typedoc.json', '{"entryPoints": ["./src/index.ts"]}', source],
    ['.config/typedoc.jsonc', '{\n// here\n"entryPoints": ["../src"]}', source],
    ['typedoc.json', '{"entryPoints": ["src/inner/*.ts"]}', ['src/inner/oil.ts']],
    ['typedoc.json', '{"entryPoints": ["packages/*"]}', ['packages/oil/src/oil.ts']],
    ['typedoc.json', '{"entryPoints": ["packages/oil"]}', ['packages/oil/src/oil.ts']],
    ['typedoc.json', '{"entryPoints": ["saw.d.ts"]}', ['saw.d.ts']],
    [
      'typedoc.json',
      '{"entryPoints": ["src"], "exclude": ["**/inner/**", "./src/index.ts"]}',
      ['src/blade.ts'],
    ],
    [
      '.jsdoc.js',
      "module.exports = { source: { include: ['lib/', 'README.md'] } };",
      ['lib/cut.js'],
    ],
    ['config/jsdoc/api/conf.json', '{"source": {"include": ["lib"]}}', ['lib/cut.js']],
    [
      'tsconfig.json',
      '{"include": ["lib"], "typedocOptions": {"x": {}, "entryPoints": ["src/inner"]}, "exclude": ["src"]}',
      ['src/inner/oil.ts'],
    ],
    ['tsconfig.json', '{"include": ["src"]}', []],
    [
      'package.json',
      '{"private": true, "typedocOptions": {"entryPoints": ["src/index.ts"], "exclude": ["src/inner/*"]}}',
      ['src/index.ts', 'src/blade.ts'],
    ],
    ['package.json', '{"typedocOptions": {"entryPoints": ["src"]', []],
    // The whole repository is for the people who work on it.
    ['jsdoc.json', '{"source": {"include": ["."]}}', []],
    ['typedoc.json', '{"entryPoints": ["gone/index.ts", "../src"]}', []],
    ['typedoc.json', '{}', []],
  ])('%s with %j names %j', (path, text, expected) => {
    expect(isScriptSettings(path)).toBe(true);
    expect(read(path, text)).toEqual(expected);
  });

  test('LDoc names modules of Lua', () => {
    const modules = ['lua/saw/cut.lua', 'lua/saw/oil.lua'];
    expect(isScriptSettings('docs/config.ld')).toBe(true);
    expect(read('config.ld', "file = './lua/saw'\nexamples = { 'lua' }", modules)).toEqual(modules);
    const list = "-- the saw's modules\n  '../lua/',\n  exclude = {\n '../lua/saw/oil.lua' }";
    expect(read('docs/config.ld', `title = 'Saw'\nfile = {\n  ${list}\n}`, modules)).toEqual([
      'lua/saw/cut.lua',
    ]);
  });

  test.each([
    ['"docs": "typedoc --readme none --out docs/api src/index.ts"', source],
    ['"docs": "npm run lint && jsdoc -c jsdoc.conf.js ./lib"', ['lib/cut.js']],
    ['"docs": "documentation build lib/cut.js -f html -o api"', ['lib/cut.js']],
    ['"docs": "documentation build lib/cut.js -f md -o API.md"', []],
    ['"lint": "eslint --plugin jsdoc src", "build": "tsc src/index.ts"', []],
    ['"docs": "typedoc src/index.ts"},\n  "private": true,\n  "x": {"y": "z"', []],
  ])('a package with %s names %j', (scripts, expected) => {
    expect(read('package.json', `{"scripts": {${scripts}}}`)).toEqual(expected);
  });

  test.each([
    'tests/typedoc.json',
    'examples/typedoc.json',
    'packages/oil/package.json',
    'packages/oil/tsconfig.json',
    'doc.json',
  ])('%s has no such settings', (path) => {
    expect(isScriptSettings(path)).toBe(false);
  });

  test('are not read beside the pages that were made of them', () => {
    const pages = ['Saw', 'Blade', 'Oil'].map((name) => `docs/api/classes/${name}.md`);
    expect(read('typedoc.json', '{"entryPoints": ["src"]}', [...files, ...pages])).toEqual([]);
  });

  test('are not read if they are more than a library has', () => {
    const many = Array.from({ length: 1_001 }, (_, at) => `src/part${at}.ts`);
    expect(read('typedoc.json', '{"entryPoints": ["src"]}', many)).toEqual([]);
    expect(read('typedoc.json', '{"entryPoints": ["src"]}', many.slice(1))).toHaveLength(1_000);
  });

  test('are read beside documents', () => {
    const scriptSettings = [{ path: 'typedoc.json', text: '{"entryPoints": ["src"]}' }];
    const documents = ['docs/guide.md', 'docs/api.md'];
    const all = [...files, 'docs/api.md'].map((path) => ({ path }));
    expect(selectFiles(all, {}).map(({ path }) => path)).toEqual(documents);
    expect(selectFiles(all, { scriptSettings })).toEqual([
      { path: 'docs/guide.md', format: 'markdown' },
      ...source.map((path) => ({ path, format: 'code' })),
      { path: 'docs/api.md', format: 'markdown' },
    ]);
  });

  test('are found in linear time', () => {
    for (const text of ['"entryPoints": ['.repeat(20_000), '"include":'.repeat(30_000)]) {
      expect(read('typedoc.json', text)).toEqual([]);
    }
    expect(read('tsconfig.json', '"typedocOptions": {'.repeat(20_000))).toEqual([]);
    expect(read('package.json', `"x": "${'typedoc '.repeat(200)}"`.repeat(100))).toEqual([]);
    expect(read('config.ld', "file = { 'x',\n--".repeat(20_000))).toEqual([]);
    const excluded = `{"entryPoints": ["src"], "exclude": ["${'*a'.repeat(2_000)}"]}`;
    expect(read('typedoc.json', excluded)).toEqual(source);
  });
});
