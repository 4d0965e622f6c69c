import { createHmac, randomUUID } from 'node:crypto';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { annotations } from '../../../src/resources/library.ts';
import { pushDelivery, type PushDelivery } from '../../doubles/push-deliveries.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { startApi, type ApiServer } from '../api/api-server.ts';

const secret = 'the secret of the webhooks of this install';
const cloneUrl = 'https://git.example/team/manifest.git';

/** Each host with the path of its webhooks, the header of the signature, and the header with the id of the delivery. */
const hosts: [host: keyof typeof pushDelivery, path: string, proof: string, id: string][] = [
  ['github', '/api/github/webhook', 'x-hub-signature-256', 'x-github-delivery'],
  ['github', '/api/webhooks/github', 'x-hub-signature-256', 'x-github-delivery'],
  ['gitea', '/api/webhooks/gitea', 'x-gitea-signature', 'x-gitea-delivery'],
  ['gitlab', '/api/webhooks/gitlab', 'x-gitlab-token', 'idempotency-key'],
  ['bitbucket', '/api/webhooks/bitbucket', 'x-hub-signature', 'x-request-uuid'],
  ['bitbucketDataCenter', '/api/webhooks/bitbucket', 'x-hub-signature', 'x-request-id'],
];

describe.each(hosts)('a webhook from %s to %s', (host, path, proof, idHeader) => {
  let server: ApiServer;
  beforeAll(async () => {
    server = await startApi({ parts: { webhookSecret: secret } });
    await server.send('PUT', '/api/gitops/config', { repoUrl: cloneUrl, schedule: 'manual' });
    return server.close;
  });
  let before: string | undefined;
  beforeEach(async () => (before = await requested()));

  /** Returns the time of the last requested sync. */
  const requested = async (): Promise<string | undefined> =>
    (await server.manifests.get('default'))?.metadata.annotations?.[annotations.requestedAt];
  const deliver = ({ headers, body }: PushDelivery): Promise<CheckedResponse> =>
    checkedFetch(`${server.url}${path}`, { method: 'POST', headers, body });
  const push = (options: object = {}): PushDelivery =>
    pushDelivery[host]({ cloneUrl, after: randomUUID(), secret, ...options });
  const hmac = (algorithm: string, body: string): string =>
    createHmac(algorithm, secret).update(body).digest('hex');

  /** Returns the response to each delivery, and whether it requested a sync. */
  async function outcomes(...deliveries: PushDelivery[]): Promise<unknown[]> {
    const told: unknown[] = [];
    for (const delivery of deliveries) {
      const { status, json } = await deliver(delivery);
      told.push([status, json.error, (await requested()) === before]);
    }
    return [...new Set(told.map((one) => JSON.stringify(one)))];
  }
  const refused = ['[401,"invalid_signature",true]'];

  test('without a proof, or with an empty one, is refused', async () => {
    const { headers, body } = push();
    const { [proof]: _, ...bare } = headers;
    const empty = ['', 'sha256=', 'sha256'].map((one) => ({
      headers: { ...headers, [proof]: one },
      body,
    }));
    expect(await outcomes({ headers: bare, body }, ...empty)).toEqual(refused);
  });

  test('with a proof of another secret, without a secret, or of another algorithm is refused', async () => {
    const { headers, body } = push();
    const outdated = ['sha1', 'sha512'].map((algorithm) => ({
      headers: { ...headers, [proof]: `${algorithm}=${hmac(algorithm, body)}` },
      body,
    }));
    const others = [push({ secret: 'another secret altogether' }), push({ secret: '' })];
    expect(await outcomes(...others, ...outdated)).toEqual(refused);
  });

  test("with another host's proof of the same secret in its header is refused", async () => {
    const { headers, body } = push();
    const { [proof]: right = '', ...bare } = headers;
    const elsewhere = proof === 'x-gitlab-token' ? 'x-hub-signature-256' : 'x-gitlab-token';
    expect(await outcomes({ headers: { ...bare, [elsewhere]: right }, body })).toEqual(refused);
  });

  test('whose body was changed is refused, unless its proof is a token, as of GitLab', async () => {
    const { headers, body } = push();
    const changed = [body.replace('{', '{"evil":true,'), `${body}\n`, body.replace('}', ' }')];
    const told = await outcomes(...changed.map((one) => ({ headers, body: one })));
    expect(told[0]).toBe(host === 'gitlab' ? '[202,null,false]' : refused[0]);
  });

  test('that is sent again, unchanged or under another id, causes no second sync', async () => {
    const delivery = push();
    expect((await deliver(delivery)).status).toBe(202);
    const once = await requested();

    const again = await deliver(delivery);
    const headers = { ...delivery.headers, [idHeader]: randomUUID() };
    // GitLab sends a token instead of a signature, so its owner can send any push.
    const renamed = host === 'gitlab' ? undefined : await deliver({ ...delivery, headers });

    expect([again.status, again.json.message]).toEqual([
      200,
      'Ignored: the delivery was handled before.',
    ]);
    if (renamed) expect([renamed.status, renamed.json.error]).toEqual([401, 'invalid_signature']);
    expect(await requested()).toBe(once);
  });
});

describe('large deliveries that never end', () => {
  /** Sends all but the end of a body of 5 MB. */
  const begin = (url: string): ClientRequest => {
    const headers = { 'content-type': 'application/json', 'content-length': 5_000_000 };
    const sent = request(`${url}/api/webhooks/github`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('x'.repeat(4_000_000));
    return sent;
  };

  test('are refused when there are many, so that they cannot fill the memory, and others are taken', async () => {
    const server = await startApi({ parts: { webhookSecret: secret } });
    onTestFinished(server.close);
    await server.send('PUT', '/api/gitops/config', { repoUrl: cloneUrl, schedule: 'manual' });
    const answers: (number | undefined)[] = [];
    const many = Array.from({ length: 12 }, () => begin(server.url));
    for (const sent of many) {
      sent.once('response', ({ statusCode }: IncomingMessage) => answers.push(statusCode));
    }

    await expect.poll(() => answers).toEqual([503, 503, 503, 503]);
    const { headers, body } = pushDelivery.github({ cloneUrl, after: randomUUID(), secret });
    const url = `${server.url}/api/webhooks/github`;
    expect((await checkedFetch(url, { method: 'POST', headers, body })).status).toBe(202);
    for (const sent of many) sent.destroy();
  });
});
