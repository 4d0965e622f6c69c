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

  /**
   * Ends a running Pod as a kubelet does whose node lacks memory. The Pod stays, and the Job gets another one, up to ten
   * seconds later. Returns the name of the Pod.
   */
  async evict(namespace: string, job: string): Promise<string> {
    const { metadata } = await this.disrupt(namespace, job);
    await this.report(namespace, job, { exitCode: 137, reason: 'Error' });
    return metadata.name;
  }

  /** Deletes a running Pod as a drain of its node does, and does not report its end. */
  async drain(namespace: string, job: string): Promise<void> {
    const { metadata } = await this.disrupt(namespace, job);
    await this.delete(`${namespace}/${metadata.name}`);
  }

  async delete(pod: string): Promise<void> {
    await this.pods.delete(pod, {}, AbortSignal.timeout(20_000));
  }

  /** Marks a Pod whose end does not count against its Job. */
  private async disrupt(namespace: string, job: string): Promise<AnyObject> {
    const { metadata } = await this.podOf(namespace, job);
    // The cluster resets the condition if it is older than two minutes.
    const lastTransitionTime = new Date().toISOString();
    const conditions = [{ type: 'DisruptionTarget', status: 'True', lastTransitionTime }];
    return this.pods.patch(
      `${namespace}/${metadata.name}`,
      { status: { conditions } },
      { type: 'merge', subresource: 'status' },
      AbortSignal.timeout(20_000),
    );
  }

  /** Deletes a running Pod as a person would, and reports its end. */
  async remove(namespace: string, job: string, message: string): Promise<void> {
    const { metadata } = await this.podOf(namespace, job);
    await this.delete(`${namespace}/${metadata.name}`);
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
