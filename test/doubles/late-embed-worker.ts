import { parentPort } from 'node:worker_threads';
// A thread that answers what it holds only once it is told to end, and ends a while after that.

parentPort?.on('message', (order: string[] | 'close') => {
  if (order !== 'close') return;
  parentPort?.postMessage({ vectors: new Float32Array(384) });
  setTimeout(() => parentPort?.close(), 100);
});
