import { execFile } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Address of the inspector that Node starts on SIGUSR1: https://nodejs.org/en/learn/getting-started/debugging. */
const inspector = 'http://127.0.0.1:9229/json/list';
const startMs = 10_000;
/** All processes of a Pod use the same port, one after the other. */
const closeInspector = "process.getBuiltinModule('node:inspector').close()";

/**
 * Collects the garbage of a Node process of a Pod. Otherwise, its memory shows when V8 last collected garbage, which is less
 * often than once an hour in a quiet process.
 */
export async function collectGarbage(pid: number): Promise<void> {
  // The inspector of a Pod listens only in the network namespace of the Pod.
  const inNamespace = ['--target', String(pid), '--net', process.execPath];
  await promisify(execFile)('nsenter', [
    ...inNamespace,
    fileURLToPath(import.meta.url),
    String(pid),
  ]);
}

async function collectInNamespace(pid: number): Promise<void> {
  const socket = new WebSocket(await inspectorOf(pid));
  const send = (id: number, method: string, params: object = {}): void =>
    socket.send(JSON.stringify({ id, method, params }));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let isCollected = false;
  socket.addEventListener('open', () => send(1, 'HeapProfiler.collectGarbage'));
  socket.addEventListener(
    'message',
    () => {
      isCollected = true;
      send(2, 'Runtime.evaluate', { expression: closeInspector });
    },
    { once: true },
  );
  socket.addEventListener('close', () => {
    if (isCollected) resolve();
    else reject(new Error(`the inspector of process ${pid} does not answer`));
  });
  await promise;
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

if (import.meta.main) await collectInNamespace(Number(process.argv[2]));
