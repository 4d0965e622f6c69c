import { expect, test } from 'vitest';
import { configurationFilter, isCommentedConfiguration } from './configuration-file.ts';

function chosen(...paths: string[]): string[] {
  return paths.filter(configurationFilter(paths));
}

test('values of charts and samples of configuration are candidates', () => {
  const files = [
    'charts/saw/values.yaml',
    'config-example.yaml',
    'conf/app.example.ini',
    'conf/defaults.ini',
    '.env.template',
    'saw.toml.example',
    '.saw.reference.yml',
    'src/misc/saw.conf.sample',
    'saw.conf',
    'etc/saw.conf',
  ];
  expect(chosen('charts/saw/Chart.yaml', ...files)).toEqual(files);
});

test('other values, files of tools, tests and examples are no candidates', () => {
  const others = [
    'values.yaml',
    'charts/saw/ci/values.yaml',
    'charts/saw/Chart.yaml',
    'examples/config.sample.yaml',
    'test/saw.conf.example',
    'docker-compose.example.yml',
    'doxygen.conf',
    'dist-workspace.toml',
    'src/nginx/site.conf',
    'config.yaml',
  ];
  expect(chosen(...others)).toEqual([]);
});

test('values in a README that helm-docs makes, and a file with a manual page, are no candidates', () => {
  expect(chosen('Chart.yaml', 'values.yaml', 'README.md.gotmpl')).toEqual([]);
  expect(chosen('saw.conf', 'doc/example.conf.in', 'man/saw.conf.5.in')).toEqual([]);
  expect(chosen('saw.conf', 'man/saw-blade.conf.5')).toEqual(['saw.conf']);
});

function settings(comment: string, count = 10): string {
  return Array.from({ length: count }, (_, at) => `# ${comment}\nkey${at}: 1\n`).join('\n');
}

test('a file counts if it describes enough settings', () => {
  expect(isCommentedConfiguration('values.yaml', settings('Wood'))).toBe(true);
  expect(isCommentedConfiguration('values.yaml', settings('Wood', 9))).toBe(false);
  const data = 'a: 1\n'.repeat(50);
  expect(isCommentedConfiguration('values.yaml', settings('Wood') + data)).toBe(false);
});

test('a file does not count if a table in a README has its comments, or if it is a manifest', () => {
  expect(isCommentedConfiguration('values.yaml', settings('-- Wood'))).toBe(false);
  expect(isCommentedConfiguration('values.yaml', settings('@param wood Wood'))).toBe(false);
  const wood = settings('Wood');
  expect(isCommentedConfiguration('values.yaml', `# +docs:section=Saws\n${wood}`)).toBe(false);
  expect(isCommentedConfiguration('saw.example.yaml', `apiVersion: v1\n${wood}`)).toBe(false);
});
