import { readdirSync, readFileSync } from 'node:fs';

/** Identifies a process: its id, which the system can reuse, and its start in clock ticks since boot. */
export interface ProcessMark {
  pid: number;
  started: string;
}

/** Returns the mark of this process. */
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

/**
 * Returns the processes of a group. The group has the id of its first process and can outlive it.
 */
export function membersOf(group: number): ProcessMark[] {
  return allMarks().filter(({ pid }) => readStat(pid)?.[2] === String(group));
}

/**
 * Returns every process whose environment has this variable with this value. Covers the processes
 * that this user can read.
 */
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

/**
 * Returns the fields of /proc/<pid>/stat from the third one, the state (proc(5)). The name before
 * them can contain any character.
 */
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
