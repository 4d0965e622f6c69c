import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { Informer } from './informer.ts';
import type { KubeObject } from './kube-object.ts';
import { wait } from './wait.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('forgets an object that this process wrote, once it is deleted', async () => {
  const deleted = Promise.withResolvers<KubeObject>();
  const informer = new Informer<KubeObject>(
    {
      list: async () => ({ items: [], resourceVersion: '1' }),
      async *watch(_position, signal) {
        yield { type: 'deleted', object: await deleted.promise };
        await wait(60_000, signal);
      },
    },
    { transform: (object) => object, onError: () => undefined },
  );
  const stop = new AbortController();
  const running = informer.run(stop.signal);
  await informer.whenSynced(stop.signal);
  const update = (): WeakRef<KubeObject> => {
    const written = { metadata: { name: 'run-1', resourceVersion: '2' } };
    informer.update(written);
    return new WeakRef(written);
  };
  const written = update();
  expect(informer.list()).toHaveLength(1);

  deleted.resolve({ metadata: { name: 'run-1', resourceVersion: '3' } });

  const isForgotten = (): boolean => {
    collectGarbage();
    return written.deref() === undefined;
  };
  await expect.poll(isForgotten, { timeout: 20_000 }).toBe(true);
  stop.abort();
  await running;
});
