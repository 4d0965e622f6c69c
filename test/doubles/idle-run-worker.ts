import { parentPort } from 'node:worker_threads';
import type { RunThreadMessage } from '../../src/jobs/run-worker.ts';

// The thread of runs that have nothing to do.
parentPort!.on('message', (message: RunThreadMessage) => {
  if (message.type === 'close') return parentPort!.close();
  message.port.close();
  parentPort!.postMessage('done');
});
