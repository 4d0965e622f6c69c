import { parentPort, type MessagePort } from 'node:worker_threads';

// The thread of runs that have nothing to do.
parentPort!.on('message', ({ type, port }: { type: string; port: MessagePort }) => {
  if (type === 'close') return parentPort!.close();
  port.close();
  parentPort!.postMessage('done');
});
