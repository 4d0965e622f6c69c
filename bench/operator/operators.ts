import { join } from 'node:path';
import { jobManifest } from '../../src/jobs/kubernetes/job-manifest.ts';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import { goBuild } from '../../test/stack/go-build.ts';
import { freePorts } from '../../test/stack/ports.ts';
import { librarySpec } from './cluster.ts';
import { jobTemplate } from './job-template.ts';
import { startProcess, type BenchProcess } from './process.ts';

/** Reconciliations at once, of both operators: as many as Lectern's controller has. */
export const workers = 4;

/** As Node sizes its heap in the chart's container, whose limit is 512 MiB. */
const heap = ['--max-old-space-size=256', '--max-semi-space-size=1'];

/** Either operator at work. */
export interface OperatorProcess extends BenchProcess {
  /** Counters of its own metrics. */
  counters(): Promise<Counters>;
}

export interface Counters {
  reconciles: number;
  /** By HTTP method. */
  requests: Map<string, number>;
  leads: boolean;
}

/** Either operator: starts a process that keeps the Libraries of a namespace; how fast runs begin bounds them alone. */
export type StartOperator = (namespace: string) => Promise<OperatorProcess>;

/** The programs of the benchmark. */
export interface Programs {
  /** `runs`: how many there are at once at most. */
  lectern: (namespace: string, runs?: number) => Promise<OperatorProcess>;
  go: StartOperator;
  /** Plays the Job controller and the nodes; says `ready`, and when it is stopped what it did. */
  startPlayer(namespace: string): BenchProcess;
}

/** What the player says when it is stopped. */
export interface PlayerReport {
  jobs: number;
  /** From the news of each Job to its end, added up. */
  heldSeconds: number;
}

/** Builds what has to be built. The ports that operators listen on are taken for the stack. */
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

/** Of either operator; the yardstick puts its own names in. */
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
