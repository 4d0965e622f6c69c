import { readFileSync, writeFileSync } from 'node:fs';
import { tasks } from '../../src/parsing/tasks.ts';
import { hostileParsers } from '../../test/support/hostile-shapes.ts';

/** What one size of one shape took. */
export interface Probe {
  shape: string;
  size: number;
  seconds: number;
  /** Megabytes more than before. */
  megabytes: number;
  refused: boolean;
}

const [parser = '', sizes = '', ...names] = process.argv.slice(2);
const { task, input, shapes } = hostileParsers[parser]!;
const carryOut = tasks[task] as (given: unknown) => Promise<unknown>;

for (const shape of names) {
  const make = shapes[shape]!;
  // The code is loaded and compiled by a small text.
  for (let round = 0; round < 5; round += 1) await once(input(make(1_000)));
  for (const size of sizes.split(',').map(Number)) {
    const given = input(make(size));
    globalThis.gc?.();
    const before = process.memoryUsage.rss();
    forgetPeak();
    const first = await once(given);
    const megabytes = (peak() - before) / 1e6;
    // Less than half a second is measured again: the first time compiles.
    const second = first.seconds < 0.5 ? await once(given) : first;
    const seconds = Math.min(first.seconds, second.seconds);
    process.send?.({ shape, size, seconds, megabytes, refused: first.refused } satisfies Probe);
  }
}
process.disconnect();

async function once(given: unknown): Promise<{ seconds: number; refused: boolean }> {
  const start = process.threadCpuUsage();
  const refused = await carryOut(given).then(
    () => false,
    () => true,
  );
  const { user, system } = process.threadCpuUsage(start);
  return { seconds: (user + system) / 1e6, refused };
}

/** Linux forgets the peak of a process's memory when 5 is written here (proc(5)); elsewhere it is that of all shapes before. */
function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
