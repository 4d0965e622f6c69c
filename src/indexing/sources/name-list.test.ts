import { expect, test } from 'vitest';
import { isNameList } from './name-list.ts';

test.each([
  '/api/index-all.html',
  '/genindex.html',
  '/en/latest/genindex/',
  '/genindex-S.html',
  '/py-modindex.html',
  '/_modules/acme/saw.html',
  '/_sources/guide.rst.txt',
  '/functions_func.html',
  '/classSaw-members.html',
  '/functions_func_0x7e.html',
  '/globals_0x73.html',
  '/saw_8h_source.html',
  '/api/a00012_source.html',
  '/api/search/all_1a.html',
  '/api/search/nomatches.html',
  '/src/acme/saw.rs.html',
  '/docs/saw/method_list.html',
  '/docs/v3/saw.js.html',
  '/org/acme/class-use/Saw.html',
])('%s lists names or shows source', (path) => {
  expect(isNameList(path)).toBe(true);
});

test.each([
  '/library/functions.html',
  '/guide/annotated',
  '/api/a00012.html',
  '/guide/search/all.html',
  '/modules/saw.html',
  '/sources/guide.html',
  '/team/our-members/',
  '/genindex-of-saws',
  '/guide/class_list',
  '/docs/saw.js',
])('%s is a page', (path) => {
  expect(isNameList(path)).toBe(false);
});
