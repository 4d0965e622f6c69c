import type { Logger } from 'pino';
import { EventRecorder, type EventToRecord } from '../../../kubernetes/events.ts';
import type { KubeClient } from '../../../kubernetes/kube-client.ts';
import type { ObjectMeta } from '../../../resources/library.ts';
import type { CustomResourceKind } from '../../../store/kubernetes/resource-kind.ts';

/** Tells people who use kubectl what happens to the resources of a kind. The controller records, and closes it at its end. */
export interface ResourceEvents {
  /** Records an Event that `kubectl describe` shows. Ignores resources that are not objects of the cluster. */
  record(resource: { metadata: ObjectMeta }, event: EventToRecord): void;
  /** See EventRecorder.close. */
  close(): Promise<void>;
}

/** Records Events of the resources of a kind on a cluster. */
export function resourceEvents(
  { group, version, kind }: CustomResourceKind,
  { client, log }: { client: KubeClient; log: Logger },
): ResourceEvents {
  const recorder = new EventRecorder({
    client,
    controller: 'lectern.dev/controller',
    onError: (message) => log.warn({ message }, 'events'),
  });
  return {
    record({ metadata: { name, namespace, uid } }, event) {
      if (namespace === undefined) return;
      const target = { apiVersion: `${group}/${version}`, kind, namespace, name, uid };
      recorder.record(target, event);
    },
    close: () => recorder.close(),
  };
}
