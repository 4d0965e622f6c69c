import { expect, test } from 'vitest';
import { selectFiles } from './filter.ts';

function selected(...paths: string[]): string[] {
  return selectFiles(
    paths.map((path) => ({ path })),
    {},
  ).map(({ path }) => path);
}

const pages = Array.from({ length: 9 }, (_, at) => `Sources/Saws/Saws.docc/Cut${at}.md`);

test('doc comments of a module in Swift are read beside the pages of its catalog', () => {
  const sources = ['Sources/Saws/Saw.swift', 'Sources/Saws/Inner/Oil.swift'];
  const others = ['Sources/Tools/Tool.swift', 'Tests/SawsTests/SawTests.swift', 'Package.swift'];
  const program = 'Sources/Saws/Saws.docc/Resources/01-cut.swift';
  expect(selected(...pages, ...sources, ...others, program)).toEqual([...pages, ...sources]);
});

test('sources are left out beside a book in DocC, and if they are those of many libraries', () => {
  expect(selected('Book.docc/Cut.md', 'Samples/Cut.swift', 'API.md')).toEqual([
    'Book.docc/Cut.md',
    'API.md',
  ]);
  const many = Array.from({ length: 1001 }, (_, at) => `Sources/Saws/Saw${at}.swift`);
  expect(selected(...pages, ...many)).toEqual(pages);
  expect(selected(...pages, ...many.slice(1))).toHaveLength(1009);
});
