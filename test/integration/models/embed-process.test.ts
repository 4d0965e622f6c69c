import { expect, test, vi } from 'vitest';
import { freePort } from '../../support/client-programs.ts';
import { startClusterProcess } from '../../support/cluster-process.ts';

test('lectern embed is ready when it has the model, asks for its key, and tells what waits', async () => {
  const healthPort = await freePort();
  const service = await startClusterProcess('embed', {
    LECTERN_HEALTH_PORT: String(healthPort),
    LECTERN_EMBEDDING_SERVICE_KEY: 'the-key-of-the-service',
  });
  try {
    const health = (path: string): Promise<Response> =>
      fetch(`http://127.0.0.1:${healthPort}${path}`);
    await vi.waitFor(async () => expect((await health('/readyz')).status).toBe(200), 20_000);
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
