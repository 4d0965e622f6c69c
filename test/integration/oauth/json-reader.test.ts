import { expect, onTestFinished, test } from 'vitest';
import { createJsonReader } from '../../../src/identity/oauth/json-reader.ts';
import { endless, redirect, startWebServer } from '../../support/web-server.ts';

test('a document of an issuer is read from its address, even a private one', async () => {
  const server = await startWebServer({ '/keys': '{"keys":[]}' });
  const reader = createJsonReader();
  onTestFinished(async () => {
    await reader.close();
    await server[Symbol.asyncDispose]();
  });
  expect(await reader.read(`${server.origin}/keys`)).toEqual({ keys: [] });
});

test('a document of an issuer that redirects, never ends or is not JSON is refused', async () => {
  const server = await startWebServer({
    '/elsewhere': redirect('/keys'),
    '/endless': endless('{"keys":['),
    '/page': '<html>maintenance</html>',
    '/keys': '{"keys":[]}',
  });
  const reader = createJsonReader();
  onTestFinished(async () => {
    await reader.close();
    await server[Symbol.asyncDispose]();
  });
  await expect(reader.read(`${server.origin}/elsewhere`)).rejects.toThrow(/redirects to http/);
  await expect(reader.read(`${server.origin}/endless`)).rejects.toThrow(/is larger than 262144/);
  await expect(reader.read(`${server.origin}/page`)).rejects.toThrow(/JSON/);
  await expect(reader.read(`${server.origin}/none`)).rejects.toThrow(/404/);
  expect(server.requests.map(({ path }) => path)).not.toContain('/keys');
});
