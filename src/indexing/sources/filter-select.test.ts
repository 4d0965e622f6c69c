import { describe, expect, it } from 'vitest';
import { selectFiles, type SelectSettings } from './filter-select.ts';
import { formatOf } from './formats.ts';

describe('formatOf', () => {
  it.each([
    ['README.md', 'markdown'],
    ['a/b.MARKDOWN', 'markdown'],
    ['a.mdx', 'mdx'],
    ['docs/index.rst', 'rst'],
    ['a.adoc', 'asciidoc'],
    ['a.asciidoc', 'asciidoc'],
    ['guide.txt', 'text'],
    ['llms.txt', 'text'],
    ['a.ipynb', 'notebook'],
    ['docs/a.html', 'html'],
    ['documentation/deep/a.htm', 'html'],
    ['openapi.yaml', 'openapi'],
    ['api/swagger.json', 'openapi'],
    ['spec/api.v1.yml', 'openapi'],
    ['openapi-3.1.json', 'openapi'],
    ['src/index.ts', 'code'],
    ['pkg/lib.go', 'code'],
  ])('%s is read as %s', (path, format) => {
    expect(formatOf(path)).toBe(format);
  });

  it.each([
    'requirements.txt',
    'requirements-dev.txt',
    'requirements/base.txt',
    'robots.txt',
    'LICENSE.txt',
    'CMakeLists.txt',
    'src/egg-info/SOURCES.txt',
    'tests/data/words.txt',
    'src/template.html',
    'package.json',
    'apis.json',
    'image.png',
    'Makefile',
    'src/index.test.ts',
    'lib/jquery.min.js',
    'dist/index.js',
  ])('%s holds nothing to read', (path) => {
    expect(formatOf(path)).toBeUndefined();
  });
});

function selected(settings: SelectSettings, ...paths: string[]): string[] {
  return selectFiles(
    paths.map((path) => ({ path })),
    settings,
  ).map(({ path }) => path);
}

describe('selectFiles', () => {
  it('leaves source code out where there is documentation', () => {
    expect(selected({}, 'README.md', 'src/a.ts')).toEqual(['README.md']);
  });

  it('reads source code too when asked', () => {
    expect(selected({ indexSourceCode: true }, 'README.md', 'src/a.ts')).toEqual([
      'README.md',
      'src/a.ts',
    ]);
  });

  it('reads source code where there is no documentation at all', () => {
    expect(selected({}, 'src/a.ts', 'package.json')).toEqual(['src/a.ts']);
  });

  it('takes a file only named like an API description for no documentation', () => {
    expect(selected({}, 'api-extractor.json', 'src/a.ts')).toEqual([
      'api-extractor.json',
      'src/a.ts',
    ]);
  });

  it('keeps source code within the folders named', () => {
    const settings = { indexSourceCode: true, folders: ['src'] };
    expect(selected(settings, 'src/a.ts', 'tools/b.ts')).toEqual(['src/a.ts']);
  });

  it('hands on what it was given, with the format', () => {
    expect(selectFiles([{ path: 'a.md', oid: '1' }], {})).toEqual([
      { path: 'a.md', oid: '1', format: 'markdown' },
    ]);
  });
});
