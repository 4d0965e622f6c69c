import type { Logger } from 'pino';
import type { Transition } from '../../controller/library/transition.ts';
import type { Library } from '../../resources/library.ts';
import { EventRecorder } from '../../runtime/events.ts';
import type { KubeClient } from '../../runtime/kube-client.ts';
import { libraryKind } from '../../store/kubernetes/resource-kind.ts';

/** Shows what became of a Library in `kubectl describe`; nothing for those that are no objects of the cluster. */
export function libraryEvents(
  client: KubeClient,
  log: Logger,
): (library: Library, transition: Transition) => void {
  const recorder = new EventRecorder({
    client,
    controller: 'lectern.dev/controller',
    onError: (message) => log.warn({ message }, 'events'),
  });
  const { group, version, kind } = libraryKind;
  return ({ metadata: { name, namespace, uid } }, transition) => {
    if (namespace === undefined) return;
    const target = { apiVersion: `${group}/${version}`, kind, namespace, name, uid };
    recorder.record(target, transition);
  };
}
