import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { annotations } from '../../../src/resources/library.ts';
import { pushDelivery, type PushDelivery } from '../../doubles/push-deliveries.ts';
import { checkedFetch, type CheckedResponse } from '../../support/openapi-check.ts';
import { manifestOf, startInstall, type Install, type InstallOptions } from './install.ts';

/** Time limit for a busy machine. */
const patience = { timeout: 45_000 };
const secret = 'the secret of the webhooks of this install';
const github = '/api/github/webhook';

const withSecret: InstallOptions = { api: { parts: { webhookSecret: secret } } };

function deliver(
  { api }: Install,
  path: string,
  { headers, body }: PushDelivery,
): Promise<CheckedResponse> {
  return checkedFetch(`${api.url}${path}`, { method: 'POST', headers, body });
}

function unsigned(headers: Record<string, string>): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => name !== 'x-hub-signature-256');
  return Object.fromEntries(kept);
}

const requested = async ({ api }: Install): Promise<string | undefined> =>
  (await api.manifests.get('default'))?.metadata.annotations?.[annotations.requestedAt];

const synced = (install: Install, commit: string): Promise<void> =>
  vi.waitFor(async () => {
    const { lastSync, running } = await install.status();
    expect([lastSync?.commit, running]).toEqual([commit, false]);
  }, patience);

describe('a push to the repository of the manifest', () => {
  let install: Install;
  beforeAll(async () => {
    install = await startInstall(withSecret);
    await install.configure({ schedule: 'manual' });
    await vi.waitUntil(() => install.reports.length > 0, patience);
    return install.close;
  });

  test.each([
    ['github', github],
    ['github', '/api/webhooks/github'],
    ['gitlab', '/api/webhooks/gitlab'],
    ['gitea', '/api/webhooks/gitea'],
    ['bitbucket', '/api/webhooks/bitbucket'],
    ['bitbucketDataCenter', '/api/webhooks/bitbucket'],
  ] as const)('that %s tells at %s is synced', async (host, path) => {
    const name = `${host}-${path.split('/')[2]}`.toLowerCase();
    const commit = await install.push(manifestOf('anvil', name));

    const { status, json } = await deliver(
      install,
      path,
      pushDelivery[host]({ cloneUrl: install.repoUrl, after: commit, secret }),
    );

    expect([status, json.message]).toEqual([202, 'Requested a sync of the manifest default.']);
    await synced(install, commit);
    expect((await install.status()).lastSync).toMatchObject({ result: 'synced', trigger: 'push' });
    expect(await install.ids()).toContain(`/acme/${name}`);
  });
});

describe('a delivery', () => {
  let install: Install;
  let before: string | undefined;
  beforeAll(async () => {
    install = await startInstall({ ...withSecret, withoutController: true });
    await install.configure();
    return install.close;
  });
  beforeEach(async () => {
    before = await requested(install);
  });

  const push = (options: object = {}): PushDelivery =>
    pushDelivery.github({ cloneUrl: install.repoUrl, after: randomUUID(), secret, ...options });

  test.each<[what: string, options: object, message: RegExp]>([
    ['of another branch', { ref: 'refs/heads/other' }, /to another branch than the manifest's/],
    ['of a tag', { ref: 'refs/tags/v1' }, /to another branch/],
    [
      'of another repository',
      { cloneUrl: 'https://git.example/team/other.git' },
      /a repository without a manifest/,
    ],
  ])('%s is ignored', async (_, options, message) => {
    const { status, json } = await deliver(install, github, push(options));

    expect([status, json.message]).toEqual([200, expect.stringMatching(message)]);
    expect(await requested(install)).toBe(before);
  });

  test('of another event is ignored', async () => {
    const { headers, body } = push();

    const { status, json } = await deliver(install, github, {
      headers: { ...headers, 'x-github-event': 'ping' },
      body,
    });

    expect([status, json.message]).toEqual([200, 'Ignored: the event is "ping", not a push.']);
    expect(await requested(install)).toBe(before);
  });

  test('is ignored while automatic syncs are off, and accepted when it is sent again later', async () => {
    const delivery = push();
    await install.configure({ enabled: false });
    const { status, json } = await deliver(install, github, delivery);
    expect([status, json.message]).toEqual([200, 'Ignored: automatic syncs are off.']);
    expect(await requested(install)).toBe(before);

    await install.configure({ enabled: true });

    expect((await deliver(install, github, delivery)).status).toBe(202);
    expect(await requested(install)).not.toBe(before);
  });

  test.each<[what: string, change: (delivery: PushDelivery) => Partial<PushDelivery>]>([
    ['without a signature', ({ headers }) => ({ headers: unsigned(headers) })],
    ['with a body that was changed', ({ body }) => ({ body: `${body} ` })],
    [
      'with a signature by another secret',
      () => pushDelivery.github({ cloneUrl: install.repoUrl, secret: 'another secret altogether' }),
    ],
    [
      'signed by the outdated algorithm alone',
      ({ headers, body }) => ({
        headers: {
          ...unsigned(headers),
          'x-hub-signature': `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`,
        },
      }),
    ],
  ])('%s is refused', async (_, change) => {
    const delivery = push();

    const { status, json } = await deliver(install, github, { ...delivery, ...change(delivery) });

    expect([status, json.error]).toEqual([401, 'invalid_signature']);
    expect(await requested(install)).toBe(before);
  });

  test('that arrives twice is handled once', async () => {
    const delivery = push();
    expect((await deliver(install, github, delivery)).status).toBe(202);
    const once = await requested(install);

    const { status, json } = await deliver(install, github, delivery);

    expect([status, json.message]).toEqual([200, 'Ignored: the delivery was handled before.']);
    expect(await requested(install)).toBe(once);
  });

  test('that is replayed under another id is refused', async () => {
    const { headers, body } = push();
    expect((await deliver(install, github, { headers, body })).status).toBe(202);
    const once = await requested(install);

    const { status, json } = await deliver(install, github, {
      headers: { ...headers, 'x-github-delivery': randomUUID() },
      body,
    });

    expect([status, json.error]).toEqual([401, 'invalid_signature']);
    expect(await requested(install)).toBe(once);
  });

  test('in a form is accepted', async () => {
    const { headers, body } = push();
    const form = new URLSearchParams({ payload: body }).toString();
    const signature = createHmac('sha256', secret).update(form).digest('hex');

    const { status } = await deliver(install, github, {
      headers: {
        ...headers,
        'content-type': 'application/x-www-form-urlencoded',
        'x-hub-signature-256': `sha256=${signature}`,
      },
      body: form,
    });

    expect(status).toBe(202);
  });

  test.each([
    ['cut off', '{"ref":'],
    ['a text', '"text"'],
    ['empty', '{}'],
    ['very deep', '['.repeat(100_000)],
  ])('whose signed body is %s is no push', async (_, body) => {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = { ...push().headers, 'x-hub-signature-256': `sha256=${signature}` };

    const { status, json } = await deliver(install, github, { headers, body });

    expect([status, json.error]).toEqual([400, 'validation_error']);
  });

  test('that is too large is refused', async () => {
    const { headers } = push();

    const { status, json } = await deliver(install, github, {
      headers,
      body: 'x'.repeat(5_000_001),
    });

    expect([status, json.error]).toEqual([413, 'payload_too_large']);
  });

  test('is refused while no secret is set', async () => {
    const off = await startInstall({ withoutController: true });
    onTestFinished(off.close);

    const { status, json } = await deliver(off, github, push({ secret: '' }));

    expect([status, json.error]).toEqual([403, 'forbidden']);
  });
});

describe('pushes while a sync is going on', () => {
  test('cause one more sync, which sees their commits', async () => {
    const holds = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const reached = Promise.withResolvers<void>();
    let syncs = 0;
    const install = await startInstall({
      ...withSecret,
      beforeApplying: async () => {
        syncs += 1;
        if (syncs === 1) reached.resolve();
        await holds[syncs - 1]?.promise;
      },
    });
    onTestFinished(install.close);
    await install.configure({ schedule: 'manual' });
    await reached.promise;

    const commit = await install.push(manifestOf('anvil', 'bolt'));
    const deliveries = Array.from({ length: 20 }, (_, n) =>
      pushDelivery.github({ cloneUrl: install.repoUrl, after: `${commit} ${n}`, secret }),
    );
    await Promise.all(deliveries.map((delivery) => deliver(install, github, delivery)));
    expect(syncs).toBe(1);
    for (const hold of holds) hold.resolve();

    await synced(install, commit);
    expect(syncs).toBe(2);
    expect(install.reports.map(({ trigger }) => trigger)).toEqual([expect.anything(), 'push']);
    expect(await install.ids()).toEqual(['/acme/anvil', '/acme/bolt']);
  });

  test('in bursts are synced one after another, and no commit is missed', async () => {
    const install = await startInstall(withSecret);
    onTestFinished(install.close);
    await install.configure({ schedule: 'manual' });
    const names = ['anvil'];
    let commit = '';
    const answers: number[] = [];
    for (let burst = 0; burst < 3; burst += 1) {
      names.push(`part-${burst}`);
      commit = await install.push(manifestOf(...names));
      const deliveries = Array.from({ length: 30 }, (_, n) =>
        pushDelivery.github({ cloneUrl: install.repoUrl, after: `${commit} ${n}`, secret }),
      );
      const told = await Promise.all(deliveries.map((one) => deliver(install, github, one)));
      answers.push(...told.map(({ status }) => status));
    }

    await synced(install, commit);

    expect(new Set(answers)).toEqual(new Set([202]));
    expect(await install.ids()).toEqual(names.map((name) => `/acme/${name}`).sort());
    const times = install.reports.map((one) => [one.startedAt, one.finishedAt]);
    expect(times.flat()).toEqual(times.flat().toSorted());
    expect(install.reports.length).toBeLessThan(30);
  });
});
