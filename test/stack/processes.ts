import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { run } from './commands.ts';
import { isRunning, markOf, membersOf, processesWith, type ProcessMark } from './process-table.ts';

/** All services that a stack can run, in the order of their start. */
export const serviceNames = [
  'postgres',
  'elasticsearch',
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'containerd',
  'kubelet',
  'kube-proxy',
] as const;

/** A long-running program of a stack. */
export type ServiceName = (typeof serviceNames)[number];

/** A service as it is kept in a file, so that any process can start it again unchanged. */
export interface Service {
  command: string;
  args: string[];
  /** Environment variables beside PATH. The service gets no other variable of this process. */
  env?: Record<string, string>;
  cwd?: string;
  /** User id of the service. The group id has the same number. */
  uid?: number;
  /** Signal that ends it in good order. SIGTERM if absent. */
  stopSignal?: NodeJS.Signals;
  /** A command that succeeds when the service answers. */
  ready: string[];
}

const readyTimeoutMs = 300_000;
const stopTimeoutMs = 30_000;
// This variable is in the environment of every process that a stack starts, so that the stack can
// find what a service left behind.
const markVariable = 'LECTERN_TEST_STACK_FOLDER';

/** The services of one stack, recorded in files under its folder: commands, process ids, logs. */
export class Processes {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
    for (const kind of ['services', 'pids', 'logs'])
      mkdirSync(join(folder, kind), { recursive: true });
  }

  /** Starts a service for the first time and waits until it answers. */
  async start(name: ServiceName, service: Service): Promise<void> {
    this.launch(name, service);
    await this.untilReady(name);
  }

  /** Starts a service. Does not wait for it; `untilReady` does. */
  launch(name: ServiceName, service: Service): void {
    writeFileSync(this.file('services', name), JSON.stringify(service, null, 2));
    this.spawn(name, service);
  }

  /** Starts a service that was stopped, with the same command, and waits until it answers. */
  async startAgain(name: ServiceName): Promise<void> {
    if (!this.isRunning(name)) this.spawn(name, this.service(name));
    await this.untilReady(name);
  }

  /** Returns whether the stack runs this service. */
  has(name: ServiceName): boolean {
    return existsSync(this.file('services', name));
  }

  isRunning(name: ServiceName): boolean {
    const mark = this.mark(name);
    return mark !== undefined && isRunning(mark);
  }

  /**
   * Waits until the service answers. If it ends, or needs more than five minutes, throws with the
   * end of its log.
   */
  async untilReady(name: ServiceName): Promise<void> {
    const [command = '', ...args] = this.service(name).ready;
    const deadline = Date.now() + readyTimeoutMs;
    let refusal: unknown;
    while (Date.now() < deadline) {
      if (!this.isRunning(name)) throw new Error(`${name} ended early\n${this.logTail(name)}`);
      try {
        await run(command, args, { timeoutMs: readyTimeoutMs });
        return;
      } catch (error) {
        refusal = error;
        await pause(100);
      }
    }
    throw new Error(`${name} does not answer: ${String(refusal)}\n${this.logTail(name)}`);
  }

  /** Ends a service and waits for its end. SIGKILL ends it at once. */
  async stop(name: ServiceName, signal?: NodeJS.Signals): Promise<void> {
    const mark = this.mark(name);
    if (!mark) return;
    const { stopSignal = 'SIGTERM' } = this.service(name);
    // Children of the service can end later than the service.
    const members = isRunning(mark) ? membersOf(mark.pid) : [];
    const remains = () => members.some((member) => isRunning(member));
    if (remains()) process.kill(-mark.pid, signal ?? stopSignal);
    const deadline = Date.now() + stopTimeoutMs;
    while (remains() && Date.now() < deadline) await pause(50);
    if (remains()) process.kill(-mark.pid, 'SIGKILL');
    while (remains()) await pause(20);
    await rm(this.file('pids', name), { force: true });
  }

  /** Returns whether any process of this stack runs, a service or a child of one. */
  anyRuns(): boolean {
    return processesWith(markVariable, this.folder).length > 0;
  }

  /** Ends the remaining processes of this stack, such as children of a crashed service. */
  async endStrays(): Promise<void> {
    for (const mark of processesWith(markVariable, this.folder)) {
      if (isRunning(mark)) process.kill(mark.pid, 'SIGKILL');
      while (isRunning(mark)) await pause(20);
    }
  }

  /** Returns the last lines of a service's log. */
  logTail(name: ServiceName): string {
    const path = this.file('logs', name);
    return existsSync(path) ? readFileSync(path, 'utf8').slice(-3_000) : '';
  }

  private spawn(name: ServiceName, { command, args, env, cwd, uid }: Service): void {
    const log = openSync(this.file('logs', name), 'a');
    const child = spawn(command, args, {
      ...(cwd !== undefined && { cwd }),
      ...(uid !== undefined && { uid, gid: uid }),
      // GOGC makes Kubernetes' programs collect garbage less often. The machine has enough memory,
      // but only two processors.
      env: { PATH: servicePath(), GOGC: '400', ...env, [markVariable]: this.folder },
      stdio: ['ignore', log, log],
      // Starts a process group of its own. The interrupt key ends only the tests, which then end
      // the services in order.
      detached: true,
    });
    closeSync(log);
    child.once('error', (error) => writeFileSync(this.file('logs', name), error.message));
    child.unref();
    const mark = child.pid === undefined ? undefined : markOf(child.pid);
    if (mark) writeFileSync(this.file('pids', name), JSON.stringify(mark));
  }

  private service(name: ServiceName): Service {
    if (!this.has(name)) throw new Error(`${name} is not of this test stack`);
    return JSON.parse(readFileSync(this.file('services', name), 'utf8')) as Service;
  }

  private mark(name: ServiceName): ProcessMark | undefined {
    const path = this.file('pids', name);
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ProcessMark) : undefined;
  }

  private file(kind: 'services' | 'pids' | 'logs', name: ServiceName): string {
    return join(this.folder, kind, kind === 'logs' ? `${name}.log` : name);
  }
}

/**
 * Returns a PATH with Debian's folders for nft, iptables, runc and mount helpers, which the PATH
 * of ordinary users lacks.
 */
function servicePath(): string {
  return `${process.env['PATH'] ?? ''}:/usr/local/sbin:/usr/sbin:/sbin`;
}
