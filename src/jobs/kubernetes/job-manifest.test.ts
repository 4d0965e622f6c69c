import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { IndexingJob } from '../../indexing/job.ts';
import { newGitSecretName } from '../../store/git-secret.ts';
import { jobManifest } from './job-manifest.ts';
import { parseJobTemplate, type JobTemplate } from './template.ts';

const job: IndexingJob = {
  id: 'run-1',
  library: 'lectern/widgets',
  uid: 'uid-1',
  spec: { id: '/acme/widgets', source: { git: { url: 'https://example.org/widgets.git' } } },
  allowLocal: false,
};
const template: JobTemplate = {
  metadata: { labels: { 'app.kubernetes.io/instance': 'docs', team: 'search' } },
  spec: { containers: [{ name: 'lectern', image: 'example.org/lectern:1' }] },
};
const options = { namespace: 'lectern', template };
/** Name of the Secret of a token that somebody gave to the library. */
const given = newGitSecretName({ name: 'widgets', uid: job.uid });

function podOf(manifest: ReturnType<typeof jobManifest>) {
  const { metadata, spec } = manifest.spec.template;
  return { metadata: metadata!, spec: spec!, container: spec!.containers[0]! };
}

describe('the Job of a run', () => {
  test('is found by labels and says which run of which Library it is', () => {
    const { metadata } = jobManifest(job, options);

    expect(metadata).toEqual({
      name: expect.stringMatching(/^lib-widgets-[0-9a-f]{8}$/),
      namespace: 'lectern',
      labels: {
        'app.kubernetes.io/name': 'lectern',
        'app.kubernetes.io/instance': 'docs',
        'app.kubernetes.io/component': 'indexer',
        'app.kubernetes.io/part-of': 'lectern',
        'app.kubernetes.io/managed-by': 'lectern-controller',
        'lectern.dev/library': 'widgets',
        'lectern.dev/library-uid': 'uid-1',
        team: 'search',
      },
      annotations: { 'lectern.dev/library-key': 'lectern/widgets', 'lectern.dev/run': 'run-1' },
      ownerReferences: [
        {
          apiVersion: 'lectern.dev/v1alpha1',
          kind: 'Library',
          name: 'widgets',
          uid: 'uid-1',
          controller: true,
        },
      ],
    });
  });

  test('lets its Pod take further runs for a while, and has that much more time', () => {
    const own = jobManifest(job, options).spec;
    const shared = jobManifest(job, { ...options, sharedSeconds: 600 }).spec;

    expect(shared.activeDeadlineSeconds! - own.activeDeadlineSeconds!).toBe(600);
    expect(own.template.spec!.containers[0]!.args).not.toContain('--further');
    expect(shared.template.spec!.containers[0]!.args).toEqual(
      expect.arrayContaining(['--further', '/etc/lectern/run/further']),
    );
  });

  test.each<[string, Partial<IndexingJob>, { queue?: string }]>([
    ['with an integration', { credential: 'integration' }, {}],
    ['with a Secret', { spec: { ...job.spec, secretRef: { name: 'git' } } }, {}],
    ['after a failure', { alone: true }, {}],
    ['in a queue of Kueue', {}, { queue: 'docs' }],
    ['with shares', { only: 'vectors', shares: 2 }, {}],
  ])('keeps its Pod for itself %s', (_, more, queue) => {
    const { spec } = jobManifest({ ...job, ...more }, { ...options, ...queue, sharedSeconds: 600 });

    expect(spec.template.spec!.containers[0]!.args).not.toContain('--further');
  });

  test('has a Pod for each share, and tries only a failed share again', () => {
    const { spec, metadata } = jobManifest({ ...job, only: 'vectors', shares: 3 }, options);

    expect(spec).toMatchObject({
      completionMode: 'Indexed',
      completions: 3,
      parallelism: 3,
      backoffLimitPerIndex: 2,
    });
    expect(spec.backoffLimit).toBeUndefined();
    expect(metadata.annotations).toMatchObject({ 'lectern.dev/shares': '3' });
    expect(metadata.annotations).not.toHaveProperty('kueue.x-k8s.io/job-min-parallelism');
  });

  test('lets Kueue admit fewer Pods than shares', () => {
    const shared = { ...job, only: 'vectors', shares: 3 } as const;
    const { metadata, spec } = jobManifest(shared, { ...options, queue: 'docs' });

    expect(metadata.annotations).toMatchObject({ 'kueue.x-k8s.io/job-min-parallelism': '1' });
    expect(spec).toMatchObject({ completions: 3, parallelism: 3 });
    const alone = jobManifest(job, { ...options, queue: 'docs' });
    expect(alone.metadata.annotations).not.toHaveProperty('kueue.x-k8s.io/job-min-parallelism');
  });

  test('has no owner when the Library is in another namespace', () => {
    const { metadata } = jobManifest({ ...job, library: 'team/widgets' }, options);

    expect(metadata.ownerReferences).toBeUndefined();
    expect(metadata.namespace).toBe('lectern');
  });

  test('has no owner, and credentials of its own namespace, when the Library is no object of the cluster', () => {
    const spec = { ...job.spec, secretRef: { name: 'token' } };
    const manifest = jobManifest({ ...job, library: 'widgets', spec }, options);

    expect(manifest.metadata.ownerReferences).toBeUndefined();
    expect(manifest.metadata.labels['lectern.dev/library']).toBe('widgets');
    expect(manifest.metadata.annotations['lectern.dev/copied-secret']).toBe('lectern/token');
  });

  test('leaves retries to the controller and ends at its deadline', () => {
    const { spec } = jobManifest(
      { ...job, spec: { ...job.spec, timeout: '90s' } },
      { ...options, keptSeconds: 60 },
    );

    expect(spec).toMatchObject({
      backoffLimit: 0,
      activeDeadlineSeconds: 90 + 120 + 300,
      ttlSecondsAfterFinished: 60,
      podFailurePolicy: {
        rules: [
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
          { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
        ],
      },
    });
    expect(jobManifest(job, options).spec.activeDeadlineSeconds).toBe(6 * 3600 + 120 + 300);
  });

  test('keeps its time limit if its Pod starts late', () => {
    const short = { ...job, spec: { ...job.spec, timeout: '1m' } };
    const deadline = (startTimeoutMs: number): number =>
      jobManifest(short, { ...options, startTimeoutMs }).spec.activeDeadlineSeconds!;

    expect(deadline(900_000) - deadline(300_000)).toBe(600);
    expect(deadline(900_000)).toBeGreaterThan(900 + 60);
  });

  test('mounts the whole job as a file', () => {
    const { metadata, spec, container } = podOf(jobManifest(job, options));

    expect(JSON.parse(metadata.annotations!['lectern.dev/job']!)).toEqual(job);
    expect(spec.volumes).toContainEqual({
      name: 'lectern-job',
      downwardAPI: {
        items: [
          {
            path: 'job.json',
            fieldRef: { fieldPath: "metadata.annotations['lectern.dev/job']" },
          },
        ],
      },
    });
    expect(container.args).toEqual([
      'index',
      '--job',
      '/etc/lectern/job/job.json',
      '--token',
      '/etc/lectern/run/token',
    ]);
  });

  test.each([
    ['lectern/widgets', given, 'mounts the Secret that Lectern made for it'],
    ['widgets', given, 'mounts the Secret that Lectern made for it'],
    ['widgets', 'widgets-git-0123abcd', 'mounts the Secret that an earlier version made for it'],
  ])('of %s with the Secret %s %s, readable to the run alone', (library, name) => {
    const withSecret = { ...job, library, spec: { ...job.spec, secretRef: { name } } };
    const manifest = jobManifest(withSecret, options);
    const { spec, container } = podOf(manifest);

    expect(manifest.metadata.annotations).not.toHaveProperty('lectern.dev/copied-secret');
    expect(spec.volumes).toContainEqual({
      name: 'lectern-credentials',
      secret: { secretName: name, defaultMode: 0o400, optional: false },
    });
    expect(container.volumeMounts).toContainEqual({
      name: 'lectern-credentials',
      mountPath: '/etc/lectern/credentials',
      readOnly: true,
    });
    expect(container.args!.slice(5)).toEqual(['--credentials', '/etc/lectern/credentials']);
  });

  test.each([
    ['team/widgets', 'token'],
    ['lectern/widgets', 'token'],
    ['lectern/widgets', 'elasticsearch-credentials'],
    // A Secret of another library, and those whose names do not come from Lectern.
    ['lectern/widgets', newGitSecretName({ name: 'gadgets', uid: job.uid })],
    ['lectern/widgets', newGitSecretName({ name: 'widgets', uid: 'uid-2' })],
    ['lectern/widgets', 'widgets-git-0123abcd'],
    ['lectern/widgets', 'widgets-git-notahash'],
  ])('of %s mounts a copy of the Secret %s, named as the Job', (library, name) => {
    const spec = { ...job.spec, secretRef: { name } };
    const manifest = jobManifest({ ...job, library, spec }, options);

    const [namespace] = library.split('/');
    expect(manifest.metadata.annotations['lectern.dev/copied-secret']).toBe(`${namespace}/${name}`);
    expect(podOf(manifest).spec.volumes).toContainEqual(
      expect.objectContaining({
        secret: expect.objectContaining({ secretName: manifest.metadata.name }),
      }),
    );
  });

  test('mounts the token for the write gateway, readable to the run alone', () => {
    const manifest = jobManifest(job, options);
    const { spec, container } = podOf(manifest);

    const secretName = `${manifest.metadata.name}-run`;
    expect(spec.volumes).toContainEqual({
      name: 'lectern-run',
      secret: { secretName, defaultMode: 0o400, optional: false },
    });
    expect(container.volumeMounts).toContainEqual({
      name: 'lectern-run',
      mountPath: '/etc/lectern/run',
      readOnly: true,
    });
  });

  test('is sent to a queue of Kueue, its Pods are not', () => {
    const { metadata, spec } = jobManifest(job, { ...options, queue: 'docs' });

    expect(metadata.labels['kueue.x-k8s.io/queue-name']).toBe('docs');
    expect(spec.template.metadata?.labels).not.toHaveProperty('kueue.x-k8s.io/queue-name');
  });

  test('takes image, environment, scheduling and volumes from the template', () => {
    const { spec, container, metadata } = podOf(
      jobManifest(job, {
        namespace: 'lectern',
        template: parseJobTemplate(`
          metadata: { annotations: { note: kept } }
          spec:
            nodeSelector: { disk: fast }
            tolerations: [{ key: indexing, operator: Exists }]
            serviceAccountName: indexer
            imagePullSecrets: [{ name: registry }]
            containers:
              - name: lectern
                image: example.org/lectern@sha256:0
                imagePullPolicy: Always
                env: [{ name: LECTERN_LOG_LEVEL, value: debug }]
                volumeMounts: [{ name: ca, mountPath: /etc/ssl/ca }]
            volumes: [{ name: ca, secret: { secretName: ca } }]
        `),
      }),
    );

    expect(metadata.annotations).toMatchObject({ note: 'kept' });
    expect(spec).toMatchObject({
      nodeSelector: { disk: 'fast' },
      tolerations: [{ key: 'indexing', operator: 'Exists' }],
      serviceAccountName: 'indexer',
      imagePullSecrets: [{ name: 'registry' }],
    });
    expect(spec.volumes!.map(({ name }) => name)).toEqual([
      'ca',
      'lectern-job',
      'tmp',
      'lectern-run',
    ]);
    expect(container).toMatchObject({
      image: 'example.org/lectern@sha256:0',
      imagePullPolicy: 'Always',
      env: [
        { name: 'HOME', value: '/tmp' },
        { name: 'LECTERN_LOG_LEVEL', value: 'debug' },
      ],
    });
    expect(container.volumeMounts!.map(({ name }) => name)).toEqual([
      'ca',
      'lectern-job',
      'tmp',
      'lectern-run',
    ]);
  });

  test('meets Pod Security "restricted", whatever the template contains', () => {
    const loose = parseJobTemplate(`
      spec:
        hostNetwork: true
        hostPID: true
        hostIPC: true
        automountServiceAccountToken: true
        restartPolicy: OnFailure
        securityContext: { runAsNonRoot: false, runAsUser: 0, seccompProfile: { type: Unconfined } }
        initContainers:
          - { name: first, image: example.org/first, securityContext: { privileged: true } }
        containers:
          - name: lectern
            image: example.org/lectern:1
            command: [sh]
            args: [-c, 'curl evil']
            ports: [{ containerPort: 80, hostPort: 80 }]
            securityContext: { privileged: true, readOnlyRootFilesystem: false }
    `);

    const { spec, container } = podOf(jobManifest(job, { namespace: 'lectern', template: loose }));

    const restricted = {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    };
    expect(spec).toMatchObject({
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      restartPolicy: 'Never',
      securityContext: {
        runAsNonRoot: true,
        runAsUser: 65532,
        runAsGroup: 65532,
        fsGroup: 65532,
        seccompProfile: { type: 'RuntimeDefault' },
      },
    });
    for (const field of ['hostNetwork', 'hostPID', 'hostIPC']) {
      expect(spec).not.toHaveProperty(field);
    }
    expect(container.securityContext).toEqual(restricted);
    expect(container).not.toHaveProperty('command');
    expect(container).not.toHaveProperty('ports');
    expect(container.args![0]).toBe('index');
    expect(spec.initContainers![0]!.securityContext).toEqual(restricted);
  });
});

describe('the resources of a run', () => {
  const installation = {
    requests: { cpu: '1', memory: '2Gi' },
    limits: { memory: '2Gi', 'ephemeral-storage': '20Gi' },
  };
  const resourcesOf = (own?: typeof installation, library?: IndexingJob['spec']['resources']) => {
    const container = { name: 'lectern', image: 'i', ...(own && { resources: own }) };
    const spec = { ...job.spec, ...(library && { resources: library }) };
    const manifest = jobManifest(
      { ...job, spec },
      { namespace: 'lectern', template: { spec: { containers: [container] } } },
    );
    return podOf(manifest);
  };

  test('have limits by default', () => {
    const { container, spec } = resourcesOf();

    expect(container.resources).toEqual({
      requests: { cpu: '500m', memory: '1Gi', 'ephemeral-storage': '2Gi' },
      limits: { memory: '1Gi', 'ephemeral-storage': '10Gi' },
    });
    expect(spec.volumes).toContainEqual({ name: 'tmp', emptyDir: { sizeLimit: '10Gi' } });
  });

  test("are the installation's", () => {
    const { container, spec } = resourcesOf(installation);

    expect(container.resources).toEqual(installation);
    expect(spec.volumes).toContainEqual({ name: 'tmp', emptyDir: { sizeLimit: '20Gi' } });
  });

  test.each([
    ['a limit alone asks for as much', { limits: { memory: '512Mi' } }, ['512Mi', '512Mi']],
    ['a request alone raises the limit', { requests: { memory: '4Gi' } }, ['4Gi', '4Gi']],
    [
      'both are as they are',
      { requests: { memory: '1Gi' }, limits: { memory: '3Gi' } },
      ['1Gi', '3Gi'],
    ],
  ])("is the Library's where it says so: %s", (_, library, [request, limit]) => {
    const { requests, limits } = resourcesOf(installation, library).container.resources!;

    expect([requests!['memory'], limits!['memory']]).toEqual([request, limit]);
    expect(requests!['cpu']).toBe('1');
  });

  test('have no limit if the library only sets a request', () => {
    const library = { requests: { cpu: '4' } };

    expect(resourcesOf(installation, library).container.resources!.limits).not.toHaveProperty(
      'cpu',
    );
  });
});

describe('a Job template', () => {
  const container = '{ name: lectern, image: i }';
  test.each([
    ['{', 'line 1 is not valid YAML'],
    ['', 'must have one container, named lectern, at spec.containers; it has none'],
    ['spec: { containers: [{ name: other, image: i }] }', 'it has other'],
    [`spec: { containers: [${container}, { name: side, image: i }] }`, 'it has lectern, side'],
    ['spec: { containers: [{ name: lectern }] }', 'must have spec.containers[0].image'],
    [
      `spec: { containers: [${container}], volumes: [{ name: v, hostPath: { path: / } }] }`,
      'has the hostPath volume v',
    ],
    [
      `spec: { containers: [${container}], volumes: [{ name: tmp, emptyDir: {} }] }`,
      'has a volume named tmp, which every run has already',
    ],
    [
      `spec: { containers: [{ name: lectern, image: i, resources: { requests: { memory: 2Gi }, limits: { memory: 1Gi } } }] }`,
      'indexer.resources of the chart): resources.requests.memory must be at most its limit 1Gi, not 2Gi',
    ],
  ])('%s is refused', (text, message) => {
    expect(() => parseJobTemplate(text)).toThrow(message);
  });

  test('may have quantities that YAML reads as numbers', () => {
    const resources = '{ requests: { cpu: 0.5, memory: 1e9 }, limits: { cpu: 1, memory: 1Gi } }';
    const text = `spec: { containers: [{ name: lectern, image: i, resources: ${resources} }] }`;

    expect(parseJobTemplate(text).spec.containers[0].resources).toMatchObject({
      requests: { cpu: 0.5 },
    });
  });

  test.each([
    'spec:\n  containers: []\n  token: planted: secret',
    'spec:\n  containers: []\n  token: "planted',
    'spec:\n  containers: []\n  token: *planted',
  ])('with a mistake is refused without a word of it: %j', (text) => {
    const message = (): string => {
      try {
        return JSON.stringify(parseJobTemplate(text));
      } catch (error) {
        return inspect(error);
      }
    };
    expect(message()).toMatch(/line 3 is not valid YAML|an alias has no anchor/);
    expect(message()).not.toContain('planted');
  });
});
