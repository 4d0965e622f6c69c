import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

/** The operator token of every `lectern serve` of a test. */
export const operatorToken = '5'.repeat(64);

/** Further settings of each command, and the line of its log that reports the start. */
const commands = {
  serve: {
    env: {
      LECTERN_PORT: '0',
      LECTERN_OPERATOR_TOKEN: operatorToken,
      LECTERN_ANONYMOUS_ACCESS: 'ask',
    },
    started: 'listening',
  },
  controller: {
    env: { LECTERN_HEALTH_PORT: '0', LECTERN_LEADER_ELECTION: 'false' },
    started: 'controller starts',
  },
  embed: { env: { LECTERN_PORT: '0', LECTERN_THREADS: '1' }, started: 'listening' },
};

/** A line of a log. */
type Line = Record<string, unknown>;

/** A process of a cluster on this machine. */
export interface ClusterProcess {
  /** URL on which `serve` listens. */
  url: string;
  /** The lines of its log so far. */
  log: Line[];
  /** Ends the process. Returns its exit code, or null if the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a process and waits until it reports its start. `env` names its stores. */
export async function startClusterProcess(
  command: keyof typeof commands,
  env: Record<string, string>,
): Promise<ClusterProcess> {
  const { env: own, started } = commands[command];
  const child = spawn(process.execPath, [bin, command], {
    env: { ...process.env, LECTERN_LOG_LEVEL: 'debug', ...own, ...env },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  const ended = once(child, 'close') as Promise<[number | null]>;
  const log: Line[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  createInterface(child.stderr).on('line', (text) => {
    // Output before the logger starts is not JSON.
    const line = (text.startsWith('{') ? JSON.parse(text) : { msg: text }) as Line;
    log.push(line);
    if (line['msg'] === started) resolve(String(line['url']));
  });
  child.once('close', () => reject(new Error(`${command} ended:\n${JSON.stringify(log)}`)));
  return {
    url: await promise,
    log,
    async stop(signal = 'SIGKILL') {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
