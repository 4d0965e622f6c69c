import { parentPort } from 'node:worker_threads';
import type { EmbedWorkerOrder } from '../../src/models/embed-worker.ts';

// The real thread, but one text ends it like a native crash or a lack of memory.
await import('../../src/models/embed-worker.ts');

parentPort?.on('message', (order: EmbedWorkerOrder) => {
  if (order !== 'close' && order.texts.includes('die')) throw new Error('killed by the test');
});
