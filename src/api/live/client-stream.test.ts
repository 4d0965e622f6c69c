import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ClientStream, heartbeat } from './client-stream.ts';

test('a stream that ended takes no more events, although its client has not read it yet', async () => {
  const outlet = new ClientStream({ role: 'member', teamspace: 'default' }, () => undefined);

  outlet.end();
  outlet.now(heartbeat);
  outlet.readAnew();
  outlet.flush(
    () => undefined,
    () => '',
  );
  outlet.end();

  expect(await text(outlet.stream)).toMatch(/^retry: \d+\nevent: hello\ndata: \{\}\n\n$/);
});
