import type { Logger } from 'pino';
import type { LibraryEvent } from '../../../libraries/library/library-event.ts';
import type { Library } from '../../../resources/library.ts';
import { EventRecorder } from '../../../kubernetes/events.ts';
import type { KubeClient } from '../../../kubernetes/kube-client.ts';
import { libraryKind } from '../../../store/kubernetes/resource-kind.ts';

/** Tells people who use kubectl what happens to a Library. The controller records, and closes it at its end. */
export interface LibraryEvents {
  /** Records an Event that `kubectl describe` shows. Ignores Libraries that are not objects of the cluster. */
  record(library: Library, event: LibraryEvent): void;
  /** See EventRecorder.close. */
  close(): Promise<void>;
}

/** Records Events of Libraries on a cluster. */
export function libraryEvents(client: KubeClient, log: Logger): LibraryEvents {
  const recorder = new EventRecorder({
    client,
    controller: 'lectern.dev/controller',
    onError: (message) => log.warn({ message }, 'events'),
  });
  const { group, version, kind } = libraryKind;
  return {
    record({ metadata: { name, namespace, uid } }, event) {
      if (namespace === undefined) return;
      const target = { apiVersion: `${group}/${version}`, kind, namespace, name, uid };
      recorder.record(target, event);
    },
    close: () => recorder.close(),
  };
}
