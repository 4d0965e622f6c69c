import { levels } from 'pino';
import type { ErrorFacts } from '../../base/log/error-facts.ts';

interface Entry {
  level: number;
  /** Milliseconds since 1970. */
  time: number;
  msg?: string;
  err?: ErrorFacts;
}

/**
 * A line of the log as a person at a terminal reads it: `14:03:07 info  request method=POST status=202`, the stacks of an
 * error and its causes below it. Nothing in it can steer the terminal. Takes the JSON that create-log.ts writes.
 */
export function terminalLine(json: string): string {
  const { level, time, msg = '', err, ...fields } = JSON.parse(json) as Entry;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const facts = Object.entries(fields).map(([name, value]) => ` ${name}=${shown(value)}`);
  const head = `${clock} ${(levels.labels[level] ?? '').padEnd(5)} ${msg}${facts.join('')}`;
  return [head, ...(err ? tracesOf(err) : [])].map(harmless).join('\n');
}

function tracesOf({ stack, message, cause }: ErrorFacts): string[] {
  return [stack ?? message, ...(cause ? tracesOf(cause) : [])];
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@+-]+$/.test(value) ? value : JSON.stringify(value);
}

function harmless(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\uFFFD');
}
