import { readdirSync } from 'node:fs';
import { readProc } from './proc.ts';

/** Returns the ids of the parse processes that this process has started, on Linux. */
function parseProcesses(): number[] {
  const tasks = readdirSync('/proc/self/task');
  const children = tasks.flatMap((task) =>
    readProc(`/proc/self/task/${task}/children`).split(' ').filter(Boolean),
  );
  return children
    .filter((pid) => readProc(`/proc/${pid}/cmdline`).includes('parse-process'))
    .map(Number);
}

/** Returns a function that returns the ids of later parse processes. Files before this one share others (parser.ts). */
export function laterParseProcesses(): () => number[] {
  const earlier = parseProcesses();
  return () => parseProcesses().filter((pid) => !earlier.includes(pid));
}
