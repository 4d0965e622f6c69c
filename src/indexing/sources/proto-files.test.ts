import { describe, expect, test } from 'vitest';
import { selectFiles } from './filter.ts';

function chosen(...paths: string[]): string[] {
  return selectFiles(
    paths.map((path) => ({ path })),
    {},
  ).map(({ path }) => path);
}

describe('files of Protocol Buffers', () => {
  test('are read beside a README, as other source code is', () => {
    expect(chosen('README.md', 'main.go', 'api/saw.proto')).toContain('api/saw.proto');
  });

  test('are read beside documents if most source files are such files', () => {
    expect(chosen('docs/guide.md', 'api/saw.proto', 'api/drill.proto', 'gen.py')).toEqual([
      'docs/guide.md',
      'api/saw.proto',
      'api/drill.proto',
    ]);
    expect(chosen('docs/guide.md', 'api/saw.proto', 'a.go', 'b.go')).toEqual(['docs/guide.md']);
    expect(chosen('docs/guide.md', 'docs/saw.proto')).toEqual(['docs/guide.md']);
  });

  test('are left out beside the description that a generator made of them', () => {
    expect(chosen('README.md', 'api/saw.proto', 'api/saw.swagger.json')).toEqual([
      'README.md',
      'api/saw.swagger.json',
    ]);
  });

  test('of other projects and of tests are left out', () => {
    expect(
      chosen(
        'README.md',
        'proto/google/api/http.proto',
        'third_party/x/a.proto',
        'test/a.proto',
        'google/api/http.proto',
      ),
    ).toEqual(['README.md', 'google/api/http.proto']);
  });
});
