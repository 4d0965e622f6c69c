import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { DisplayOptions } from '../library-status.ts';
import type { RequestLog } from '../request-log.ts';
import type { Registry } from '../../store/registry.ts';
import { EventHub } from './event-hub.ts';
import { LibraryView } from './library-view.ts';
import { liveRegistry, type ApiRegistry, type LiveRegistry } from './live-registry.ts';
import type { WriteLog } from '../../store/write-log.ts';

interface LiveOptions extends DisplayOptions {
  registry: ApiRegistry;
  manifests: Pick<Registry<ManifestSync>, 'watch'>;
  /** Aborts on shutdown: streams end, and watches stop. */
  stopped: AbortSignal;
  /** Shares the writes of several API processes; absent with one process. */
  writeLog?: WriteLog;
  log: RequestLog;
}

/** The live parts of the API: cached libraries and event streams. */
export interface Live {
  view: LibraryView;
  hub: EventHub;
  /** The registry, whose writes the view has at once. */
  registry: LiveRegistry;
}

/** Creates the live parts. Watches start with the first use. */
export function openLive(options: LiveOptions): Live {
  const { registry, manifests, stopped, writeLog, naming, memberRuns, log } = options;
  const onError =
    (kind: string) =>
    (message: string): void =>
      log.warn({ kind, message }, 'watch interrupted');
  const view = new LibraryView({
    registry,
    stopped,
    ...(writeLog && { writeLog }),
    onError: onError('libraries'),
  });
  const hub = new EventHub({
    view,
    manifests,
    stopped,
    naming,
    ...(memberRuns && { memberRuns }),
    onError: onError('manifests'),
  });
  return { view, hub, registry: liveRegistry(registry, view) };
}
