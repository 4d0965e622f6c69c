import { expect, test } from 'vitest';
import { variantFolders } from './variant-folders.ts';

const names = ['cut', 'oil', 'clean', 'store', 'sell'];
const pagesOf = (folder: string, count = names.length): string[] =>
  names.slice(0, count).map((name) => `${folder}/${name}.md`);

test('pages that several folders beside each other have are told apart by these folders', () => {
  const paths = [
    ...pagesOf('docs/01.hand/use'),
    'docs/01.hand/own.md',
    ...pagesOf('docs/band/use'),
  ];

  expect(Object.fromEntries(variantFolders(paths))).toEqual({
    ...Object.fromEntries(pagesOf('docs/01.hand/use').map((path) => [path, 'hand'])),
    ...Object.fromEntries(pagesOf('docs/band/use').map((path) => [path, 'band'])),
  });
});

test('the number of a version is whole, and that of a place among other folders is left out', () => {
  const variants = variantFolders([...pagesOf('2.1'), ...pagesOf('3-next')]);
  expect(new Set(variants.values())).toEqual(new Set(['2.1', 'next']));
});

test('a few pages, the page of a folder and numbered pages have the same names by accident', () => {
  expect(variantFolders([...pagesOf('a', 4), ...pagesOf('b', 4)]).size).toBe(0);
  const folders = Array.from({ length: 9 }, (_, at) => `part${at}`);
  const own = folders.flatMap((folder) => [`${folder}/README.md`, `${folder}/index.md`]);
  const numbered = folders.flatMap((folder) => folders.map((_, at) => `${folder}/${at}.md`));
  expect(variantFolders([...own, ...numbered]).size).toBe(0);
  const ofMiddleman = [...folders, 'part9'].map((folder) => `${folder}/index.html.md.erb`);
  expect(variantFolders(ofMiddleman).size).toBe(0);
});

test('a page that many folders have is told apart, also if it is their only one', () => {
  const paths = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => `roles/saw-${at}/start.rst`);
  expect(variantFolders(paths(9)).size).toBe(0);
  expect(variantFolders(paths(10)).get('roles/saw-7/start.rst')).toBe('saw-7');
});

test('a folder with mostly other pages is not told apart', () => {
  const others = Array.from({ length: 6 }, (_, at) => `band/own${at}.md`);
  const variants = variantFolders([...pagesOf('hand'), ...pagesOf('band'), ...others]);
  expect(new Set(variants.values())).toEqual(new Set(['hand']));
});
