import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInModelDir } from '../../../src/models/model-files.ts';
import { startClusterProcess } from '../../support/cluster-process.ts';
import { runLectern } from '../../support/lectern.ts';
import { startWebServer } from '../../support/web-server.ts';

test('lectern embed is ready when it has the model, asks for its key, and tells what waits', async () => {
  const service = await startClusterProcess('embed', {
    LECTERN_HEALTH_PORT: '0',
    LECTERN_EMBEDDING_SERVICE_KEY: 'the-key-of-the-service',
  });
  try {
    const listening = service.log.find(({ msg }) => msg === 'listening');
    const health = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${String(listening?.['healthPort'])}${path}`);
    await vi.waitFor(async () => expect((await health('/readyz')).status).toBe(200), 50_000);
    const headers = { authorization: 'Bearer the-key-of-the-service' };
    const models = await fetch(`${service.url}/v1/models`, { headers });
    const { data } = (await models.json()) as { data: { id: string }[] };

    const body = JSON.stringify({ model: data[0]!.id, input: 'How do I close it?' });
    const post = (init: RequestInit): Promise<Response> =>
      fetch(`${service.url}/v1/embeddings`, { method: 'POST', body, ...init });
    expect((await post({})).status).toBe(401);
    expect((await post({ headers })).status).toBe(200);

    const metrics = await (await health('/metrics')).text();
    expect(metrics).toContain('lectern_embedding_waiting_texts{purpose="document"} 0');
    expect(metrics).toContain('lectern_embedding_refused_total{limit="documents"} 0');
    expect(metrics).toContain('lectern_model_texts_total{call="embed_document"} 1');
    expect(JSON.stringify(service.log)).not.toContain('the-key-of-the-service');
    expect(await service.stop('SIGTERM')).toBe(0);
  } finally {
    await service.stop();
  }
});

const anyPorts = { LECTERN_PORT: '0', LECTERN_HEALTH_PORT: '0', LECTERN_THREADS: '1' };

test('lectern embed ends with an error if it cannot load the model, so that its Pod starts again', async () => {
  const program = await programWithBrokenModel();

  const { code, stderr } = await runLectern(['embed'], anyPorts, program);

  expect([code, stderr]).toEqual([1, expect.stringContaining('The built-in model failed')]);
});

test('lectern embed ends with an error if the port of its checks is taken', async () => {
  await using other = await startWebServer();
  const env = { ...anyPorts, LECTERN_HEALTH_PORT: String(other.port) };

  const { code, stderr } = await runLectern(['embed'], env);

  expect([code, stderr]).toEqual([1, expect.stringContaining('EADDRINUSE')]);
});

/** Copies the program until the test ends, with a model that ONNX Runtime cannot read. Returns its path. */
async function programWithBrokenModel(): Promise<string> {
  const root = new URL('../../../', import.meta.url).pathname;
  const folder = await mkdtemp(join(tmpdir(), 'lectern-broken-model-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const part of ['bin', 'src', 'package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const model = join(folder, builtInModelDir.slice(root.length));
  await mkdir(model, { recursive: true });
  for (const file of ['config.json', 'checksums.txt', 'tokenizer.json']) {
    await cp(join(builtInModelDir, file), join(model, file));
  }
  await writeFile(join(model, 'model.onnx'), 'no model');
  return join(folder, 'bin', 'lectern.js');
}
