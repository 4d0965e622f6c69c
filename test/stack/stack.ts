import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasBridge } from './network.ts';
import { removeNode } from './node-cleanup.ts';
import { importImage } from './node.ts';
import { Processes, serviceNames, type ServiceName } from './processes.ts';

/** The addresses of a stack's services, written to `state.json` in its folder as services start. */
export interface StackState {
  elasticsearchUrl?: string;
  databaseUrl?: string;
  kubeconfig?: string;
  /** Paths of the clients. */
  kubectl?: string;
  helm?: string;
  /** Address of this machine at which Pods reach servers on it, where there are Pods. */
  nodeAddress?: string;
}

/**
 * The running services of a test run. Any process can open it from its folder and stop and start services: the tests do,
 * while another process started them. Services that the machine offered are not of the stack and cannot be stopped.
 */
export class Stack {
  readonly folder: string;
  readonly processes: Processes;

  private constructor(folder: string) {
    this.folder = folder;
    this.processes = new Processes(folder);
  }

  /** Makes a stack without services in an empty folder. */
  static async create(folder: string): Promise<Stack> {
    // Services run as other users and have to reach their data.
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const stack = new Stack(folder);
    stack.add({});
    return stack;
  }

  /** Opens a running stack, by default that of this test run. Throws if there is none. */
  static open(folder = process.env['LECTERN_TEST_STACK']): Stack {
    if (!folder)
      throw new Error('LECTERN_TEST_STACK is not set: no test stack runs (npm run stack:up)');
    readFileSync(join(folder, 'state.json'));
    return new Stack(folder);
  }

  get state(): StackState {
    return JSON.parse(readFileSync(join(this.folder, 'state.json'), 'utf8')) as StackState;
  }

  /** Records further services. */
  add(state: StackState): void {
    const path = join(this.folder, 'state.json');
    const before = Object.keys(state).length > 0 ? this.state : {};
    writeFileSync(path, JSON.stringify({ ...before, ...state }, null, 2));
  }

  /** Returns whether this service can be stopped and started here. */
  has(name: ServiceName): boolean {
    return this.processes.has(name);
  }

  /** Ends a service, with SIGKILL as a crash would; throws when the stack does not have it. */
  async stop(name: ServiceName, signal?: NodeJS.Signals): Promise<void> {
    if (!this.has(name)) throw new Error(`${name} was not started by this test stack`);
    await this.processes.stop(name, signal);
  }

  /** Starts a stopped service as it was, with its data, and waits until it answers. */
  async start(name: ServiceName): Promise<void> {
    await this.processes.startAgain(name);
  }

  /** Gives the node an image from an OCI archive; Pods name it as the archive does. */
  async importImage(archive: string): Promise<void> {
    if (!this.has('containerd'))
      throw new Error('The cluster was given by KUBECONFIG: its images come from its own registry');
    await importImage(this.folder, archive);
  }

  /** Ends everything, the last started first, and removes the folder. */
  async takeDown(): Promise<void> {
    if (await hasBridge(this.folder)) await this.removeNode();
    for (const name of serviceNames.toReversed()) await this.processes.stop(name);
    await this.processes.endStrays();
    if (!process.env['LECTERN_TEST_KEEP']) await rm(this.folder, { recursive: true, force: true });
  }

  private async removeNode(): Promise<void> {
    const { folder, processes } = this;
    const { kubectl, kubeconfig } = this.state;
    const cluster = kubectl && kubeconfig ? { kubectl, kubeconfig } : undefined;
    await removeNode({ folder, processes, ...(cluster && { cluster }) });
  }
}
