import { describe, expect, test } from 'vitest';
import { selectFiles } from './filter.ts';
import { schemaFilter } from './schema-files.ts';

function chosen(...paths: string[]): string[] {
  return paths.filter(schemaFilter(paths));
}

describe('schemas of GraphQL', () => {
  test.each([
    'schema.graphql',
    'shop/graphql/schema.graphql',
    'api/schema.docs.graphqls',
    'admin-schema.gql',
  ])('%s is read', (path) => {
    expect(chosen('README.md', path)).toEqual([path]);
  });

  test.each([
    'src/queries.graphql',
    'tests/schema.graphql',
    'examples/app/schema.graphql',
    'docs/schema.graphql',
    'packages/adapter-x/schema.graphql',
    'spec/support/schema.graphql',
    'integration-tests/schema.graphql',
  ])('%s is not', (path) => {
    expect(chosen('README.md', path)).toEqual([]);
  });

  test('beside documents that a generator made of it, or many schemas, none is read', () => {
    expect(chosen('docs/graphql-api/mutations/sharpen.mdx', 'schema.graphql')).toEqual([]);
    expect(chosen('docs/graphql/queries.md', 'schema.graphql')).toEqual([]);
    expect(chosen('docs/guide/queries.md', 'schema.graphql')).toEqual(['schema.graphql']);
    expect(chosen(...'abcdef'.split('').map((name) => `${name}/schema.graphql`))).toEqual([]);
  });

  test('they do not count as documentation', () => {
    const files = ['README.md', 'schema.graphql', 'main.go'].map((path) => ({ path }));
    expect(selectFiles(files, {}).map(({ format }) => format)).toEqual([
      'markdown',
      'graphql',
      'code',
    ]);
  });
});
