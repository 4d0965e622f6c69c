import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { disconnectSignal } from '../../../src/api/disconnect-signal.ts';
import { closeServer, listen } from '../../support/web-server.ts';

/**
 * Sends a request to a server that handles the response in this way. Returns the request, the response's signal, and a
 * promise of the response's end.
 */
async function asked(answer: (response: ServerResponse) => void) {
  const arrived = Promise.withResolvers<{ signal: AbortSignal; closed: Promise<unknown> }>();
  const server = createServer((_request, response) => {
    arrived.resolve({ signal: disconnectSignal(response), closed: once(response, 'close') });
    answer(response);
  });
  const port = await listen(server);
  onTestFinished(() => closeServer(server));
  const asking = request({ port, agent: false });
  asking.on('error', () => undefined);
  asking.on('response', (received) => received.resume()).end();
  return { asking, ...(await arrived.promise) };
}

test('nothing is aborted if the connection closes after the complete response', async () => {
  const { signal, closed } = await asked((response) => void response.end('all of it'));
  await closed;
  expect(signal.aborted).toBe(false);
});

test.each([
  ['before the answer begins', () => undefined],
  ['in the middle of it', (response: ServerResponse) => void response.write('half of it')],
])('the work for a caller that disconnects %s is aborted', async (_when, answer) => {
  const { asking, signal } = await asked(answer);
  const aborted = once(signal, 'abort');
  asking.destroy();
  await aborted;
  expect(signal.aborted).toBe(true);
});
