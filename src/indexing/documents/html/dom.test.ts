import { expect, test } from 'vitest';
import { startCpuClock } from '../../../../test/support/cpu-seconds.ts';
import { parsePage, rawText } from './dom.ts';

test('reads a long text without tags in time that grows with it alone', () => {
  const text = 'a '.repeat(15_000_000);
  const cpuSeconds = startCpuClock();

  const page = parsePage(text);

  expect(cpuSeconds()).toBeLessThan(2);
  expect(rawText(page)).toHaveLength(text.length);
});
