import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Address of the inspector that Node starts on SIGUSR1: https://nodejs.org/en/learn/getting-started/debugging. */
const inspector = 'http://127.0.0.1:9229/json/list';
const startMs = 10_000;
const longestMs = 60_000;
const collect = 'HeapProfiler.collectGarbage';
/** All processes of a machine or of a Pod use the same port, one after the other. */
const closeInspector = "process.getBuiltinModule('node:inspector').close()";

/** A message of the inspector. Node's domain NodeWorker has the threads, each with a session. */
interface Message {
  id?: number;
  method?: string;
  params?: { sessionId: string };
}

/** Does the same as `collectGarbage` for a process of a Pod, whose inspector listens only in the network namespace of the Pod. */
export async function collectGarbageInPod(pid: number): Promise<void> {
  const inNamespace = ['--target', String(pid), '--net', process.execPath];
  const program = [fileURLToPath(import.meta.url), String(pid)];
  await promisify(execFile)('nsenter', [...inNamespace, ...program], { timeout: longestMs });
}

/**
 * Collects the garbage of a Node process and of its threads. Otherwise, its memory shows when V8 last collected garbage, which
 * is less often than once an hour in a quiet process.
 */
export async function collectGarbage(pid: number): Promise<void> {
  const socket = new WebSocket(await inspectorOf(pid));
  /** Each is resolved when its thread has collected its garbage, or has ended. */
  const threads = new Map<string, PromiseWithResolvers<void>>();
  const collected = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  let isCollected = false;
  const send = (id: number, method: string, params: object = {}): void =>
    socket.send(JSON.stringify({ id, method, params }));
  const collectIn = (sessionId: string): void => {
    threads.set(sessionId, Promise.withResolvers());
    const message = JSON.stringify({ id: 1, method: collect });
    send(threads.size + 2, 'NodeWorker.sendMessageToWorker', { sessionId, message });
  };
  socket.addEventListener('open', () => {
    send(1, 'NodeWorker.enable', { waitForDebuggerOnStart: false });
    send(2, collect);
  });
  socket.addEventListener('message', ({ data }) => {
    const { id, method, params } = JSON.parse(String(data)) as Message;
    if (method === 'NodeWorker.attachedToWorker') collectIn(params!.sessionId);
    else if (method?.startsWith('NodeWorker.')) threads.get(params!.sessionId)?.resolve();
    else if (id === 2) collected.resolve();
  });
  socket.addEventListener('close', () => {
    if (isCollected) closed.resolve();
    else closed.reject(new Error(`the inspector of process ${pid} does not answer`));
  });
  // The inspector names all threads before it answers the second request.
  await Promise.race([collected.promise, closed.promise]);
  await Promise.race([
    Promise.all([...threads.values()].map(({ promise }) => promise)),
    closed.promise,
  ]);
  isCollected = true;
  send(threads.size + 3, 'Runtime.evaluate', { expression: closeInspector });
  await closed.promise;
}

async function inspectorOf(pid: number): Promise<string> {
  const end = performance.now() + startMs;
  for (;;) {
    try {
      const response = await fetch(inspector);
      const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
      return target!.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > end) throw error;
      process.kill(pid, 'SIGUSR1');
      await pause(200);
    }
  }
}

if (import.meta.main) await collectGarbage(Number(process.argv[2]));
