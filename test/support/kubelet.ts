import type { KubeClient } from '../../src/kubernetes/kube-client.ts';
import type { AnyObject } from './kube.ts';

/** The state of a container, as a kubelet reports it. */
export type ContainerReport =
  | 'running'
  | { exitCode: number; message?: string; reason?: string }
  | { waiting: string; message: string };

/** Reports the status of Pods in a cluster without nodes. */
export class Kubelet {
  private readonly pods;

  constructor(client: KubeClient) {
    this.pods = client.resource<AnyObject>({ group: '', version: 'v1', plural: 'pods' });
  }

  /**
   * Returns the only Pod of a Job, or the Pod of one index that has not ended. Waits until the Job controller has created
   * it.
   */
  async podOf(namespace: string, job: string, index?: number): Promise<AnyObject> {
    const ofJob = `batch.kubernetes.io/job-name=${job}`;
    const labelSelector =
      index === undefined ? ofJob : `${ofJob},batch.kubernetes.io/job-completion-index=${index}`;
    const signal = AbortSignal.timeout(45_000);
    for (;;) {
      const pods = await this.pods.list({ namespace, labelSelector }, signal);
      const pod = index === undefined ? pods[0] : pods.find((one) => !hasEnded(one));
      if (pod) return pod;
    }
  }

  async report(
    namespace: string,
    job: string,
    report: ContainerReport,
    index?: number,
  ): Promise<void> {
    const { metadata } = await this.podOf(namespace, job, index);
    const status = {
      phase: phaseOf(report),
      containerStatuses: [
        {
          name: 'lectern',
          image: 'lectern',
          imageID: '',
          ready: report === 'running',
          restartCount: 0,
          state: stateOf(report),
        },
      ],
    };
    await this.pods.patch(
      `${namespace}/${metadata.name}`,
      { status },
      { type: 'merge', subresource: 'status' },
      AbortSignal.timeout(20_000),
    );
  }

  /** Asks a running Pod to end, as a drain of its node does. Until its end is reported, the Job gets no other Pod. */
  async drain(namespace: string, job: string): Promise<void> {
    const { metadata } = await this.podOf(namespace, job);
    const key = `${namespace}/${metadata.name}`;
    const conditions = [
      { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' },
    ];
    const status = { type: 'merge', subresource: 'status' } as const;
    await this.pods.patch(key, { status: { conditions } }, status, AbortSignal.timeout(20_000));
    await this.pods.delete(key, {}, AbortSignal.timeout(20_000));
  }

  /** Deletes a running Pod as a person would, and reports its end. */
  async remove(namespace: string, job: string, message: string): Promise<void> {
    const { metadata } = await this.podOf(namespace, job);
    await this.pods.delete(`${namespace}/${metadata.name}`, {}, AbortSignal.timeout(20_000));
    await this.report(namespace, job, { exitCode: 1, reason: 'Error', message });
  }
}

function hasEnded(pod: AnyObject): boolean {
  const { phase } = (pod['status'] ?? {}) as { phase?: string };
  return phase === 'Succeeded' || phase === 'Failed';
}

function phaseOf(report: ContainerReport): string {
  if (report === 'running') return 'Running';
  if ('waiting' in report) return 'Pending';
  return report.exitCode === 0 ? 'Succeeded' : 'Failed';
}

function stateOf(report: ContainerReport): object {
  const now = new Date().toISOString();
  if (report === 'running') return { running: { startedAt: now } };
  if ('waiting' in report) {
    return { waiting: { reason: report.waiting, message: report.message } };
  }
  return { terminated: { reason: 'Completed', ...report, startedAt: now, finishedAt: now } };
}
