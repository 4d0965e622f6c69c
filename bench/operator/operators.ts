import { join } from 'node:path';
import { jobManifest } from '../../src/jobs/kubernetes/job-manifest.ts';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import { goBuild } from '../../test/stack/go-build.ts';
import { freePorts } from '../../test/stack/ports.ts';
import { librarySpec } from './cluster.ts';
import { jobTemplate } from './job-template.ts';
import { startProcess, type BenchProcess } from './process.ts';

/** Parallel reconciliations of both operators: as many as Lectern's controller has. */
export const workers = 4;

/** The heap size that Node chooses in the chart's container, whose limit is 512 MiB. */
const heap = ['--max-old-space-size=256', '--max-semi-space-size=1'];

/** A running operator of either kind. */
export interface OperatorProcess extends BenchProcess {
  /** Returns counters from the operator's metrics. */
  counters(): Promise<Counters>;
}

/** What an operator has done so far. */
export interface Counters {
  reconciles: number;
  /** Requests by HTTP method. */
  requests: Map<string, number>;
  leads: boolean;
}

/** Starts either operator on the Libraries of a namespace. Only the rate at which runs begin limits them. */
export type StartOperator = (namespace: string) => Promise<OperatorProcess>;

/** The programs of the benchmark. */
export interface Programs {
  /** Starts Lectern's controller. `runs` is the maximum number of parallel runs. */
  lectern: (namespace: string, runs?: number) => Promise<OperatorProcess>;
  go: StartOperator;
  /**
   * Starts the program that acts as the Job controller and the nodes. It prints `ready`, and a report when it is
   * stopped.
   */
  startPlayer(namespace: string): BenchProcess;
}

/** The report of the player when it is stopped. */
export interface PlayerReport {
  jobs: number;
  /** Total seconds from the event of each Job to its end. */
  heldSeconds: number;
}

/** Builds the programs. Reserves the operators' ports in the stack's folder. */
export async function preparePrograms(stack: string, kubeconfig: string): Promise<Programs> {
  const folder = await goBuild('operator', {
    module: import.meta.dirname,
    sources: ['main.go', 'types.go', 'player/main.go'],
    packages: ['.', './player'],
    ldflags: '-s -w',
    notice: 'building the yardstick of controller-runtime, once: 2 minutes',
  });
  const env = { KUBECONFIG: kubeconfig };
  const controller = join(import.meta.dirname, 'controller-process.ts');
  return {
    lectern: async (namespace, runs = 1_000_000) => {
      const port = await freePort(stack);
      const profile = process.execArgv.filter((arg) => arg.startsWith('--cpu-prof'));
      const flags = ['--namespace', namespace, '--port', `${port}`, '--runs', `${runs}`];
      const args = [...profile, ...heap, controller, ...flags];
      return operator(startProcess(process.execPath, args, env), port);
    },
    go: async (namespace) => {
      const port = await freePort(stack);
      const metrics = `-metrics=127.0.0.1:${port}`;
      const flags = [`-namespace=${namespace}`, metrics, `-workers=${workers}`, `-job=${job}`];
      return operator(startProcess(join(folder, 'operator'), flags, env), port);
    },
    startPlayer: (namespace) =>
      startProcess(join(folder, 'player'), [`-namespace=${namespace}`, `-message=${outcome}`], env),
  };
}

/** Both operators use this Job. The reference operator inserts its own names. */
const job = JSON.stringify(
  jobManifest(
    {
      id: '0123456789abcdef0123',
      library: 'bench/owner-0-library-0-fb9f01ae',
      uid: '00000000-0000-4000-8000-000000000000',
      spec: librarySpec(0),
      allowLocal: false,
    },
    { namespace: 'bench', template: jobTemplate },
  ),
);

const outcome = encodeOutcome({
  state: 'succeeded',
  progress: {
    phase: 'done',
    total: 120,
    fetched: 120,
    documents: 120,
    snippets: 900,
    embedded: 900,
    skipped: 0,
  },
  result: { changed: true, facts: { title: 'A library', branch: 'main', stars: 1_234 } },
});

function operator(child: BenchProcess, port: number): OperatorProcess {
  return {
    ...child,
    async counters() {
      const response = await fetch(`http://127.0.0.1:${port}/metrics`);
      return countersIn(await response.text());
    },
  };
}

function countersIn(text: string): Counters {
  const requests = new Map<string, number>();
  let reconciles = 0;
  let leads = false;
  for (const [, name, labels = '', value] of text.matchAll(/^(\w+)\{(.*)\} (\S+)$/gm)) {
    if (name === 'controller_runtime_reconcile_total') reconciles += Number(value);
    if (name === 'leader_election_master_status') leads = Number(value) === 1;
    if (name !== 'rest_client_requests_total') continue;
    const method = /method="(\w+)"/.exec(labels)?.[1] ?? '';
    requests.set(method, (requests.get(method) ?? 0) + Number(value));
  }
  return { reconciles, requests, leads };
}

async function freePort(stack: string): Promise<number> {
  const [port] = await freePorts(stack, 1);
  return port!;
}
