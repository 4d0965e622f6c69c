import { expect, test } from 'vitest';
import { goRepository, packageFolder, repositoryAddress } from './repository-address.ts';

const kit = { url: 'https://github.com/acme/kit' };

test.each([
  ['git+https://github.com/acme/kit.git', kit],
  ['git+ssh://git@github.com/acme/kit.git', kit],
  ['git://github.com/acme/kit.git', kit],
  ['git@github.com:acme/kit.git', kit],
  ['ssh://git@github.com/acme/kit', kit],
  ['github:acme/kit', kit],
  ['acme/kit', kit],
  ['acme/kit#main', kit],
  ['https://github.com/acme/kit', kit],
  ['http://www.github.com/acme/kit/', kit],
  ['https://user:secret@github.com/acme/kit.git', kit],
  ['https://github.com/acme/kit#readme', kit],
  ['https://github.com/acme/kit/issues', kit],
  ['https://github.com/acme/kit/tree/main/packages/core', { ...kit, directory: 'packages/core' }],
  ['scm:git:git://github.com/acme/kit.git', kit],
  ['scm:git:git@github.com:acme/kit.git', kit],
  ['gitlab:acme/kit', { url: 'https://gitlab.com/acme/kit' }],
  [
    'https://gitlab.com/group/sub/kit/-/tree/main/lib',
    { url: 'https://gitlab.com/group/sub/kit', directory: 'lib' },
  ],
  ['https://git.example.com/team/kit.git', { url: 'https://git.example.com/team/kit.git' }],
])('%s is a repository', (text, address) => {
  expect(repositoryAddress(text)).toEqual(address);
});

test.each([
  'https://example.com/kit',
  'https://github.com/sponsors/acme',
  'https://github.com/acme',
  '--upload-pack=touch /tmp/x',
  'ext::sh -c id',
  'file:///etc/passwd',
  'https://github.com/acme/kit\n--option',
  '',
])('%j is no repository', (text) => {
  expect(repositoryAddress(text)).toBeUndefined();
});

test.each([
  ['github.com/acme/kit', { url: 'https://github.com/acme/kit' }],
  ['github.com/acme/kit/v2', { url: 'https://github.com/acme/kit' }],
  ['github.com/acme/kit/sub/mod/v3', { url: 'https://github.com/acme/kit', directory: 'sub/mod' }],
  ['golang.org/x/net', { url: 'https://github.com/golang/net' }],
  ['gopkg.in/yaml.v3', { url: 'https://github.com/go-yaml/yaml' }],
  ['gopkg.in/acme/kit.v2', { url: 'https://github.com/acme/kit' }],
  ['go.uber.org/zap', { url: 'https://github.com/uber-go/zap' }],
  ['example.com/kit', undefined],
])('the Go module %s is found by its path', (path, address) => {
  expect(goRepository(path)).toEqual(address);
});

test('a folder never leaves the repository', () => {
  expect(packageFolder('./packages/core/')).toBe('packages/core');
  expect(packageFolder('../elsewhere')).toBeUndefined();
  expect(packageFolder('.')).toBeUndefined();
});
