import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CertificateAuthority, writeSigningKeys, type Certificate } from './certificates.ts';
import { say, succeeds } from './commands.ts';
import { kubeProgram } from './kube-binaries.ts';
import { podNetwork, serviceNetwork } from './network.ts';
import { ensurePackages } from './packages.ts';
import { freePorts } from './ports.ts';
import type { Processes } from './processes.ts';

// Address of the Service `kubernetes`, through which Pods reach the API server.
const firstServiceAddress = '10.96.0.1';

/** Options for a control plane. */
export interface ControlPlaneOptions {
  /** The stack's folder, for data and certificates. */
  folder: string;
  processes: Processes;
  /**
   * Address of this machine on which the API server listens, also for Pods. Loopback if there is
   * no node.
   */
  address: string;
}

/** A running API server with etcd. */
export interface ApiServer {
  /** Path of a kubeconfig with administrator access. */
  kubeconfig: string;
  url: string;
  /** Signs the certificates that a node needs. */
  authority: CertificateAuthority;
}

/** An API server with the controller manager and the scheduler. */
export interface ControlPlane extends ApiServer {
  /** kubectl of the same version. */
  kubectl: string;
}

interface Making extends ControlPlaneOptions {
  authority: CertificateAuthority;
  signing: { privateFile: string; publicFile: string };
  ports: { etcd: number; peer: number; api: number; manager: number; scheduler: number };
  url: string;
}

/**
 * Starts the control plane. Resolves when the controller manager has created the first service
 * account.
 */
export async function startControlPlane(options: ControlPlaneOptions): Promise<ControlPlane> {
  const started = Date.now();
  const making = await prepare(options);
  const server = await startServer(making);
  await Promise.all([startControllerManager(making), startScheduler(making)]);
  const kubectl = await kubeProgram('kubectl');
  const account = ['--kubeconfig', server.kubeconfig, 'get', 'serviceaccount', 'default'];
  const { processes } = options;
  while (!(await succeeds(kubectl, account))) {
    if (!processes.isRunning('kube-controller-manager'))
      throw new Error(
        `The controller manager ended\n${processes.logTail('kube-controller-manager')}`,
      );
    await pause(100);
  }
  sayStarted('control plane', server.url, started);
  return { ...server, kubectl };
}

/**
 * Starts only etcd and the API server. No controller reacts to writes, and none finishes a
 * deletion.
 */
export async function startApiServer(options: ControlPlaneOptions): Promise<ApiServer> {
  const started = Date.now();
  const server = await startServer(await prepare(options));
  sayStarted('API server', server.url, started);
  return server;
}

function sayStarted(what: string, url: string, started: number): void {
  say(`Kubernetes ${what} at ${url}, ${((Date.now() - started) / 1_000).toFixed(1)} s`);
}

async function prepare(options: ControlPlaneOptions): Promise<Making> {
  await ensurePackages([
    { file: 'openssl', package: 'openssl' },
    { file: 'curl', package: 'curl' },
  ]);
  const { folder, address } = options;
  const authority = await CertificateAuthority.create(join(folder, 'pki'));
  const [etcd, peer, api, manager, scheduler] = (await freePorts(folder, 5)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  return {
    ...options,
    authority,
    signing: await writeSigningKeys(authority.folder),
    ports: { etcd, peer, api, manager, scheduler },
    url: `https://${address}:${api}`,
  };
}

async function startServer(making: Making): Promise<ApiServer> {
  await startEtcd(making);
  await startKubeApiServer(making);
  const { folder, authority, url } = making;
  const kubeconfig = await authority.kubeconfig(join(folder, 'kubeconfig'), url, {
    name: 'admin',
    group: 'system:masters',
  });
  return { kubeconfig, url, authority };
}

async function startEtcd({ folder, processes, ports }: Making): Promise<void> {
  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.peer}`;
  await processes.start('etcd', {
    command: await kubeProgram('etcd'),
    args: [
      '--name=test',
      `--data-dir=${join(folder, 'etcd')}`,
      `--listen-client-urls=${client}`,
      `--advertise-client-urls=${client}`,
      `--listen-peer-urls=${peer}`,
      `--initial-advertise-peer-urls=${peer}`,
      `--initial-cluster=test=${peer}`,
      // The data need not survive a power failure.
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
    ready: ['curl', '-fsS', `${client}/health`],
  });
}

async function startKubeApiServer(making: Making): Promise<void> {
  const { processes, authority, signing, ports, address, url } = making;
  const host = address === '127.0.0.1' ? [] : [`IP:${address}`];
  const names = ['localhost', 'kubernetes', 'kubernetes.default', 'kubernetes.default.svc'];
  const server = await authority.issue('kube-apiserver', {
    name: 'kube-apiserver',
    serves: [
      'IP:127.0.0.1',
      `IP:${firstServiceAddress}`,
      ...host,
      ...[...names, 'kubernetes.default.svc.cluster.local'].map((name) => `DNS:${name}`),
    ],
  });
  const toKubelet = await authority.issue('kube-apiserver-kubelet', {
    name: 'kube-apiserver-kubelet-client',
    group: 'system:masters',
  });
  const frontProxy = await authority.issue('front-proxy', { name: 'front-proxy-client' });
  const policy = join(making.folder, 'audit-policy.json');
  await writeFile(policy, JSON.stringify(auditPolicy));
  await processes.start('kube-apiserver', {
    command: await kubeProgram('kube-apiserver'),
    args: [
      `--etcd-servers=http://127.0.0.1:${ports.etcd}`,
      `--bind-address=${address}`,
      `--secure-port=${ports.api}`,
      // Without a node, nothing uses this address, but it must not be loopback.
      `--advertise-address=${address === '127.0.0.1' ? '192.0.2.1' : address}`,
      `--tls-cert-file=${server.certificateFile}`,
      `--tls-private-key-file=${server.keyFile}`,
      `--client-ca-file=${authority.certificateFile}`,
      '--service-account-issuer=https://kubernetes.default.svc',
      `--service-account-key-file=${signing.publicFile}`,
      `--service-account-signing-key-file=${signing.privateFile}`,
      `--service-cluster-ip-range=${serviceNetwork}`,
      '--authorization-mode=Node,RBAC',
      '--enable-admission-plugins=NodeRestriction',
      '--allow-privileged=true',
      ...kubeletFlags(toKubelet, authority),
      ...frontProxyFlags(frontProxy, authority),
      `--audit-policy-file=${policy}`,
      `--audit-log-path=${auditLogFile(making.folder)}`,
      '--profiling=false',
    ],
    // After SIGTERM, it waits for its clients' watches for up to a minute, and still answers
    // requests.
    stopSignal: 'SIGKILL',
    ready: ['curl', '-fsS', '--cacert', authority.certificateFile, `${url}/readyz`],
  });
}

/**
 * Returns the audit log of the API server of a stack, with one JSON object on each line
 * (audit.k8s.io/v1). It tells who wrote what.
 */
export function auditLogFile(folder: string): string {
  return join(folder, 'audit.log');
}

/**
 * Logs the writes that tell tests who leads and who acts: those of leases (with their content),
 * Jobs and our own kinds.
 */
const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'None', verbs: ['get', 'list', 'watch'] },
    {
      level: 'Request',
      namespaces: ['lectern'],
      resources: [{ group: 'coordination.k8s.io', resources: ['leases'] }],
    },
    {
      level: 'Metadata',
      namespaces: ['lectern'],
      resources: [{ group: 'lectern.dev' }, { group: 'batch', resources: ['jobs'] }],
    },
    { level: 'None' },
  ],
};

function kubeletFlags(client: Certificate, authority: CertificateAuthority): string[] {
  return [
    `--kubelet-client-certificate=${client.certificateFile}`,
    `--kubelet-client-key=${client.keyFile}`,
    `--kubelet-certificate-authority=${authority.certificateFile}`,
    '--kubelet-preferred-address-types=InternalIP',
  ];
}

function frontProxyFlags(client: Certificate, authority: CertificateAuthority): string[] {
  return [
    `--proxy-client-cert-file=${client.certificateFile}`,
    `--proxy-client-key-file=${client.keyFile}`,
    `--requestheader-client-ca-file=${authority.certificateFile}`,
    '--requestheader-allowed-names=front-proxy-client',
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  ];
}

async function startControllerManager(making: Making): Promise<void> {
  const { folder, processes, authority, signing, ports, url } = making;
  const kubeconfig = await authority.kubeconfig(
    join(folder, 'pki', 'controller-manager.kubeconfig'),
    url,
    { name: 'system:kube-controller-manager' },
  );
  await processes.start('kube-controller-manager', {
    command: await kubeProgram('kube-controller-manager'),
    args: [
      ...identityFlags(kubeconfig, ports.manager),
      '--use-service-account-credentials=true',
      `--service-account-private-key-file=${signing.privateFile}`,
      `--root-ca-file=${authority.certificateFile}`,
      `--cluster-signing-cert-file=${authority.certificateFile}`,
      `--cluster-signing-key-file=${authority.keyFile}`,
      // The default limit of 20 requests a second would slow down tests with many Jobs.
      '--kube-api-qps=300',
      '--kube-api-burst=600',
      '--allocate-node-cidrs=true',
      `--cluster-cidr=${podNetwork}`,
      // The default is a folder below /usr.
      `--flex-volume-plugin-dir=${join(folder, 'volume-plugins')}`,
      `--service-cluster-ip-range=${serviceNetwork}`,
    ],
    ready: healthz(ports.manager),
  });
}

async function startScheduler({ folder, processes, authority, ports, url }: Making): Promise<void> {
  const path = join(folder, 'pki', 'scheduler.kubeconfig');
  const kubeconfig = await authority.kubeconfig(path, url, { name: 'system:kube-scheduler' });
  await processes.start('kube-scheduler', {
    command: await kubeProgram('kube-scheduler'),
    args: identityFlags(kubeconfig, ports.scheduler),
    ready: healthz(ports.scheduler),
  });
}

function identityFlags(kubeconfig: string, port: number): string[] {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    '--leader-elect=false',
    '--profiling=false',
  ];
}

/**
 * Returns a command that checks the health of a component. The component signs its certificate
 * itself, so the command does not verify it.
 */
function healthz(port: number): string[] {
  return ['curl', '-fsS', '--insecure', `https://127.0.0.1:${port}/healthz`];
}
