import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import { syncRequest } from './sync-request.ts';

/**
 * Requests syncs for pushes, with at most one concurrent write for each manifest. Pushes that arrive during a write share the next
 * write. So the sync for a push always starts after the push.
 */
export class PushRequests {
  private readonly manifests: Pick<Registry<ManifestSync>, 'patch'>;
  private readonly running = new Map<string, Promise<void>>();
  private readonly waiting = new Map<string, Promise<void>>();

  constructor(manifests: Pick<Registry<ManifestSync>, 'patch'>) {
    this.manifests = manifests;
  }

  /** Resolves when the sync of the manifest (a registry key) is requested. */
  ask(key: string): Promise<void> {
    const waiting = this.waiting.get(key);
    if (waiting) return waiting;
    const running = this.running.get(key);
    if (!running) return this.write(key);
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.waiting.delete(key);
        return this.write(key);
      });
    this.waiting.set(key, next);
    return next;
  }

  private write(key: string): Promise<void> {
    const { patch } = syncRequest('push', new Date());
    const written = this.manifests
      .patch(key, patch)
      .then(() => undefined)
      .finally(() => {
        if (this.running.get(key) === written) this.running.delete(key);
      });
    this.running.set(key, written);
    return written;
  }
}
