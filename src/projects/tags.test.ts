import { expect, test } from 'vitest';
import { findTag } from './tags.ts';

const tags = (...names: string[]) =>
  names.map((name, at) => ({ name, commit: String(at).padStart(40, 'a') }));

test.each([
  ['express', '4.18.2', 'v4.18.2'],
  ['express', '4.18.2', '4.18.2'],
  ['@tanstack/react-query', '5.0.0', '@tanstack/react-query@5.0.0'],
  ['@acme/kit', '1.2.3', 'kit@1.2.3'],
  ['@acme/kit', '1.2.3', 'acme-kit-v1.2.3'],
  ['kit', '1.2.3', 'kit-v1.2.3'],
  ['kit', '1.2.3', 'kit-1.2.3'],
  ['kit', '1.2.3', 'kit/v1.2.3'],
  ['kit', '1.2.3', 'kit_v1.2.3'],
  ['kit', '1.2.3', 'release-1.2.3'],
  ['kit', '1.2.3', 'release/1.2.3'],
  ['sqlalchemy', '2.0.23', 'rel_2_0_23'],
  ['postgres', '16.0', 'REL_16_0'],
  ['kit', '1.2.3', 'version-1.2.3'],
  ['org.acme:kit', '1.2.3', 'kit-1.2.3'],
  ['spring', '5.3.1.RELEASE', 'v5.3.1.RELEASE'],
  ['hibernate', '6.4.0.Final', '6.4.0'],
  ['kit', '1.2.0', 'v1.2'],
  ['kit', '1.0rc1', 'v1.0.0-rc.1'],
  ['kit', '1.0.0-beta.2', '1.0.0b2'],
  ['github.com/acme/kit', 'v1.2.3+incompatible', 'v1.2.3'],
  ['serde_json', '1.0.100', 'v1.0.100'],
  ['tokio', '1.35.1', 'tokio-1.35.1'],
])('version %s %s has the tag %s', (name, version, tag) => {
  const others = tags('v0.0.9', '9.9.9', tag);
  expect(findTag({ name, version }, others)).toEqual({ tag });
});

test('a Go module in a folder has tags with the folder', () => {
  const all = tags('v1.2.3', 'sdk/metric/v1.2.3');
  const version = {
    name: 'go.example/otel/sdk/metric',
    version: 'v1.2.3',
    directory: 'sdk/metric',
  };
  expect(findTag(version, all)).toEqual({ tag: 'sdk/metric/v1.2.3' });
});

test('a plain tag is not taken for a package whose own tags name it', () => {
  const all = tags('v1.2.3', 'kit@1.2.2');
  expect(findTag({ name: 'kit', version: '1.2.3' }, all)).toEqual({ nearest: 'kit@1.2.2' });
});

test('a pre-release is no tag of its release', () => {
  const all = tags('v2.0.0-rc.1', 'v1.9.0');
  expect(findTag({ name: 'kit', version: '2.0.0' }, all)).toEqual({ nearest: 'v2.0.0-rc.1' });
});

test('the tag at the reported commit is the tag, and else the commit itself', () => {
  const all = tags('nightly', 'v0.1.0');
  const commit = all[0]!.commit;
  expect(findTag({ name: 'kit', version: '1.2.3', commit }, all)).toEqual({ tag: 'nightly' });
  const other = 'c'.repeat(40);
  expect(findTag({ name: 'kit', version: '1.2.3', commit: other }, all)).toEqual({ tag: other });
});

test('a pseudo-version of Go is found by its commit', () => {
  const all = [{ name: 'nightly', commit: `abcdef123456${'0'.repeat(28)}` }];
  const version = 'v0.0.0-20240102030405-abcdef123456';
  expect(findTag({ name: 'x', version }, all)).toEqual({ tag: 'nightly' });
});

test('the nearest tag has the same major version: the highest below, else the lowest above', () => {
  const all = tags('v1.0.0', 'v1.4.0', 'v1.10.0', 'v2.0.0');
  expect(findTag({ name: 'kit', version: '1.9.0' }, all)).toEqual({ nearest: 'v1.4.0' });
  expect(findTag({ name: 'kit', version: '0.9.0' }, all)).toEqual({});
  expect(findTag({ name: 'kit', version: '2.1.0' }, tags('v2.2.0', 'v2.3.0'))).toEqual({
    nearest: 'v2.2.0',
  });
});
