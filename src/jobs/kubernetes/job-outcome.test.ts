import { describe, expect, test } from 'vitest';
import { encodeOutcome, type RunOutcome } from './termination-message.ts';
import { newRun } from '../../resources/run.ts';
import type { ContainerStatus, JobObject, PodObject } from './job-objects.ts';
import { jobState } from './job-outcome.ts';

const at = '2026-05-01T10:00:00Z';
const later = '2026-05-01T10:05:00Z';
const metadata = { name: 'lib-a-0', uid: 'j', resourceVersion: '1', creationTimestamp: at };

function job(status: JobObject['status'] = {}, spec: JobObject['spec'] = {}): JobObject {
  const annotations = { 'lectern.dev/run': 'run-1' };
  return { metadata: { ...metadata, annotations }, spec, status };
}

function complete(): JobObject {
  const conditions = [{ type: 'Complete', status: 'True', lastTransitionTime: later }];
  return job({ startTime: at, completionTime: later, conditions });
}

function failed(reason = 'BackoffLimitExceeded', message = 'Job has reached its limit'): JobObject {
  const condition = { type: 'Failed', status: 'True', reason, message, lastTransitionTime: later };
  return job({ startTime: at, conditions: [condition] }, { activeDeadlineSeconds: 3600 });
}

function pod(status: NonNullable<PodObject['status']>, created = at): PodObject {
  return {
    metadata: { ...metadata, name: 'lib-a-0-x', creationTimestamp: created },
    spec: { containers: [{ name: 'lectern', resources: { limits: { memory: '1Gi' } } }] },
    status,
  };
}

function container(state: ContainerStatus['state'], phase = 'Pending'): PodObject {
  return pod({ phase, containerStatuses: [{ name: 'lectern', ...(state && { state }) }] });
}

function ended(exitCode: number, message?: string, reason?: string): PodObject {
  const terminated = { exitCode, ...(message && { message }), ...(reason && { reason }) };
  return container({ terminated }, exitCode === 0 ? 'Succeeded' : 'Failed');
}

function deleted(one: PodObject): PodObject {
  return { ...one, metadata: { ...one.metadata, deletionTimestamp: later } };
}

const progress = {
  phase: 'done' as const,
  fetched: 3,
  documents: 3,
  snippets: 9,
  embedded: 9,
  skipped: 0,
};
const success: RunOutcome = {
  state: 'succeeded',
  progress,
  result: { changed: true, facts: { title: 'Widgets' } },
};
const failure: RunOutcome = {
  state: 'failed',
  failure: { reason: 'NotFound', message: 'no such branch', retry: 'never' },
};

describe('a run that is under way', () => {
  test.each([
    ['a suspended Job', job({}, { suspend: true }), [], /^Queued: the Job is suspended/],
    ['a Job without a Pod', job(), [], 'Waiting for a Pod'],
    [
      'a Pod that starts',
      job(),
      [container({ waiting: { reason: 'ContainerCreating' } })],
      'The Pod is starting',
    ],
    [
      'a Pod no node has room for',
      job(),
      [
        pod({
          phase: 'Pending',
          conditions: [
            {
              type: 'PodScheduled',
              status: 'False',
              reason: 'Unschedulable',
              message: '0/3 nodes are available: 3 Insufficient memory.',
            },
          ],
        }),
      ],
      'The Pod cannot be scheduled: 0/3 nodes are available: 3 Insufficient memory',
    ],
    [
      'an image that cannot be pulled',
      job(),
      [container({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling "x"' } })],
      'The Pod cannot start: ImagePullBackOff: Back-off pulling "x"',
    ],
  ])('shows why it waits: %s', (_, theJob, pods, waiting) => {
    expect(jobState(theJob, pods)).toMatchObject({
      id: 'run-1',
      state: 'running',
      run: { id: 'run-1', phase: 'queued' },
      waiting: typeof waiting === 'string' ? waiting : expect.stringMatching(waiting),
    });
  });

  test('with shares waits no longer when one of them has started, although the cluster has no room for others', () => {
    const shared = job();
    shared.metadata.annotations!['lectern.dev/shares'] = '3';
    const pending = pod({ phase: 'Pending' });

    expect(jobState(shared, [pending, pending])).toHaveProperty('waiting');
    expect(jobState(shared, [pending, ended(0), pending])).not.toHaveProperty('waiting');
  });

  test('shows the progress in its journal', () => {
    const run = { ...newRun('run-1', new Date(at)), phase: 'indexing' as const, documents: 5 };

    const state = jobState(job({ startTime: at }), [container({ running: {} }, 'Running')], {
      run,
    });

    expect(state).toEqual({ id: 'run-1', state: 'running', run });
  });

  test('that embeds shows its result so far, without fields that it must not set', () => {
    const run = { ...newRun('run-1', new Date(at)), phase: 'embedding' as const };
    const found = { changed: true, facts: { title: 'Widgets', danger: 1 }, other: 'x' };
    const running = [container({ running: {} }, 'Running')];

    const state = jobState(job({ startTime: at }), running, { run, found, topics: 'Use' });
    const wrong = jobState(job({ startTime: at }), running, { run, found: { changed: 'yes' } });

    expect(state.found).toEqual({ changed: true, facts: { title: 'Widgets' }, topics: 'Use' });
    expect(wrong).not.toHaveProperty('found');
  });

  test('shows nothing of another run', () => {
    const run = { ...newRun('run-0', new Date(at)), documents: 5 };

    expect(jobState(job(), [container({ running: {} }, 'Running')], { run }).run).toMatchObject({
      id: 'run-1',
      documents: 0,
    });
  });
});

describe('a run that ended well', () => {
  test("has the outcome of its Pod's message, and topics, names and rules of the journal", () => {
    const run = newRun('run-1', new Date(at));

    const state = jobState(complete(), [ended(0, encodeOutcome(success))], {
      run,
      topics: 'one',
      names: [{ name: '@acme/web', origin: 'publishes' }],
      ownerRules: ['Use hooks.'],
    });

    expect(state).toEqual({
      id: 'run-1',
      state: 'succeeded',
      finishedAt: later,
      run: { ...run, ...progress },
      result: {
        changed: true,
        facts: { title: 'Widgets' },
        topics: 'one',
        names: [{ name: '@acme/web', origin: 'publishes' }],
        ownerRules: ['Use hooks.'],
      },
    });
  });

  test('has done its work though its Pod is gone', () => {
    expect(jobState(complete(), [])).toMatchObject({
      state: 'succeeded',
      result: { changed: true, facts: {} },
    });
  });

  const now = new Date(later).toISOString();

  test('has ended when its outcome is in the journal, even if its Pod and its Job have not ended', () => {
    const run = { ...newRun('run-1', new Date(at)), ...progress, finishedAt: now };
    const pods = [container({ running: {} }, 'Running')];

    expect(jobState(job({ startTime: at }), pods, { run, outcome: success })).toMatchObject({
      state: 'succeeded',
      finishedAt: now,
      result: { facts: { title: 'Widgets' } },
    });
    expect(jobState(job({ startTime: at }), pods, { run, outcome: failure })).toMatchObject({
      state: 'failed',
      finishedAt: now,
      failure: { reason: 'NotFound', message: 'no such branch', retry: 'never' },
    });
  });

  test('ended after its Job began, if the clock of its node is hours behind', () => {
    const finishedAt = '2026-05-01T08:00:00.000Z';
    const run = { ...newRun('run-1', new Date(at)), ...progress, finishedAt };

    expect(jobState(job({ startTime: at }), [], { run, outcome: failure })).toMatchObject({
      state: 'failed',
      finishedAt: new Date(at).toISOString(),
    });
  });

  test.each([
    ['of another run', 'run-0', success],
    ['in another form', 'run-1', { state: 'succeeded' }],
  ])('goes on whatever the journal holds %s', (_, id, outcome) => {
    const run = { ...newRun(id, new Date(at)), ...progress };

    expect(jobState(job({ startTime: at }), [], { run, outcome }).state).toBe('running');
  });

  test('is a failure at its deadline though the Pod of a lost node never ends', () => {
    const condition = {
      type: 'FailureTarget',
      status: 'True',
      reason: 'DeadlineExceeded',
      lastTransitionTime: later,
    };
    const lost = job({ startTime: at, conditions: [condition] }, { activeDeadlineSeconds: 3600 });

    const state = jobState(lost, [deleted(container({ running: {} }, 'Running'))]);

    expect(state).toMatchObject({ state: 'failed', failure: { reason: 'Timeout' } });
  });

  test('has done its work though the Job failed afterwards', () => {
    const state = jobState(failed('DeadlineExceeded'), [ended(0, encodeOutcome(success))]);

    expect(state.state).toBe('succeeded');
  });
});

describe('a run that failed', () => {
  interface Case {
    of: JobObject;
    pods: PodObject[];
    reason: string;
    message: RegExp;
    retry?: string;
  }
  const cancelled: RunOutcome = {
    state: 'failed',
    failure: { reason: 'Internal', message: 'The run was cancelled', retry: 'backoff' },
  };
  test.each<[string, Case]>([
    [
      'with an outcome',
      {
        of: failed(),
        pods: [ended(42, encodeOutcome(failure))],
        reason: 'NotFound',
        message: /^no such branch$/,
        retry: 'never',
      },
    ],
    [
      'at its deadline, whatever it said when it was told to end',
      {
        of: failed('DeadlineExceeded'),
        pods: [ended(1, encodeOutcome(cancelled))],
        reason: 'Timeout',
        message: /longer than its 3600 seconds; raise spec\.timeout/,
      },
    ],
    [
      'out of memory',
      {
        of: failed(),
        pods: [ended(137, undefined, 'OOMKilled')],
        reason: 'OutOfMemory',
        message: /limit of 1Gi; raise spec\.resources\.limits\.memory/,
      },
    ],
    [
      'by eviction',
      {
        of: failed(),
        pods: [
          pod({ phase: 'Failed', reason: 'Evicted', message: 'Pod storage usage exceeds 10Gi. ' }),
        ],
        reason: 'Evicted',
        message: /usage exceeds 10Gi; raise spec\.resources\.limits\.ephemeral-storage/,
      },
    ],
    [
      'with its Pod deleted',
      {
        of: failed(),
        pods: [],
        reason: 'Interrupted',
        message: /Pod was deleted before it ended/,
      },
    ],
    [
      'with its Pod told to end',
      {
        of: failed(),
        pods: [deleted(ended(1, encodeOutcome(cancelled)))],
        reason: 'Interrupted',
        message: /Pod was deleted before it ended/,
      },
    ],
    [
      'with its node lost',
      {
        of: failed(),
        pods: [pod({ phase: 'Failed', reason: 'NodeLost', message: 'Node is unresponsive' })],
        reason: 'Interrupted',
        message: /Node is unresponsive/,
      },
    ],
    [
      'with nothing but a log',
      {
        of: failed(),
        pods: [ended(1, 'starting\nLECTERN_ELASTICSEARCH_URL is missing\n')],
        reason: 'Internal',
        message: /exit code 1 and left no result: LECTERN_ELASTICSEARCH_URL is missing$/,
      },
    ],
    [
      'silently',
      {
        of: failed(),
        pods: [ended(139)],
        reason: 'Internal',
        message: /exit code 139 and left no result; see the log of Pod lib-a-0-x$/,
      },
    ],
  ])('%s says so', (_, { of, pods, reason, message, retry = 'backoff' }) => {
    expect(jobState(of, pods)).toMatchObject({
      id: 'run-1',
      state: 'failed',
      finishedAt: later,
      failure: { reason, message: expect.stringMatching(message), retry },
    });
  });

  test.each([
    ['an old token of an integration', '2026-05-01T09:00:00Z', 'backoff'],
    ['a new token of an integration', '2026-05-01T10:04:00Z', 'never'],
  ])('because a host refused %s says whether another token can help', (_, created, retry) => {
    const denied = { reason: 'AccessDenied', message: '401', retry: 'never' } as const;
    const { metadata: held, ...rest } = failed();
    const annotations = { ...held.annotations, 'lectern.dev/given-secret': 'true' };
    const given = { ...rest, metadata: { ...held, annotations, creationTimestamp: created } };
    const message = encodeOutcome({ state: 'failed', failure: denied });

    expect(jobState(given, [ended(42, message)])).toMatchObject({
      failure: { reason: 'AccessDenied', message: '401', retry },
    });
  });

  test('after a Pod was replaced is judged by the last one', () => {
    const first = pod({ phase: 'Failed', reason: 'Evicted', message: 'first' }, at);
    const second = ended(42, encodeOutcome(failure));
    second.metadata.creationTimestamp = later;

    expect(jobState(failed(), [first, second])).toMatchObject({ failure: { reason: 'NotFound' } });
  });
});
