// Measures every parser on texts that are made to be slow to read, at three sizes that double. Fails if the time grows
// faster than the size.
import { fork } from 'node:child_process';
import { hostileParsers } from '../test/support/hostile-shapes.ts';
import { usualMemory } from '../src/base/parsing/parse-child.ts';
import type { Probe } from './support/hostile-probe.ts';

// `npm run bench hostile` tries all parsers. `npm run bench hostile <parser> [part of a shape's name]` tries some.

const megabyte = 1_000_000;
/**
 * Slightly below 1 MB, because shapes are slightly larger than requested, and some parsers refuse or shorten texts over
 * 0.5 or 1 MB.
 */
const largest = 990_000;
/**
 * Every shape is tried once at the small sizes. Suspicious shapes are measured at the large sizes, in a separate
 * process.
 */
const passes = {
  first: { sizes: [largest / 8, largest / 4, largest / 2], rounds: 1 },
  second: { sizes: [largest / 4, largest / 2, largest], rounds: 5 },
  /** Times jump once when a text no longer fits into a cache. True superlinear growth continues beyond that size. */
  third: { sizes: [largest / 2, largest, 2 * largest], rounds: 5 },
};
type Pass = (typeof passes)['first'];
const limits = { growth: 2.2, seconds: 2, megabytes: 256 };
/** Shorter times say nothing about growth, because compilation and garbage collection take as long. */
const floorSeconds = 0.06;
/** Milliseconds for one size and round: three times the limit of a document, because the machine can be busy. */
const timeoutMs = 60_000;
const atOnce = 2;
/** Maximum number of shapes that one process tries. The memory that a shape leaves behind counts for the next one. */
const together = 12;
const program = new URL('support/hostile-probe.ts', import.meta.url).pathname;

/** Cost of one shape: seconds and megabytes for 1 MB. */
interface Result {
  parser: string;
  shape: string;
  seconds: number;
  megabytes: number;
  /** Growth of the time from the second size to the third; 0 if the times are too short. */
  growth: number;
  /** Seconds for the second size. */
  middleSeconds: number;
  refused: boolean;
  finished: boolean;
  /** Seconds for each size. */
  shown: string;
}

const [wantedParser, wantedShape = ''] = process.argv.slice(2);
const queue = Object.entries(hostileParsers)
  .filter(([parser]) => wantedParser === undefined || parser === wantedParser)
  .flatMap(([parser, { shapes }]) => {
    const names = Object.keys(shapes).filter((shape) => shape.includes(wantedShape));
    return Array.from({ length: Math.ceil(names.length / together) }, (_, at) => ({
      parser,
      shapes: names.slice(at * together, (at + 1) * together),
    }));
  });
const results: Result[] = [];
const started = performance.now();
await Promise.all(Array.from({ length: atOnce }, work));
printTable();
const faults = results.flatMap((result) => {
  const wrong = mistakesOf(result);
  return wrong.length > 0 ? [`${nameOf(result)}: ${wrong.join('; ')} (${result.shown})`] : [];
});
if (faults.length > 0 || results.length === 0) {
  console.log(`\n${faults.length} over the limits:\n${faults.join('\n')}`);
  process.exitCode = 1;
}

async function work(): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { parser } = next;
    let { shapes } = next;
    while (shapes.length > 0) {
      const tried = await measure(parser, shapes, passes.first);
      for (const first of tried) {
        const again = mistakesOf(first).length > 0;
        report(again ? await measureAgain(parser, first.shape) : first);
      }
      shapes = shapes.slice(tried.length);
    }
  }
}

async function measureAgain(parser: string, shape: string): Promise<Result> {
  const [second] = await measure(parser, [shape], passes.second);
  if (second!.growth <= limits.growth) return second!;
  const [third] = await measure(parser, [shape], passes.third);
  // If a parser refuses or cuts the largest text, the times say nothing about growth.
  const isWhole = third!.finished && !third!.refused && third!.growth > 1.5;
  if (isWhole) return { ...second!, growth: third!.growth, shown: third!.shown };
  return second!.middleSeconds < floorSeconds ? { ...second!, growth: 0 } : second!;
}

/** Returns the results before the first shape that does not finish. Its process was ended. */
async function measure(parser: string, shapes: string[], pass: Pass): Promise<Result[]> {
  const probes = await probe(parser, shapes, pass);
  const of = (shape: string): Probe[] => probes.filter((one) => one.shape === shape);
  const stopped = shapes.findIndex((shape) => of(shape).length < pass.sizes.length);
  const tried = stopped === -1 ? shapes : shapes.slice(0, stopped + 1);
  return tried.map((shape) => resultOf(parser, shape, of(shape), pass));
}

async function probe(parser: string, shapes: string[], { sizes, rounds }: Pass): Promise<Probe[]> {
  const probes: Probe[] = [];
  const child = fork(program, [parser, sizes.join(','), String(rounds), ...shapes], {
    execArgv: [
      '--expose-gc',
      `--max-old-space-size=${usualMemory.heapMb}`,
      '--max-semi-space-size=16',
    ],
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
  return leastOf(probes, rounds);
}

/** Returns the minimum for each size of each shape, for the shapes that were tried in all rounds. */
function leastOf(probes: Probe[], rounds: number): Probe[] {
  const bySize = Map.groupBy(probes, ({ shape, size }) => `${size} ${shape}`);
  return [...bySize.values()]
    .filter((same) => same.length === rounds)
    .map((same) => ({
      ...same[0]!,
      seconds: Math.min(...same.map((one) => one.seconds)),
      megabytes: Math.min(...same.map((one) => one.megabytes)),
    }));
}

function resultOf(parser: string, shape: string, probes: Probe[], { sizes }: Pass): Result {
  const finished = probes.length === sizes.length;
  const [, middle, last] = probes;
  const scale = megabyte / (probes.at(-1)?.size ?? megabyte);
  const largest = probes.at(-1) ?? { seconds: 0, megabytes: 0 };
  return {
    parser,
    shape,
    // A parser that cuts or refuses the largest text can take longer for a smaller one.
    seconds: Math.max(largest.seconds * scale, ...probes.map((one) => one.seconds)),
    megabytes: Math.max(largest.megabytes * scale, ...probes.map((one) => one.megabytes)),
    middleSeconds: middle?.seconds ?? 0,
    growth: middle && last && last.seconds >= floorSeconds ? last.seconds / middle.seconds : 0,
    refused: probes.some((one) => one.refused),
    finished,
    shown: probes
      .map(({ size, seconds }) => `${(size / 1000).toFixed(0)} kB ${seconds.toFixed(3)} s`)
      .join(', '),
  };
}

function mistakesOf({ finished, growth, seconds, megabytes }: Result): string[] {
  return [
    ...(finished ? [] : ['it does not finish']),
    ...(growth > limits.growth ? [`its time grows by ${growth.toFixed(2)} a doubling`] : []),
    ...(seconds > limits.seconds ? [`it takes ${seconds.toFixed(1)} s`] : []),
    ...(megabytes > limits.megabytes ? [`it takes ${megabytes.toFixed(0)} MB`] : []),
  ];
}

function report(result: Result): void {
  const { shown, megabytes, growth, refused } = result;
  results.push(result);
  console.log(
    `${nameOf(result).padEnd(60)} ${shown}  ${megabytes.toFixed(0)} MB${growth > 0 ? `  x ${growth.toFixed(2)}` : ''}${refused ? '  refused' : ''}`,
  );
}

function printTable(): void {
  console.log('\nparser, shapes; at the most: seconds and MB for 1 MB, growth of time a doubling');
  for (const [parser, ofIt] of Object.entries(Object.groupBy(results, (one) => one.parser))) {
    const most = (field: 'seconds' | 'megabytes' | 'growth'): number =>
      Math.max(...(ofIt ?? []).map((one) => one[field]));
    const growth = most('growth');
    console.log(
      `${parser.padEnd(18)} ${String(ofIt?.length).padStart(3)}  ${most('seconds').toFixed(2)} s  ${most('megabytes').toFixed(0).padStart(4)} MB  ${growth > 0 ? `x ${growth.toFixed(2)}` : 'too fast to tell'}`,
    );
  }
  const minutes = (performance.now() - started) / 60_000;
  console.log(`${results.length} shapes in ${minutes.toFixed(1)} minutes`);
}

function nameOf({ parser, shape }: Result): string {
  return `${parser}: ${shape}`;
}
