import { expect, test } from 'vitest';
import { openPolicies, patched } from '../../identity/access/policies.ts';
import { isAllowed } from '../../identity/access/policy-judge.ts';
import type { Library } from '../../resources/library.ts';
import { contentAfter, recordOf } from './record.ts';

function library(spec: Partial<Library['spec']>): Library {
  const source = { git: { url: 'https://example.com/acme/web.git' } };
  return {
    metadata: {
      name: 'web',
      uid: 'u',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: '2026-01-02T03:04:05.000Z',
    },
    spec: { id: '/acme/web', source, ...spec },
    status: {},
  };
}

test("a private library's record says whose it is", () => {
  const spec = { visibility: 'private', teamspace: 'docs' } as const;
  expect(recordOf(library(spec))).toMatchObject(spec);
  const own = recordOf(library({ visibility: 'private' }));
  expect(own).toMatchObject({ visibility: 'private', teamspace: 'default' });
});

test.each([
  ['/acme/big_saw-kit', 'https://example.com/acme/saw.git', 'big saw kit'],
  ['/acme/docs', 'https://example.com/acme/docs.git', 'acme'],
  ['/acme/website', 'git@example.com:acme/website.git', 'acme'],
  ['/local/docs', '/srv/docs', 'docs'],
])('the title of %s from %s, which states none, is %s', (id, url, title) => {
  expect(recordOf(library({ id, source: { git: { url } } }))).toMatchObject({ title });
});

test('a blank title counts as none', () => {
  const status = { title: 'Web' };
  expect(recordOf({ ...library({ title: '  ' }), status })).toMatchObject({ title: 'Web' });
  expect(recordOf({ ...library({ title: '' }), status })).toMatchObject({ title: 'Web' });
});

test("the owner's rules are in the record only while they are allowed", () => {
  const rules = ['Use hooks.'];
  const allowed = library({ ownerRules: 'allow' });
  expect(recordOf(allowed, { ownerRules: rules })).toMatchObject({ ownerRules: rules });
  for (const other of [library({}), library({ ownerRules: 'ignore' })]) {
    expect(recordOf(other, { ownerRules: rules })).not.toHaveProperty('ownerRules');
  }
  expect(recordOf(allowed, { ownerRules: [] })).not.toHaveProperty('ownerRules');
});

test('what a run found with a credential stays out of a record that everybody may read then', () => {
  const found = { topics: 'Secret saws', names: [], ownerRules: ['Use secret saws.'] };
  const held = recordOf(library({ visibility: 'private' }), found);
  const open = library({});

  expect(contentAfter(open, held, {})).toEqual({});
  expect(contentAfter(open, held, { topics: 'Saws' })).toEqual({ topics: 'Saws' });
  // Somebody has opened it on purpose, or it stays private.
  expect(contentAfter(open, held, undefined)).toMatchObject({ topics: 'Secret saws' });
  expect(contentAfter(library({ visibility: 'private' }), held, {})).toMatchObject({
    topics: 'Secret saws',
  });
});

test('the record of a public library is as it was before there were private ones', () => {
  for (const spec of [{}, { visibility: 'public', teamspace: 'docs' } as const]) {
    const record = recordOf(library(spec));
    expect(record).not.toHaveProperty('visibility');
    expect(record).not.toHaveProperty('teamspace');
  }
});

test.each([
  ['repo', 'git', 'public_repos'],
  ['website', 'website', 'websites'],
  ['openapi', 'openapi', 'uploaded_files'],
  [undefined, 'import', 'public_repos'],
] as const)('policies treat an import of type %s as its original, %s', (type, source, kind) => {
  const spec = { source: { import: { upload: 'u1', ...(type && { type }) } } };
  const record = recordOf(library(spec));
  expect(record.source).toBe(source);
  const off = patched(openPolicies(), { sourceTypes: { disable: [kind] } });
  expect(isAllowed(off, record, 0)).toBe(false);
});
