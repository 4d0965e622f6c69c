// What every parser takes for texts that are made to be slow to read, at three sizes that double: fails where time grows faster than they do.
import { fork } from 'node:child_process';
import { hostileParsers } from '../test/support/hostile-shapes.ts';
import type { Probe } from './support/hostile-probe.ts';

// `npm run bench hostile` tries them all; `npm run bench hostile <parser> [part of a shape's name]` some.

const megabyte = 1_000_000;
const sizes = [megabyte / 4, megabyte / 2, megabyte];
const limits = { growth: 2.2, seconds: 2, megabytes: 256 };
/** Times below this tell nothing about how they grow: compiling and collecting garbage take as much. */
const floorSeconds = 0.15;
/** Milliseconds for one size, on a busy machine. */
const timeoutMs = 30_000;
const atOnce = 2;
const program = new URL('support/hostile-probe.ts', import.meta.url).pathname;

const [wantedParser, wantedShape = ''] = process.argv.slice(2);
const queue = Object.entries(hostileParsers)
  .filter(([parser]) => wantedParser === undefined || parser === wantedParser)
  .map(([parser, { shapes }]) => ({
    parser,
    shapes: Object.keys(shapes).filter((shape) => shape.includes(wantedShape)),
  }));
const count = queue.reduce((sum, { shapes }) => sum + shapes.length, 0);
const faults: string[] = [];
const worst = new Map<string, { seconds: number; megabytes: number; growth: number }>();
const started = performance.now();
await Promise.all(Array.from({ length: atOnce }, work));

console.log(
  '\nparser, seconds and MB for 1 MB at the most, growth of time for each doubling at the most',
);
for (const [parser, { seconds, megabytes, growth }] of worst) {
  console.log(
    `${parser.padEnd(20)} ${seconds.toFixed(2)} s  ${megabytes.toFixed(0).padStart(4)} MB  ${growth > 0 ? `x ${growth.toFixed(2)}` : 'too fast to tell'}`,
  );
}
const minutes = (performance.now() - started) / 60_000;
console.log(`${count} shapes at ${sizes.join(', ')} characters in ${minutes.toFixed(1)} minutes`);
if (faults.length > 0) {
  console.log(`\n${faults.length} over the limits:\n${faults.join('\n')}`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { parser } = next;
    let { shapes } = next;
    while (shapes.length > 0) {
      const probes = await probe(parser, shapes);
      // A process that was ended has answered for the shapes before the one it was ended at.
      const unfinished = shapes.findIndex((shape) => of(probes, shape).length < sizes.length);
      const tried = unfinished === -1 ? shapes : shapes.slice(0, unfinished + 1);
      for (const shape of tried) report(shape, parser, of(probes, shape));
      shapes = shapes.slice(tried.length);
    }
  }
}

function of(probes: Probe[], shape: string): Probe[] {
  return probes.filter((one) => one.shape === shape);
}

function report(shape: string, parser: string, probes: Probe[]): void {
  const name = `${parser}: ${shape}`;
  const wrong = judge({ parser }, probes);
  const shown = probes.map(({ seconds }) => seconds.toFixed(3)).join(', ');
  const megabytes = probes.at(-1)?.megabytes.toFixed(0) ?? '?';
  const refused = probes.some((one) => one.refused) ? '  refused' : '';
  console.log(`${name.padEnd(60)} ${shown} s  ${megabytes} MB${refused}`);
  if (wrong.length > 0) faults.push(`${name}: ${wrong.join('; ')} (${shown} s)`);
}

/** What each size of each shape takes, up to the first that does not finish. */
async function probe(parser: string, shapes: string[]): Promise<Probe[]> {
  const probes: Probe[] = [];
  const child = fork(program, [parser, sizes.join(','), ...shapes], {
    execArgv: ['--expose-gc', '--max-semi-space-size=16'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ended = Promise.withResolvers<void>();
  child.once('exit', () => ended.resolve());
  const end = (): boolean => child.kill('SIGKILL');
  let timer = setTimeout(end, timeoutMs);
  child.on('message', (one: Probe) => {
    probes.push(one);
    clearTimeout(timer);
    timer = setTimeout(end, timeoutMs);
  });
  await ended.promise;
  clearTimeout(timer);
  return probes;
}

function judge({ parser }: { parser: string }, probes: Probe[]): string[] {
  const growth = growthOf(probes);
  const last = probes.at(-1);
  const { seconds = 0, megabytes = 0 } = last ?? {};
  const before = worst.get(parser) ?? { seconds: 0, megabytes: 0, growth: 0 };
  worst.set(parser, {
    seconds: Math.max(before.seconds, seconds),
    megabytes: Math.max(before.megabytes, megabytes),
    growth: Math.max(before.growth, growth),
  });
  return [
    ...(probes.length < sizes.length ? ['it does not finish'] : []),
    ...(growth > limits.growth ? [`its time grows by ${growth.toFixed(2)} a doubling`] : []),
    ...(seconds > limits.seconds ? [`it takes ${seconds.toFixed(1)} s`] : []),
    ...(megabytes > limits.megabytes ? [`it takes ${megabytes.toFixed(0)} MB`] : []),
  ];
}

/** Of a doubling, over all of them: one alone may fall on a collection of garbage. */
function growthOf(probes: Probe[]): number {
  const first = probes[0];
  const last = probes.at(-1);
  if (!first || !last || first === last || last.seconds < floorSeconds) return 0;
  const doublings = Math.log2(last.size / first.size);
  // What is below the floor may be nothing but the costs that are the same for every size.
  const from = Math.max(first.seconds, floorSeconds / 2 ** (doublings + 1));
  return (last.seconds / from) ** (1 / doublings);
}
