import { expect, test } from 'vitest';
import { createLog } from '../log/create-log.ts';
import { leadershipLog, runLog } from './controller-log.ts';

test('says who leads and how runs go, by constant messages with fields', () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void =>
    void lines.push(JSON.parse(line) as Record<string, unknown>);
  const log = createLog({}, { destination: { write } });
  const run = { library: 'docs/a', libraryId: '/acme/a', run: 'r' };
  const { onStart, onCancel, onRun } = runLog(log);
  const { onLeader } = leadershipLog(log);

  onLeader({ identity: 'pod-1_x', isSelf: true });
  onLeader({ identity: 'pod-2_y', isSelf: false });
  onStart({ ...run, trigger: 'schedule' });
  onCancel(run);
  onRun({ ...run, seconds: 2, embedded: 3 });
  onRun({ ...run, seconds: 1, embedded: 0, failure: { reason: 'NotFound', message: 'gone' } });

  expect(lines.map((line) => ({ ...line, time: 0 }))).toEqual([
    { time: 0, level: 30, leader: 'pod-1_x', msg: 'this controller leads' },
    { time: 0, level: 30, leader: 'pod-2_y', msg: 'another controller leads' },
    { time: 0, level: 30, ...run, trigger: 'schedule', msg: 'run starts' },
    { time: 0, level: 30, ...run, msg: 'run cancelled' },
    { time: 0, level: 30, ...run, seconds: 2, embedded: 3, outcome: 'succeeded', msg: 'run ended' },
    {
      time: 0,
      level: 40,
      ...run,
      seconds: 1,
      embedded: 0,
      outcome: 'failed',
      reason: 'NotFound',
      message: 'gone',
      msg: 'run ended',
    },
  ]);
});
