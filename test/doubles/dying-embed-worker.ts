import { parentPort } from 'node:worker_threads';
// The real thread, but one text ends it like a native crash or a lack of memory.
await import('../../src/models/embed-worker.ts');

parentPort?.on('message', (order: string[] | 'close') => {
  if (order.includes('die')) throw new Error('killed by the test');
});
