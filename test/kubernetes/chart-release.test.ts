import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chart, helm, kubectl, listOf, restrictedNamespace } from '../support/chart.ts';

const release = 'docs';
/** The definitions belong to the cluster, and other tests use them. */
const values = ['--values', `${chart}/ci/external-values.yaml`, '--set', 'crds.enabled=false'];

let namespace: string;
beforeAll(async () => {
  namespace = await restrictedNamespace();
  await helm('install', release, chart, '--namespace', namespace, ...values);
});
afterAll(async () => {
  await helm('uninstall', release, '--namespace', namespace);
  await kubectl(['delete', 'namespace', namespace, '--wait=false']);
});

describe('a release of the chart', () => {
  test('keeps its operator token through an upgrade', async () => {
    const token = await operatorToken();
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);

    const changed = ['--namespace', namespace, ...values, '--set', 'logLevel=debug'];
    await helm('upgrade', release, chart, ...changed);

    await expect(operatorToken()).resolves.toBe(token);
  });

  test('gives the controller only the rights that it needs in its namespace', async () => {
    await expect(rights('controller')).resolves.toEqual({
      'libraries.lectern.dev': 'get list watch create patch delete',
      'libraries.lectern.dev/status': 'patch',
      'manifestsyncs.lectern.dev': 'list watch',
      'manifestsyncs.lectern.dev/status': 'patch',
      'jobs.batch': 'get list watch create patch delete',
      pods: 'list watch',
      events: 'list',
      configmaps: 'get',
      secrets: 'get create delete',
      'secrets lectern-integrations': 'get create delete',
      'events.events.k8s.io': 'create patch',
      'leases.coordination.k8s.io': 'create',
      'leases.coordination.k8s.io lectern-controller': 'get watch create patch',
    });
  });

  test('lets the API change libraries and manifests, and write credentials that it cannot read, but nothing else', async () => {
    await expect(rights('api')).resolves.toEqual({
      'libraries.lectern.dev': 'get list watch create patch delete',
      'manifestsyncs.lectern.dev': 'get list watch create patch',
      secrets: 'create',
      // The Secret of the integrations. The API reads it to report which fields are set.
      'secrets lectern-integrations': 'get create patch',
    });
  });

  test('gives a Job no rights', async () => {
    await expect(rights('indexer')).resolves.toEqual({});
  });
});

async function operatorToken(): Promise<string> {
  const path = 'jsonpath={.data.token}';
  const secret = ['secret', `${release}-lectern-operator-token`, '--output', path];
  return atob(await kubectl(['get', '--namespace', namespace, ...secret]));
}

const verbs = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete', 'deletecollection'];

/** Rights that an attacker would want, besides those that the processes need. */
const resources = [
  'libraries.lectern.dev',
  'libraries.lectern.dev/status',
  'libraries.lectern.dev/finalizers',
  'manifestsyncs.lectern.dev',
  'manifestsyncs.lectern.dev/status',
  'jobs.batch',
  'cronjobs.batch',
  'deployments.apps',
  'pods',
  'pods/exec',
  'pods/log',
  'configmaps',
  'secrets',
  'events',
  'events.events.k8s.io',
  'serviceaccounts',
  'serviceaccounts/token',
  'roles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'leases.coordination.k8s.io',
  'leases.coordination.k8s.io lectern-controller',
  'secrets lectern-integrations',
];

/**
 * Returns the verbs that the API server allows a process on each resource of its namespace. Leaves out resources without
 * any.
 */
async function rights(process: string): Promise<Record<string, string>> {
  const questions = resources.flatMap((on) => verbs.map((verb) => review(process, verb, on)));
  const asked = ['create', '--filename', '-', '--output', 'jsonpath={.status.allowed}{" "}'];
  const answers = (await kubectl(asked, listOf(questions))).trim().split(' ');
  expect(answers).toHaveLength(questions.length);
  const granted = resources.map((on, index): [string, string] => {
    const allowed = (_: string, at: number): boolean =>
      answers[index * verbs.length + at] === 'true';
    return [on, verbs.filter(allowed).join(' ')];
  });
  return Object.fromEntries(granted.filter(([, allowed]) => allowed !== ''));
}

/**
 * Asks the API server whether a process may do something. Resources are in the notation of kubectl:
 * `resource.group/subresource name`.
 */
function review(process: string, verb: string, on: string): object {
  const [path = '', name] = on.split(' ');
  const [qualified = '', subresource] = path.split('/');
  const [resource, ...group] = qualified.split('.');
  return {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SubjectAccessReview',
    spec: {
      user: `system:serviceaccount:${namespace}:${release}-lectern-${process}`,
      groups: ['system:serviceaccounts', 'system:authenticated'],
      resourceAttributes: { namespace, verb, group: group.join('.'), resource, subresource, name },
    },
  };
}
