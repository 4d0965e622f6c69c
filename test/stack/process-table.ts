import { readdirSync, readFileSync } from 'node:fs';

/** Identifies a process: its id, which the system can reuse, and its start in clock ticks since boot. */
export interface ProcessMark {
  pid: number;
  started: string;
}

/** This process. */
export function ownMark(): ProcessMark {
  return markOf(process.pid)!;
}

/** Returns the process with this id; undefined if none runs. */
export function markOf(pid: number): ProcessMark | undefined {
  const fields = readStat(pid);
  // A zombie has ended, but its parent has not read its exit code yet.
  return fields && fields[0] !== 'Z' ? { pid, started: fields[19] ?? '' } : undefined;
}

/** Returns whether exactly this process still runs. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  return markOf(pid)?.started === started;
}

/** The processes of a group, which is named after the process that it began with and may outlive it. */
export function membersOf(group: number): ProcessMark[] {
  return allMarks().filter(({ pid }) => readStat(pid)?.[2] === String(group));
}

/** Every process whose environment holds this variable with this value, as far as this user may look. */
export function processesWith(variable: string, value: string): ProcessMark[] {
  const wanted = `${variable}=${value}`;
  return allMarks().filter(({ pid }) => readEnvironment(pid).includes(wanted));
}

function allMarks(): ProcessMark[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => markOf(Number(pid)))
    .filter((mark) => mark !== undefined);
}

/** The fields of /proc/<pid>/stat from the third on, the state (proc(5)); the name before them may hold anything. */
function readStat(pid: number): string[] | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

function readEnvironment(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return [];
  }
}
