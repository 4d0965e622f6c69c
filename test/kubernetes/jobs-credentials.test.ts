import { describe, expect, test, vi } from 'vitest';
import { jobManifest, runSecret } from '../../src/jobs/kubernetes/job-manifest.ts';
import { RunError } from '../../src/base/errors.ts';
import { encodeOutcome } from '../../src/jobs/kubernetes/termination-message.ts';
import { newGitSecretName } from '../../src/store/git-secret.ts';
import { KubernetesSecretStore } from '../../src/store/kubernetes/secrets.ts';
import { SourceSecrets, sourceCredential } from '../../src/store/kubernetes/source-secrets.ts';
import { connect, type AnyObject } from '../support/kube.ts';
import { eventually, soon, spec, template, useJobs } from './jobs-under-test.ts';

const at = useJobs();

describe('runs as Jobs', () => {
  describe('with credentials', () => {
    const withSecret = { ...spec, secretRef: { name: 'token' } };

    async function addSecret(inNamespace: string, labels = sourceCredential): Promise<void> {
      const metadata = { name: 'token', namespace: inNamespace, labels };
      await at.secrets.create(
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata,
          data: { bearerToken: Buffer.from('secret').toString('base64') },
        },
        soon(),
      );
    }

    test('fail at once when the Secret is missing, and say which', async () => {
      const job = await at.addLibrary();

      await at.jobs.start({ ...job, spec: withSecret });

      expect(await at.jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: {
          reason: 'AccessDenied',
          message: `spec.secretRef names the Secret token, which is not in namespace ${at.namespace}; create it there`,
          retry: 'backoff',
        },
      });
      expect(await at.jobsNow()).toEqual([]);
    });

    test('fail at once when the Secret is not marked for sources, and say how to mark it', async () => {
      const job = await at.addLibrary();
      await addSecret(at.namespace, {});

      await at.jobs.start({ ...job, spec: withSecret });

      expect(await at.jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: {
          reason: 'AccessDenied',
          message: `spec.secretRef names the Secret token, which is not marked as credentials of a source; run: kubectl --namespace ${at.namespace} label secret token lectern.dev/credential=source`,
          retry: 'backoff',
        },
      });
      expect(await at.jobsNow()).toEqual([]);

      const marked = { metadata: { labels: sourceCredential } };
      await at.secrets.patch(`${at.namespace}/token`, marked, { type: 'merge' }, soon());
      await at.begin({ ...job, spec: withSecret });
      expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });
    });

    test('fail at once when the name is not allowed, whatever the Secret is marked as', async () => {
      const { namespace } = at;
      const sources = new SourceSecrets(connect(), { namespace, allowed: ['git', 'wiki'] });
      at.jobs = at.open({ sources });
      const job = await at.addLibrary();
      await addSecret(namespace);

      await at.jobs.start({ ...job, spec: withSecret });

      expect(await at.jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: {
          reason: 'AccessDenied',
          message:
            'spec.secretRef names the Secret token, which Lectern may not use; add it to the value rbac.secrets of its chart',
        },
      });
      expect(await at.jobsNow()).toEqual([]);
    });

    test('mount the Secret that Lectern created for the Library, whatever names are allowed', async () => {
      const { namespace } = at;
      const sources = new SourceSecrets(connect(), { namespace, allowed: [] });
      at.jobs = at.open({ sources });
      const job = await at.addLibrary();
      const name = newGitSecretName({ name: 'widgets', uid: job.uid });
      const owner = { namespace, name: 'widgets', uid: job.uid };
      const store = new KubernetesSecretStore(connect(), namespace);
      await store.put(name, { password: 'a-token' }, owner);

      await at.jobs.start({ ...job, spec: { ...spec, secretRef: { name } } });

      const pod = await at.kubelet.podOf(namespace, await at.jobName());
      expect(JSON.stringify(pod)).toContain(`"secretName":"${name}"`);
      const { metadata } = await at.secrets.get(`${namespace}/${name}`, soon());
      expect(metadata).toMatchObject({ labels: sourceCredential });
    });

    test.each(['the same', 'another'])(
      'of %s namespace have a copy of the Secret while they run',
      async (where) => {
        const away = where === 'another' ? await at.cluster.addNamespace() : at.namespace;
        const job = await at.addLibrary(away);
        await addSecret(away);
        const name = await at.begin({ ...job, spec: withSecret });

        const copy = await at.secrets.get(`${at.namespace}/${name}`, soon());
        expect(copy['data']).toEqual({ bearerToken: Buffer.from('secret').toString('base64') });
        await at.kubelet.report(at.namespace, name, {
          exitCode: 0,
          message: encodeOutcome({ state: 'succeeded', result: { changed: true, facts: {} } }),
        });
        await at.ended(job.library);

        await expect(at.secrets.get(`${at.namespace}/${name}`, soon())).rejects.toMatchObject({
          status: 404,
        });
        expect(await at.jobsNow()).toHaveLength(1);
      },
    );

    test('of another namespace get their copy of the Secret from the next controller if one died before', async () => {
      const away = await at.cluster.addNamespace();
      const job = { ...(await at.addLibrary(away)), spec: withSecret };
      await addSecret(away);
      const manifest = jobManifest(job, { namespace: at.namespace, template });
      await at.jobObjects.create(manifest as unknown as AnyObject & typeof manifest, soon());

      await vi.waitFor(async () => {
        expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });
      }, eventually);

      const { name } = manifest.metadata;
      expect((await at.secrets.get(`${at.namespace}/${name}`, soon())).metadata.name).toBe(name);
      await at.jobs.cancel(job.library);
      await vi.waitFor(
        async () => expect(await at.secrets.list({ namespace: at.namespace }, soon())).toEqual([]),
        eventually,
      );
    });
  });

  describe('whose Secret is deleted', () => {
    const withSecret = { ...spec, secretRef: { name: 'token' } };
    const add = async (): Promise<AnyObject> => {
      const metadata = { name: 'token', namespace: at.namespace, labels: sourceCredential };
      return at.secrets.create({ apiVersion: 'v1', kind: 'Secret', metadata }, soon());
    };
    const remove = async (): Promise<void> =>
      at.secrets.delete(`${at.namespace}/token`, {}, soon());

    test('go on under the next controller if their Pod has started', async () => {
      const job = { ...(await at.addLibrary()), spec: withSecret };
      await add();
      await at.begin(job);
      await at.jobs.close();
      await remove();

      const next = at.open();

      await vi.waitFor(async () => {
        expect(await next.observe(job.library)).toMatchObject({
          state: 'running',
          run: { phase: 'fetching' },
        });
      }, eventually);
    });

    test('fail under the next controller if their Pod waits for its copy', async () => {
      const job = { ...(await at.addLibrary()), spec: withSecret };
      const manifest = jobManifest(job, { namespace: at.namespace, template });
      await at.jobObjects.create(manifest as unknown as AnyObject & typeof manifest, soon());

      expect(await at.ended(job.library)).toMatchObject({
        failure: { reason: 'AccessDenied', message: expect.stringContaining('Secret token') },
      });
      await vi.waitFor(async () => expect(await at.jobsNow()).toEqual([]), eventually);
    });
  });

  describe('that an integration gives credentials', () => {
    const store = (): KubernetesSecretStore => new KubernetesSecretStore(connect(), at.namespace);

    test('find them in their own Secret while they run', async () => {
      const values = { username: 'git', password: 'a-token-of-the-host' };
      const credentialsOf = async (): Promise<typeof values> => values;
      at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
      const job = await at.addLibrary();

      const name = await at.begin({ ...job, credential: 'integration' });

      const pod = await at.kubelet.podOf(at.namespace, name);
      expect(JSON.stringify(pod['spec'])).toContain(`"secretName":"${name}"`);
      expect(JSON.stringify(pod)).not.toContain(values.password);
      expect(await store().get(name)).toEqual(values);
      await at.kubelet.report(at.namespace, name, { exitCode: 1, message: '' });
      await at.ended(job.library);
      expect(await store().get(name)).toBeUndefined();
    });

    test('of a Library with a long name start, too', async () => {
      const credentialsOf = async (): Promise<{ password: string }> => ({ password: 'a-token' });
      at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
      const job = await at.addLibrary(at.namespace, 'a-library-with-a-long-name'.repeat(5));

      await at.begin({ ...job, credential: 'integration' });

      expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });
    });

    test('leave none behind if the cluster refuses their Job', async () => {
      const credentialsOf = async (): Promise<{ password: string }> => ({ password: 'a-token' });
      at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
      const job = { ...(await at.addLibrary()), credential: 'integration' as const };

      await at.jobs.start({
        ...job,
        spec: { ...spec, resources: { limits: { memory: 'plenty' } } },
      });

      expect(await at.jobs.observe(job.library)).toMatchObject({
        failure: { reason: 'JobRefused' },
      });
      expect(await at.secrets.list({ namespace: at.namespace }, soon())).toEqual([]);
    });

    test.each(['none', 'integration'] as const)(
      'fail if a quota prevents the Secret of a run with the credential %s, and leave no Job',
      async (credential) => {
        const kind = { group: '', version: 'v1', plural: 'resourcequotas' };
        const quotas = at.cluster.client.resource<AnyObject>(kind);
        const hard = { 'count/secrets': '0' };
        const metadata = { name: 'secrets', namespace: at.namespace };
        const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata, spec: { hard } };
        await quotas.create(quota, soon());
        await vi.waitFor(async () => {
          const { status } = await quotas.get(`${at.namespace}/secrets`, soon());
          expect(status).toMatchObject({ hard });
        }, eventually);
        const credentialsOf = async (): Promise<{ password: string }> => ({ password: 'a-token' });
        at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
        const job = { ...(await at.addLibrary()), credential };

        await at.jobs.start(job);

        expect(await at.jobs.observe(job.library)).toMatchObject({
          state: 'failed',
          failure: {
            reason: 'JobRefused',
            message: expect.stringMatching(/refused the run's Secret: .*exceeded quota: secrets/),
            retry: 'backoff',
          },
        });
        await vi.waitFor(async () => expect(await at.jobsNow()).toEqual([]), eventually);
      },
    );

    test('find none if the controller chose none, even if the Library names a Secret', async () => {
      const credentialsOf = async (): Promise<never> => {
        throw new Error('nobody may ask');
      };
      at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
      const job = await at.addLibrary();
      const withSecret = { ...spec, secretRef: { name: 'token' } };

      const name = await at.begin({ ...job, spec: withSecret, credential: 'none' });

      const pod = await at.kubelet.podOf(at.namespace, name);
      // Only the token of the run.
      expect(JSON.stringify(pod['spec']).match(/"secretName":"[^"]*"/g)).toEqual([
        `"secretName":"${runSecret(name)}"`,
      ]);
    });

    test('fail with the message of the host if an app gets no token', async () => {
      const refused = new RunError('AccessDenied', 'the app is not installed', {
        retry: 'backoff',
      });
      const credentialsOf = async (): Promise<never> => Promise.reject(refused);
      at.jobs = at.open({ integrations: { credentialsOf, secrets: store() } });
      const job = await at.addLibrary();
      await at.jobs.start({ ...job, credential: 'integration' });

      expect(await at.jobs.observe(job.library)).toMatchObject({
        state: 'failed',
        failure: { reason: 'AccessDenied', message: 'the app is not installed', retry: 'backoff' },
      });
    });
  });
  describe('that write through the gateway', () => {
    const succeeded = encodeOutcome({ state: 'succeeded', result: { changed: true, facts: {} } });

    test('get a token in a Secret, which is deleted at the end of the run', async () => {
      const job = await at.addLibrary();
      const name = await at.begin(job);

      const { token, ...grant } = at.grants.active.get(job.library)!;
      expect(grant).toEqual({
        key: job.library,
        library: '/acme/widgets',
        run: 'run-1',
        expiresAt: expect.any(String),
      });
      const hours = (Date.parse(grant.expiresAt) - Date.now()) / 3_600_000;
      expect(hours).toBeGreaterThan(6);
      expect(hours).toBeLessThan(8);
      const secret = await at.secrets.get(`${at.namespace}/${name}-run`, soon());
      expect(secret['data']).toEqual({ token: Buffer.from(token).toString('base64') });
      expect(JSON.stringify(await at.jobsNow())).not.toContain(token);
      expect(JSON.stringify(await at.kubelet.podOf(at.namespace, name))).not.toContain(token);

      await at.kubelet.report(at.namespace, name, { exitCode: 0, message: succeeded });
      await at.ended(job.library);
      expect(at.grants.active.size).toBe(0);
      await expect(at.secrets.get(`${at.namespace}/${name}-run`, soon())).rejects.toMatchObject({
        status: 404,
      });
    });

    test('get a token when their queue lets them start, and lose it when it suspends them', async () => {
      const job = await at.addLibrary();
      const name = await at.addSuspended(job);
      const isWaiting = async (waiting: string): Promise<void> =>
        vi.waitFor(async () => {
          const found = await at.jobs.observe(job.library);
          expect(found).toMatchObject({ waiting: expect.stringContaining(waiting) });
        }, eventually);
      const keys = (): string[] => [...at.grants.active.keys()];

      await isWaiting('Queued');
      expect(keys()).toEqual([]);
      await at.suspend(name, false);
      await isWaiting('Pod');
      expect(keys()).toEqual([job.library]);
      await at.suspend(name, true);
      await isWaiting('Queued');
      expect(keys()).toEqual([]);
      expect(await at.secrets.list({ namespace: at.namespace }, soon())).toEqual([]);
    });

    test('cannot write any more after they are canceled', async () => {
      const job = await at.addLibrary();
      await at.begin(job);
      await at.jobs.cancel(job.library);
      expect(at.grants.active.size).toBe(0);
    });

    test('can read the upload of their Library', async () => {
      const job = await at.addLibrary();
      const upload = { name: 'docs-pets-1', sha256: 'a'.repeat(64), fileName: 'pets.json' };
      await at.begin({ ...job, spec: { ...spec, source: { openapi: { upload } } } });
      expect(at.grants.active.get(job.library)).toMatchObject({ upload: 'docs-pets-1' });
    });

    test('get their token from the next controller if one died before', async () => {
      const job = await at.addLibrary();
      const manifest = jobManifest(job, { namespace: at.namespace, template });
      await at.jobObjects.create(manifest as unknown as AnyObject & typeof manifest, soon());
      const { name } = manifest.metadata;
      // The first controller died after it had created the Secret. No other process knows the token in it.
      await at.secrets.create(
        {
          apiVersion: 'v1',
          kind: 'Secret',
          metadata: { name: `${name}-run`, namespace: at.namespace },
          data: { token: Buffer.from('of the one that died').toString('base64') },
        },
        soon(),
      );

      await vi.waitFor(async () => {
        expect(await at.jobs.observe(job.library)).toMatchObject({ state: 'running' });
      }, eventually);

      const { token } = at.grants.active.get(job.library)!;
      const secret = await at.secrets.get(`${at.namespace}/${name}-run`, soon());
      expect(secret['data']).toEqual({ token: Buffer.from(token).toString('base64') });
    });

    test('keep their token when another controller takes over while they run', async () => {
      const job = await at.addLibrary();
      await at.begin(job);
      const { token } = at.grants.active.get(job.library)!;
      const next = at.open();
      await vi.waitFor(async () => {
        expect(await next.observe(job.library)).toMatchObject({ state: 'running' });
      }, eventually);
      expect(at.grants.active.get(job.library)).toMatchObject({ token });
    });
  });

  test('pass Pod Security "restricted", with or without credentials', async () => {
    const restricted = await at.cluster.addNamespace({
      'pod-security.kubernetes.io/enforce': 'restricted',
    });
    const pods = at.cluster.client.resource<AnyObject>({
      group: '',
      version: 'v1',
      plural: 'pods',
    });
    for (const secretRef of [undefined, { name: 'token' }]) {
      const manifest = jobManifest(
        {
          id: 'run-1',
          library: `${restricted}/widgets`,
          uid: 'uid',
          spec: { ...spec, ...(secretRef && { secretRef }) },
          allowLocal: false,
        },
        { namespace: restricted, template },
      );
      const pod = {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'widgets', namespace: restricted },
        spec: manifest.spec.template.spec,
      };

      const created = await pods.create(pod, soon());

      expect(created['spec']).not.toHaveProperty('hostNetwork');
      expect(JSON.stringify(created)).not.toContain('kube-api-access');
      await pods.delete(`${restricted}/widgets`, {}, soon());
    }
  });
});
