import { describe, expect, test } from 'vitest';
import { crdFilter } from './crd-files.ts';
import { selectFiles } from './filter.ts';

function chosen(...paths: string[]): string[] {
  return paths.filter(crdFilter(paths));
}

describe('definitions of custom resources', () => {
  test.each([
    'config/crd/bases/tools.example_saws.yaml',
    'charts/saw/crds/saws.yaml',
    'package/crds/tools.example_saws.yaml',
    'deploy/crd.yaml',
    'manifests/saw.crd.yaml',
    'install/040-Crd-saw.yaml',
  ])('%s is read', (path) => {
    expect(chosen('README.md', path)).toEqual([path]);
  });

  test.each([
    'test/crds/saws.yaml',
    'e2e-tests/crds/saws.yaml',
    'examples/crds/saws.yaml',
    'vendor/other/crds/saws.yaml',
    'charts/saw/charts/other/crds/saws.yaml',
    'charts/saw/templates/crd-saws.yaml',
    'config/crd/kustomization.yaml',
    'config/crd/patches/saws.yaml',
    'deploy/saws.yaml',
  ])('%s is not', (path) => {
    expect(chosen('README.md', path)).toEqual([]);
  });

  test('copies in less sure places and under the same name are left out', () => {
    const bases = 'config/crd/bases/saws.yaml';
    expect(chosen(bases, 'charts/saw/crds/all.yaml', 'deploy/crd.yaml')).toEqual([bases]);
    expect(chosen('charts/saw/crds/saws.yaml', 'deploy/crds/saws.yaml')).toEqual([
      'deploy/crds/saws.yaml',
    ]);
  });

  test.each([
    'docs/api.md',
    'docs/api-reference/saws.md',
    'docs/crds/saw.adoc',
    'docs/reference/saws.md',
    'docs/src/tools.v1beta1.md',
    'api/openapi-spec/swagger.json',
  ])('beside %s, none is read', (path) => {
    expect(chosen(path, 'config/crd/bases/saws.yaml')).toEqual([]);
  });

  test.each(['docs/usage.md', 'docs/proposals/api.md', 'deploy/crds/README.md', 'vendor/x/api.md'])(
    'beside %s, they are read',
    (path) => {
      expect(chosen(path, 'config/crd/bases/saws.yaml')).toHaveLength(1);
    },
  );

  test('they do not count as documentation', () => {
    const files = ['README.md', 'config/crd/bases/saws.yaml', 'main.go'].map((path) => ({ path }));
    expect(selectFiles(files, {}).map(({ path, format }) => `${format} ${path}`)).toEqual([
      'markdown README.md',
      'crd config/crd/bases/saws.yaml',
      'code main.go',
    ]);
  });
});
