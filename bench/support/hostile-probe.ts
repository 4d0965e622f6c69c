import { hostileParsers } from '../../test/support/hostile-shapes.ts';
import { tasks } from '../../src/parsing/tasks.ts';

/** What one size took. */
export interface Probe {
  size: number;
  seconds: number;
  /** Megabytes more than before the first. */
  megabytes: number;
  refused: boolean;
}

const [parser = '', shape = '', ...sizes] = process.argv.slice(2);
const { task, input, shapes } = hostileParsers[parser]!;
const carryOut = tasks[task] as (given: unknown) => Promise<unknown>;
const small = shapes[shape]!(200);

// The code is loaded and compiled by a small text, tables of tokens too.
for (let round = 0; round < 5; round += 1) await once(input(small));
const before = process.resourceUsage().maxRSS;
for (const size of sizes.map(Number)) {
  const given = input(shapes[shape]!(size));
  const first = await once(given);
  // Less than half a second is measured again: the first time compiles.
  const second = first.seconds < 0.5 ? await once(given) : first;
  const megabytes = (process.resourceUsage().maxRSS - before) / 1024;
  const seconds = Math.min(first.seconds, second.seconds);
  process.send?.({ size, seconds, megabytes, refused: first.refused } satisfies Probe);
}

async function once(given: unknown): Promise<{ seconds: number; refused: boolean }> {
  const start = process.threadCpuUsage();
  const refused = await carryOut(given).then(
    () => false,
    () => true,
  );
  const { user, system } = process.threadCpuUsage(start);
  return { seconds: (user + system) / 1e6, refused };
}
