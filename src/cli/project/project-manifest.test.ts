import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { parseManifest } from '../../libraries/manifest/parse.ts';
import { librariesOf } from '../../libraries/manifest/to-library.ts';
import type { ResolvedDependency } from '../../projects/resolve.ts';
import { joinManifests, manifestOf, resourcesOf } from './project-manifest.ts';

const queue: ResolvedDependency = {
  ecosystem: 'npm',
  name: '@acme/queue',
  version: '1.2.3',
  dev: false,
  state: 'tag',
  ref: 'queue@1.2.3',
  repository: 'https://github.com/acme/kit',
};
const dependencies: ResolvedDependency[] = [
  queue,
  { ...queue, name: '@acme/store', version: '2.0.0', ref: 'store@2.0.0' },
  { ...queue, name: 'lost', state: 'missing', note: 'no tag\n- url: https://evil.example' },
];

test('a sync of the manifest makes the libraries of the project at the versions in use', () => {
  const text = manifestOf('shop', dependencies);
  const { specs } = librariesOf(parseManifest(text), { name: 'repos.yaml' });
  expect(specs).toEqual([
    {
      id: '/acme/kit',
      aliases: ['@acme/queue', '@acme/store'],
      versions: ['store@2.0.0'],
      source: { git: { url: 'https://github.com/acme/kit', branch: 'queue@1.2.3' } },
    },
  ]);
});

test('the manifest names the dependencies that it cannot contain, in a comment that no text can end', () => {
  const text = manifestOf('shop', dependencies);
  expect(text).toMatch(/^# +lost 1\.2\.3: no tag - url: https:\/\/evil\.example$/m);
  expect(text).not.toMatch(/^- url: https:\/\/evil/m);
});

test('a project without any found dependency gives a valid, empty manifest', () => {
  expect(parseManifest(manifestOf('shop', []))).toEqual({ entries: [], mistakes: [] });
});

test('the custom resources have the same specs', () => {
  const [library] = parseAllDocuments(resourcesOf('shop', dependencies)).map((one) => one.toJS());
  expect(library).toMatchObject({
    apiVersion: 'lectern.dev/v1alpha1',
    kind: 'Library',
    spec: { id: '/acme/kit', versions: ['store@2.0.0'] },
  });
});

test('joined manifests name each repository once, with the versions of all projects', () => {
  const of = (ref: string) => manifestOf('shop', [{ ...queue, ref }]);
  const text = joinManifests([
    { name: 'a.yaml', text: of('v1') },
    { name: 'b.yaml', text: of('v2') },
    { name: 'c.yaml', text: of('v1') },
  ]);
  const { specs } = librariesOf(parseManifest(text), { name: 'repos.yaml' });
  expect(specs).toMatchObject([
    { versions: ['v2'], source: { git: { url: 'https://github.com/acme/kit', branch: 'v1' } } },
  ]);
});

test('a file with a mistake is named, and an entry of another type is refused', () => {
  expect(() => joinManifests([{ name: 'a.yaml', text: 'repos: 1' }])).toThrow(/^a\.yaml:1: /);
  const website = 'repos: [{ type: website, url: "https://example.com" }]';
  expect(() => joinManifests([{ name: 'a.yaml', text: website }])).toThrow(/no Git repository/);
});
