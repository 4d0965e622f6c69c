import { describe, expect, test } from 'vitest';
import type { Resource } from '../../resources/library.ts';
import type { RegistryEvent } from '../registry.ts';
import { EventQueue } from './event-queue.ts';

function event(type: RegistryEvent['type'], uid: string, version: number): RegistryEvent<Resource> {
  const metadata = { name: 'a', uid, generation: 1, creationTimestamp: '' };
  return {
    type,
    object: { metadata: { ...metadata, resourceVersion: String(version) }, spec: {}, status: {} },
  };
}

/** What a watcher sees that first looks when all of it has happened. */
async function seen(...events: RegistryEvent<Resource>[]): Promise<string[]> {
  const queue = new EventQueue<Resource>();
  for (const one of events) queue.push(one);
  queue.push(event('added', 'end', 0));
  const told: string[] = [];
  for await (const { type, object } of queue.drain(new AbortController().signal)) {
    const { uid, resourceVersion } = object.metadata;
    if (uid === 'end') break;
    told.push(`${type} ${uid} ${resourceVersion}`);
  }
  return told;
}

describe('EventQueue', () => {
  test('shows a slow watcher the last state, as added for unseen resources', async () => {
    expect(await seen(event('added', 'u', 1), event('modified', 'u', 2))).toEqual(['added u 2']);
    expect(await seen(event('modified', 'u', 2), event('modified', 'u', 3))).toEqual([
      'modified u 3',
    ]);
  });

  test('omits resources that were created and deleted in between', async () => {
    expect(await seen(event('added', 'u', 1), event('deleted', 'u', 2))).toEqual([]);
  });

  test('reports a deletion even if the name is reused at once', async () => {
    expect(
      await seen(event('modified', 'u', 1), event('deleted', 'u', 2), event('added', 'v', 3)),
    ).toEqual(['deleted u 2', 'added v 3']);
  });
});
