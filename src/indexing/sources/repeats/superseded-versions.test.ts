import { expect, test } from 'vitest';
import { findSuperseded } from './superseded-versions.ts';
import { PathList } from './sibling-folders.ts';

const names = Array.from({ length: 12 }, (_, at) => `saws/${at}.md`);
const pages = (folder: string, count = names.length): string[] =>
  names.slice(0, count).map((name) => folder + name);
const superseded = (paths: string[], folders: string[] = []): number =>
  findSuperseded(new PathList(paths), folders).paths.size;

test('a version such as v2 gives way to the folder around it if nearly all of its pages are there, too', () => {
  const others = pages('docs/oil/');
  expect(superseded([...pages('docs/'), ...others, ...pages('docs/v2/')])).toBe(12);
  expect(superseded([...pages(''), ...others, ...pages('v1/')])).toBe(12);
  expect(superseded([...pages('docs/'), ...others, ...pages('docs/v2/')], ['docs/v2'])).toBe(0);
  expect(superseded([...pages('docs/', 8), ...others, ...pages('docs/v2/')])).toBe(0);
  expect(superseded([...pages('docs/'), ...others, ...pages('docs/v2/', 9)])).toBe(0);
});

test('versions of Docusaurus give way to docs beside them that were written anew, but not to the start of some', () => {
  const written = (folder: string, count: number): string[] => [
    ...pages(folder, 4),
    ...Array.from({ length: count }, (_, at) => `${folder}${folder.length}/${at}.md`),
  ];
  const old = written('site/versioned_docs/version-0.9/', 40);
  expect(superseded([...written('site/docs/', 12), ...old])).toBe(44);
  expect(superseded([...written('site/docs/', 4), ...old])).toBe(0);
  expect(superseded([...written('docs/', 12), ...old])).toBe(0);
  expect(superseded([...written('site/docs/', 12).slice(4), ...old])).toBe(0);
});

test('versions such as v2 to v4 beside the parts of pages of Mintlify give way to the highest', () => {
  const versions = ['v2', 'v3', 'v4'].flatMap((name) => pages(`docs/${name}/`));
  expect(superseded([...versions, 'docs/README.md', ...pages('docs/snippets/')])).toBe(24);
  expect(superseded([...versions, 'docs/README.md', ...pages('docs/guides/')])).toBe(0);
});
