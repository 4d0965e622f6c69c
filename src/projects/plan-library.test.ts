import { expect, test } from 'vitest';
import { annotations, type Library } from '../resources/library.ts';
import { planLibrary, type LibraryPlan, type WantedLibrary } from './plan-library.ts';

const wanted: WantedLibrary = {
  id: '/acme/queue',
  source: { git: { url: 'https://github.com/acme/queue' } },
  refs: ['v1.2.3'],
  aliases: ['acme-queue'],
};

function library(spec: Partial<Library['spec']>, marks: Record<string, string> = {}) {
  const metadata = { name: 'queue', annotations: marks } as unknown as Library['metadata'];
  return { metadata, spec: { id: '/acme/queue', source: wanted.source, ...spec } };
}

/** Returns the library that a plan leads to. */
function after(plan: LibraryPlan) {
  if (plan.action !== 'create' && plan.action !== 'change') throw new Error(plan.action);
  return library(plan.spec, { [annotations.projects]: plan.annotation });
}

test('a library that a project makes reads the version in use in place of the default branch', () => {
  const made = after(planLibrary(undefined, wanted));
  expect(made.spec).toMatchObject({
    source: { git: { url: 'https://github.com/acme/queue', branch: 'v1.2.3' } },
    aliases: ['acme-queue'],
  });
  expect(made.spec.versions).toBeUndefined();
});

test('applying the same project again changes nothing', () => {
  const made = after(planLibrary(undefined, wanted));
  expect(planLibrary(made, wanted)).toEqual({ action: 'keep' });
});

test('a second project with another version keeps the first version where it is', () => {
  const made = after(planLibrary(undefined, wanted));
  const both = after(planLibrary(made, { ...wanted, refs: ['v2.0.0', 'v1.2.3'] }));
  expect(both.spec.source.git?.branch).toBe('v1.2.3');
  expect(both.spec.versions).toEqual(['v2.0.0']);
});

test('a version that moves replaces the old one', () => {
  const made = after(planLibrary(undefined, wanted));
  const moved = after(planLibrary(made, { ...wanted, refs: ['v1.3.0'] }));
  expect(moved.spec.source.git?.branch).toBe('v1.3.0');
  expect(moved.spec.versions).toBeUndefined();
});

test('a library that projects made goes with the last project that uses it', () => {
  const made = after(planLibrary(undefined, wanted));
  expect(planLibrary(made, undefined)).toEqual({ action: 'delete' });
});

test('a library that a person added keeps its branch and versions, and gets the version in use', () => {
  const own = library({ versions: ['v1.0.0'] });
  const changed = after(planLibrary(own, wanted));
  expect(changed.spec.source.git?.branch).toBeUndefined();
  expect(changed.spec.versions).toEqual(['v1.0.0', 'v1.2.3']);
});

test('a library that a person added loses only the versions that projects added', () => {
  const changed = after(planLibrary(library({ versions: ['v1.0.0'] }), wanted));
  const left = after(planLibrary(changed, undefined));
  expect(left.spec.versions).toEqual(['v1.0.0']);
  expect(planLibrary(library({ versions: ['v1.0.0'] }), undefined)).toEqual({ action: 'keep' });
});

test('a library of a manifest is not changed, and the reason names the version to add there', () => {
  const own = library({}, {});
  own.metadata.labels = { 'lectern.dev/managed-by': 'team' };
  expect(planLibrary(own, wanted)).toEqual({
    action: 'refuse',
    reason: 'add v1.2.3 to its versions: the manifest team made it',
  });
});

test('a broken annotation removes nothing', () => {
  const own = library({ versions: ['v1.0.0'] }, { [annotations.projects]: '{' });
  expect(planLibrary(own, undefined)).toEqual({ action: 'keep' });
});
