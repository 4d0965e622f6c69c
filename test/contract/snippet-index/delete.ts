import { describe, expect, test } from 'vitest';
import { EMBEDDER, facts, LIBRARY, type Subject } from './subject.ts';

/** Defines tests of what a deletion removes and what it keeps. */
export function describeDelete(at: Subject): void {
  describe('delete', () => {
    test('removes one version and leaves the others', async () => {
      await at.publish(['alpha'], '');
      await at.publish(['beta'], 'v1');
      await at.index.delete(LIBRARY, 'v1');
      expect((await at.index.versions(LIBRARY)).map(({ version }) => version)).toEqual(['']);
      expect(await at.ask('beta', { version: 'v1' })).toBeUndefined();
      expect(await at.titles('alpha beta')).toEqual(['alpha']);
    });

    test('removes a library for every connection, and keeps other libraries', async () => {
      const reader = at.another();
      await at.publish(['alpha']);
      const other = await at.index.open('/acme/gadgets', '', EMBEDDER);
      await at.writeTexts(other, ['gadget']);
      await other.activate(facts);
      expect(await at.titles('alpha', { from: reader })).toEqual(['alpha']);
      await at.index.delete(LIBRARY);
      expect(await at.index.versions(LIBRARY)).toEqual([]);
      expect(await at.titles('alpha', { from: reader })).toBeUndefined();
      expect(await at.index.versions('/acme/gadgets')).toHaveLength(1);
      await at.publish(['beta']);
      expect(await at.titles('alpha beta', { from: reader })).toEqual(['beta']);
      await reader.close();
    });

    test('of an unknown library does nothing', async () => {
      await at.index.delete('/no/where');
      await at.index.delete('/no/where', 'v1');
      await at.publish(['alpha']);
      await at.index.delete(LIBRARY, 'v1');
      expect(await at.titles('alpha')).toEqual(['alpha']);
    });
  });
}
