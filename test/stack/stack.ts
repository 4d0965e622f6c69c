import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { removeMemoryFolder } from './memory-folder.ts';
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
  /** Address of this machine at which Pods reach servers on it. Absent if there are no Pods. */
  nodeAddress?: string;
}

/**
 * The services of a test run. Any process can open the stack by its folder, and stop and start its
 * services. Tests do so with services that another process started. A stack does not control
 * services that the environment names.
 */
export class Stack {
  readonly folder: string;
  readonly processes: Processes;

  private constructor(folder: string) {
    this.folder = folder;
    this.processes = new Processes(folder);
  }

  /** Creates a stack without services in an empty folder. */
  static async create(folder: string): Promise<Stack> {
    // Services run as other users, which must reach their data.
    await mkdir(folder, { recursive: true, mode: 0o755 });
    const stack = new Stack(folder);
    stack.add({});
    return stack;
  }

  /** Opens a running stack, by default the one of this test run. Throws if there is none. */
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

  /** Returns whether the stack controls this service. */
  has(name: ServiceName): boolean {
    return this.processes.has(name);
  }

  /**
   * Ends a service. SIGKILL ends it like a crash. Throws if the stack does not control the
   * service.
   */
  async stop(name: ServiceName, signal?: NodeJS.Signals): Promise<void> {
    if (!this.has(name)) throw new Error(`${name} was not started by this test stack`);
    await this.processes.stop(name, signal);
  }

  /** Starts a stopped service with its old command and data, and waits until it answers. */
  async start(name: ServiceName): Promise<void> {
    await this.processes.startAgain(name);
  }

  /** Imports an image from an OCI archive into the node. Pods use the name in the archive. */
  async importImage(archive: string): Promise<void> {
    if (!this.has('containerd'))
      throw new Error('The cluster was given by KUBECONFIG: its images come from its own registry');
    await importImage(this.folder, archive);
  }

  /** Ends all services, the last one first, and removes the folder. */
  async takeDown(): Promise<void> {
    if (await hasBridge(this.folder)) await this.removeNode();
    for (const name of serviceNames.toReversed()) await this.processes.stop(name);
    await this.processes.endStrays();
    if (process.env['LECTERN_TEST_KEEP']) return;
    await removeMemoryFolder(this.folder);
    await rm(this.folder, { recursive: true, force: true });
  }

  private async removeNode(): Promise<void> {
    const { folder, processes } = this;
    const { kubectl, kubeconfig } = this.state;
    const cluster = kubectl && kubeconfig ? { kubectl, kubeconfig } : undefined;
    await removeNode({ folder, processes, ...(cluster && { cluster }) });
  }
}
