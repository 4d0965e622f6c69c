import { parentPort } from 'node:worker_threads';
// The real thread, which dies on one text as a native crash or a lack of memory would end it.
await import('../../src/models/embed-worker.ts');

parentPort?.on('message', (order: string[] | 'close') => {
  if (order.includes('die')) throw new Error('killed by the test');
});
