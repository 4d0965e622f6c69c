import { readFileSync, writeFileSync } from 'node:fs';
import { tasks } from '../../src/libraries/parse-tasks.ts';
import { hostileParsers } from '../../test/support/hostile-shapes.ts';

/** The cost of one size of one shape in one round. */
export interface Probe {
  shape: string;
  size: number;
  seconds: number;
  /** Megabytes above the memory of the process before its first shape. */
  megabytes: number;
  refused: boolean;
}

const [parser = '', sizes = '', rounds = '1', ...names] = process.argv.slice(2);
const { task, input, shapes } = hostileParsers[parser]!;
const carryOut = tasks[task] as (given: unknown) => Promise<unknown>;

// Small texts load and compile the code first.
for (const shape of names) await once(input(shapes[shape]!(2_000)));
globalThis.gc?.();
const empty = process.memoryUsage.rss();

for (const shape of names) {
  const given = sizes.split(',').map((size) => input(shapes[shape]!(Number(size))));
  // Sizes take turns, so that other work on the machine affects each of them alike.
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const [at, size] of sizes.split(',').map(Number).entries()) {
      globalThis.gc?.();
      forgetPeak();
      const { seconds, refused } = await once(given[at]);
      const megabytes = Math.max(0, (peak() - empty) / 1e6);
      process.send?.({ shape, size, seconds, megabytes, refused } satisfies Probe);
    }
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

/**
 * Resets the peak memory of the process. Linux does so when 5 is written to this file (proc(5)). On other systems the
 * peak includes all earlier shapes.
 */
function forgetPeak(): void {
  if (process.platform === 'linux') writeFileSync('/proc/self/clear_refs', '5');
}

function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  const status = readFileSync('/proc/self/status', 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
