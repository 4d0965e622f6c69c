import { expect, test } from 'vitest';
import { chosenWhole, exportedOf, labelOf } from './chosen.ts';

const id = '/acme/web';

test('a library is exported with all versions unless a person chooses some', () => {
  expect(exportedOf(chosenWhole(id))).toBe(id);
  expect(exportedOf({ id, take: 'default', names: ['v1'] })).toEqual({ library: id, versions: [] });
  expect(exportedOf({ id, take: 'some', names: ['v1'] })).toEqual({
    library: id,
    versions: ['v1'],
  });
});

test('the label names what goes besides the default version', () => {
  expect(labelOf(chosenWhole(id))).toBe(id);
  expect(labelOf({ id, take: 'some', names: [] })).toBe('/acme/web, default version only');
  expect(labelOf({ id, take: 'some', names: ['v1', 'v2'] })).toBe(
    '/acme/web, default version and v1, v2',
  );
});
