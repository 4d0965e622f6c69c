import type { EventsV1Event } from '@kubernetes/client-node';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { EventRecorder, type EventTarget } from '../../../src/kubernetes/events.ts';
import { KubeClient } from '../../../src/kubernetes/kube-client.ts';
import type { Wire } from '../../../src/kubernetes/kube-object.ts';
import { startFaultyApiServer } from '../../support/faulty-api-server.ts';
import { makeNamespace, testKubeConfig, type TestNamespace } from '../../support/kubernetes.ts';

describe('EventRecorder', () => {
  let namespace: TestNamespace;
  let target: EventTarget;

  beforeEach(async () => {
    namespace = await makeNamespace();
    const { metadata } = await namespace.write('a', {});
    target = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      namespace: namespace.name,
      name: 'a',
      uid: metadata?.uid ?? '',
    };
  });
  afterEach(async () => namespace[Symbol.asyncDispose]());

  const events = async (): Promise<Wire<EventsV1Event>[]> =>
    namespace.client
      .resource<Wire<EventsV1Event>>({ group: 'events.k8s.io', version: 'v1', plural: 'events' })
      .list({ namespace: namespace.name }, new AbortController().signal);
  const failed = { type: 'Warning', reason: 'Unreachable', message: 'no route' } as const;
  const make = (kubeConfig = testKubeConfig()) => {
    const errors: string[] = [];
    const recorder = new EventRecorder({
      client: new KubeClient(kubeConfig, { fieldManager: 'test' }),
      controller: 'example.com/controller',
      onError: (message) => errors.push(message),
    });
    return { recorder, errors };
  };

  test('writes an Event for an object, and counts repetitions', async () => {
    const { recorder, errors } = make();

    recorder.record(target, failed);
    recorder.record(target, failed);
    recorder.record(target, failed);
    recorder.record(target, { type: 'Normal', reason: 'Succeeded', message: 'x'.repeat(5_000) });

    await vi.waitFor(async () => expect(await events()).toHaveLength(2), 30_000);
    const [warning, normal] = (await events()).sort((a, b) => (a.type! < b.type! ? 1 : -1));
    expect(warning).toMatchObject({
      type: 'Warning',
      reason: 'Unreachable',
      note: 'no route',
      reportingController: 'example.com/controller',
      regarding: { kind: 'ConfigMap', name: 'a', uid: target.uid },
      series: { count: 3 },
    });
    expect(normal?.note).toHaveLength(1_024);
    expect(errors).toEqual([]);
  });

  test('cuts a long message where the API server counts bytes, and not inside of a character', async () => {
    const { recorder, errors } = make();

    recorder.record(target, { ...failed, message: 'é'.repeat(1_000) });
    recorder.record(target, { ...failed, message: `x${'😀'.repeat(1_000)}` });

    await vi.waitFor(async () => {
      const notes = (await events()).map(({ note }) => note);
      expect(new Set(notes)).toEqual(new Set([`x${'😀'.repeat(255)}`, 'é'.repeat(512)]));
    }, 30_000);
    expect(errors).toEqual([]);
  });

  test('writes an Event for an object with a long name, wherever it is cut', async () => {
    const { recorder, errors } = make();

    recorder.record({ ...target, name: `${'long-'.repeat(46)}name` }, failed);
    recorder.record(
      { ...target, name: `${'v1.'.repeat(77)}name` },
      { ...failed, message: 'other' },
    );

    await vi.waitFor(async () => expect(await events()).toHaveLength(2), 30_000);
    expect(errors).toEqual([]);
  });

  test('writes a new Event if the counted one is gone', async () => {
    const { recorder } = make();
    recorder.record(target, failed);
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), 30_000);
    const [first] = await events();
    await namespace.client
      .resource({ group: 'events.k8s.io', version: 'v1', plural: 'events' })
      .delete(`${namespace.name}/${first?.metadata?.name}`, {}, new AbortController().signal);

    recorder.record(target, failed);

    await vi.waitFor(async () => expect(await events()).toHaveLength(1), 30_000);
  });

  test('drops Events of an object that has too many, but not those of others', async () => {
    const { recorder } = make();

    for (let i = 0; i < 100; i += 1) {
      recorder.record(target, { type: 'Normal', reason: 'Changed', message: `change ${i}` });
    }
    recorder.record({ ...target, name: 'b', uid: 'another' }, failed);

    await vi.waitFor(async () => {
      expect((await events()).map(({ reason }) => reason)).toContain('Unreachable');
    }, 30_000);
    expect(await events()).toHaveLength(26);
  });

  test('writes Events of an object after a clock that was ahead is set back', async () => {
    const { recorder } = make();
    const { reason } = failed;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    recorder.record(target, failed);
    vi.useRealTimers();

    recorder.record(target, { type: 'Normal', reason, message: 'back' });

    await vi.waitFor(async () => expect(await events()).toHaveLength(2), 30_000);
  });

  test('sends nothing after it is closed', async () => {
    const { recorder } = make();
    recorder.record(target, failed);
    await vi.waitFor(async () => expect(await events()).toHaveLength(1), 30_000);
    recorder.record(target, { type: 'Normal', reason: 'Changed', message: 'not sent yet' });

    await recorder.close();
    recorder.record({ ...target, uid: 'another' }, failed);
    await recorder.close();

    expect((await events()).map(({ reason }) => reason)).toEqual(['Unreachable']);
  });

  test('logs an Event that it cannot write, and continues', async () => {
    const server = await startFaultyApiServer(testKubeConfig());
    onTestFinished(async () => server[Symbol.asyncDispose]());
    server.faults.set('other', 'reset');
    const { recorder, errors } = make(server.kubeConfig);

    recorder.record(target, failed);
    await vi.waitFor(() => expect(errors[0]).toContain('an event was not recorded'), 30_000);
    server.faults.clear();
    recorder.record(target, failed);

    await vi.waitFor(async () => expect(await events()).toHaveLength(1), 30_000);
  });
});
