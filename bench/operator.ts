// Measures 10,000 Libraries (or the number in its argument) on a real API server: Lectern's controller against a
// minimal controller-runtime operator. Both do the same for each Library: finalizer, status, the same Job, final
// status. A program acts as the Job controller and the nodes, and completes the Jobs. Both have administrator access,
// which the API server's priority and fairness does not limit.
import { guardedStack } from '../test/stack/guarded-stack.ts';
import { startApiServer } from '../test/stack/control-plane.ts';
import { BenchCluster, type Reached, type Writes } from './operator/cluster.ts';
import {
  preparePrograms,
  workers,
  type Counters,
  type OperatorProcess,
  type PlayerReport,
  type Programs,
  type StartOperator,
} from './operator/operators.ts';
import type { Usage } from './operator/process.ts';

const count = Number(process.argv[2] ?? 10_000);
const warmUp = 200;
/** Libraries that wait in a queue for one of a few runs. */
const queue = { libraries: 500, runs: 20 };

// Nothing else may call this API server.
delete process.env['LECTERN_TEST_STACK'];
const { stack, close } = await guardedStack([], async () => undefined);
try {
  const { folder, processes } = stack;
  const { kubeconfig } = await startApiServer({ folder, processes, address: '127.0.0.1' });
  const cluster = new BenchCluster(kubeconfig);
  await cluster.define();
  await run(cluster, await preparePrograms(folder, kubeconfig));
} finally {
  await close();
}

async function run(cluster: BenchCluster, programs: Programs): Promise<void> {
  for (const side of ['lectern', 'go'] as const) {
    await work(cluster, programs, { side, namespace: `warm-${side}`, libraries: warmUp });
  }
  console.log(`${count} Libraries, ${workers} reconciliations at once`);
  const measure = async (side: 'lectern' | 'go'): Promise<Sides> => ({
    first: await work(cluster, programs, { side, namespace: side, libraries: count }),
    second: await again(cluster, programs[side], side),
  });
  const go = await measure('go');
  const lectern = await measure('lectern');
  table(lectern, go);
  for (const [name, { writes }] of [
    ['Lectern', lectern.first],
    ['controller-runtime', go.first],
  ] as const) {
    const each = [...writes].map(([what, times]) => `${what} ${(times / count).toFixed(2)}`);
    console.log(`writes a Library, ${name}: ${each.join(', ')}`);
  }
  console.log(await killLeader(cluster, programs));
  console.log(await waitForTurns(cluster, programs));
}

interface Sides {
  first: Work;
  second: SecondPass;
}

interface Work {
  syncSeconds: number;
  /** Seconds from the sync until all Libraries are finalized. */
  seconds: number;
  counters: Counters;
  usage: Usage;
  serverCpuSeconds: number;
  /** Writes of the operator, without those of the player and the benchmark. */
  writes: Writes;
  playerHeldMs: number;
}

/** Runs one operator until all new Libraries are done. */
async function work(
  cluster: BenchCluster,
  programs: Programs,
  { side, namespace, libraries }: { side: 'lectern' | 'go'; namespace: string; libraries: number },
): Promise<Work> {
  await cluster.fill(namespace, libraries);
  const reached = progress(cluster, namespace);
  const player = programs.startPlayer(namespace);
  await player.said('ready');
  const before = await cluster.writes();
  const serverBefore = await cluster.serverCpuSeconds();
  const started = performance.now();
  const operator = await programs[side](namespace);
  const synced = await operator.said('synced');
  const ended = await Promise.race([
    reached.reach('finalized', libraries),
    operator.crashed,
    player.crashed,
  ]);
  const [counters, usage] = [await operator.counters(), operator.usage()];
  const serverCpuSeconds = (await cluster.serverCpuSeconds()) - serverBefore;
  const writes = ofOperator(difference(await cluster.writes(), before));
  reached.stop();
  await operator.stop();
  const { jobs, heldSeconds } = JSON.parse(await player.stop()) as PlayerReport;
  const seconds = (ended - synced) / 1_000;
  const rate = (libraries / seconds).toFixed(0);
  console.log(
    `${side} ${libraries}: synced in ${((synced - started) / 1_000).toFixed(1)} s, ${seconds.toFixed(1)} s, ${rate} a second`,
  );
  return {
    syncSeconds: (synced - started) / 1_000,
    seconds,
    counters,
    usage,
    serverCpuSeconds,
    writes,
    playerHeldMs: (heldSeconds / jobs) * 1_000,
  };
}

interface SecondPass {
  syncSeconds: number;
  seconds: number;
  usage: Usage;
  writes: number;
}

/** Starts a new process that finds all Libraries in their desired state. */
async function again(
  cluster: BenchCluster,
  start: StartOperator,
  namespace: string,
): Promise<SecondPass> {
  const before = await cluster.writes();
  const started = performance.now();
  const operator = await start(namespace);
  const synced = await operator.said('synced');
  while ((await operator.counters()).reconciles < count) await pause(50);
  const ended = performance.now();
  const usage = operator.usage();
  await operator.stop();
  const writes = difference(await cluster.writes(), before);
  return {
    syncSeconds: (synced - started) / 1_000,
    seconds: (ended - synced) / 1_000,
    usage,
    writes: [...writes.values()].reduce((sum, times) => sum + times, 0),
  };
}

/** Kills the leader when half of the runs have begun, while another replica stands by. */
async function killLeader(cluster: BenchCluster, programs: Programs): Promise<string> {
  const namespace = 'take-over';
  await cluster.fill(namespace, count);
  const reached = progress(cluster, namespace);
  const player = programs.startPlayer(namespace);
  await player.said('ready');
  const leader = await programs.lectern(namespace);
  await leader.said('synced');
  await leads(leader);
  const standby = await programs.lectern(namespace);
  await standby.said('synced');
  await Promise.race([reached.reach('begun', count / 2), leader.crashed, player.crashed]);
  const killed = performance.now();
  await leader.stop('SIGKILL');
  await leads(standby);
  const tookOver = performance.now();
  const ended = await Promise.race([
    reached.reach('finalized', count),
    standby.crashed,
    player.crashed,
  ]);
  reached.stop();
  await standby.stop();
  await player.stop();
  const jobs = [...(await cluster.jobsByLibrary(namespace)).values()];
  const twice = jobs.filter((times) => times !== 1).length;
  const [pauseSeconds, seconds] = [tookOver - killed, ended - killed].map((ms) =>
    (ms / 1_000).toFixed(1),
  );
  return `leader killed when half had begun: another led after ${pauseSeconds} s, all ${count} finalized after ${seconds} s, ${jobs.length} ran, ${twice} more than once (aim: ${count}, 0)`;
}

/** Measures the cost of telling Libraries in their status that they wait. */
async function waitForTurns(
  cluster: BenchCluster,
  { lectern, ...rest }: Programs,
): Promise<string> {
  const { libraries, runs } = queue;
  const programs = { ...rest, lectern: (namespace: string) => lectern(namespace, runs) };
  const { writes } = await work(cluster, programs, {
    side: 'lectern',
    namespace: 'queue',
    libraries,
  });
  const each = (writes.get('PATCH libraries/status') ?? 0) / libraries;
  return `${libraries} Libraries, ${runs} runs at once: ${each.toFixed(2)} writes of status a Library (aim: under 4)`;
}

async function leads(operator: OperatorProcess): Promise<void> {
  while (!(await operator.counters()).leads) await pause(20);
}

interface Progress {
  /** Resolves with the time (performance.now) when this many Libraries have reached the step. */
  reach(step: keyof Reached, target: number): Promise<number>;
  stop(): void;
}

function progress(cluster: BenchCluster, namespace: string): Progress {
  const stopped = new AbortController();
  const waiting = new Set<() => void>();
  let reached: Reached = { begun: 0, finalized: 0 };
  const onChange = (now: Reached): void => {
    reached = now;
    for (const look of waiting) look();
  };
  cluster.watch(namespace, onChange, stopped.signal);
  return {
    async reach(step, target) {
      await new Promise<void>((resolve) => {
        const look = (): void => {
          if (reached[step] < target) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      });
      return performance.now();
    },
    stop: () => stopped.abort(),
  };
}

function difference(after: Writes, before: Writes): Writes {
  const rest = [...after].map(([what, times]) => [what, times - (before.get(what) ?? 0)] as const);
  return new Map(rest.filter(([, times]) => times > 0));
}

/** Excludes writes to Pods and the status of Jobs, which the player makes. */
function ofOperator(writes: Writes): Writes {
  return new Map(
    [...writes].filter(([what]) =>
      /(libraries|libraries\/status|jobs|configmaps|secrets|events)$/.test(what),
    ),
  );
}

function table(lectern: Sides, go: Sides): void {
  const row = (what: string, of: (sides: Sides) => number, aim = '', digits = 1): void => {
    const [own, other] = [of(lectern), of(go)];
    const ratio = other > 0 ? (own / other).toFixed(2) : '';
    console.log(
      `${what.padEnd(36)}${own.toFixed(digits).padStart(10)}${other.toFixed(digits).padStart(20)}${ratio.padStart(8)}  ${aim}`,
    );
  };
  console.log(
    `${''.padEnd(36)}${'Lectern'.padStart(10)}${'controller-runtime'.padStart(20)}${'ratio'.padStart(8)}`,
  );
  row('caches synced, s', ({ first }) => first.syncSeconds, 'under 60');
  row('all finalized, s after that', ({ first }) => first.seconds);
  row('Libraries a second', ({ first }) => count / first.seconds, 'ratio at least 0.7');
  row('reconciles a second', ({ first }) => first.counters.reconciles / first.seconds);
  row('reconciles a Library', ({ first }) => first.counters.reconciles / count, '', 2);
  row('API requests a Library', ({ first }) => sum(first.counters.requests) / count, '', 2);
  for (const method of ['GET', 'POST', 'PATCH', 'PUT', 'DELETE']) {
    row(`  ${method}`, ({ first }) => (first.counters.requests.get(method) ?? 0) / count, '', 2);
  }
  row('peak memory, MB', ({ first }) => first.usage.peakMb, 'under 512', 0);
  row('processor, s', ({ first }) => first.usage.cpuSeconds);
  row('processor of the API server, s', ({ first }) => first.serverCpuSeconds);
  row('a Job is held by the player, ms', ({ first }) => first.playerHeldMs);
  row('second pass: caches synced, s', ({ second }) => second.syncSeconds, 'under 60');
  row('second pass: peak memory, MB', ({ second }) => second.usage.peakMb, 'under 512', 0);
  row('second pass: reconciles a second', ({ second }) => count / second.seconds, '', 0);
  row('second pass: writes', ({ second }) => second.writes, '0', 0);
}

function sum(counts: Map<string, number>): number {
  return [...counts.values()].reduce((total, times) => total + times, 0);
}

async function pause(ms: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, ms));
}
