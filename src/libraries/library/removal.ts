import { readersOf } from '../../identity/access/credential-policy.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { keyOf, type Library, type LibraryStatus } from '../../resources/library.ts';
import { newRun } from '../../resources/run.ts';
import type { Catalog } from '../../store/catalog.ts';
import type { ResourceCache } from '../../store/resource-cache.ts';
import type { SnippetIndex } from '../../store/snippet-index.ts';
import { isOfUnread } from './id-holder.ts';

/** The stores that have data of a deleted Library. The cache shows which other Libraries have its id. */
export interface RemovalOptions {
  cache: Pick<ResourceCache<Library>, 'group' | 'lacksNamespaces'>;
  index: Pick<SnippetIndex, 'delete' | 'versions'>;
  catalog: Pick<Catalog, 'get' | 'remove'>;
  jobs: Pick<Jobs, 'cancel'>;
  /** Removes other data of a Library that is being deleted. `others` have its id, and stay. */
  onRemove?: (library: Library, others: Library[]) => Promise<void>;
}

/**
 * Removes the content of Libraries: before their finalizer, or after somebody else has removed it, and what a Library would show
 * to wrong readers. It acts on events only. Nothing looks for content without a Library, because a namespace that Lectern may not
 * read for a while looks empty.
 */
export class Removal {
  private readonly options: RemovalOptions;
  /** Uids of Libraries whose content is removed, and whose deletion the registry has yet to report. */
  private readonly removed = new Set<string>();
  /** Libraries that disappeared with their content in place, by id. */
  private readonly lost = new Map<string, Library>();
  private readonly active = new Map<string, Promise<void>>();

  constructor(options: RemovalOptions) {
    this.options = options;
  }

  /** Removes the content of a Library that is being deleted. `isDuplicate`: another Library has its id, and the content. */
  async remove(library: Library, isDuplicate: boolean): Promise<void> {
    if (!(await isOfUnread(library, this.options))) {
      if (!isDuplicate) await this.forget(library.spec.id);
      await this.forgetData(library);
    }
    this.removed.add(library.metadata.uid);
  }

  /** Takes the registry's report that a Library is gone. */
  reported(last: Library): void {
    if (!this.removed.delete(last.metadata.uid)) this.lost.set(last.spec.id, last);
  }

  /** Removes the content of Libraries that disappeared, and had this key or the id of the Library that has it now. */
  async settle(key: string, held: Library | undefined): Promise<void> {
    for (const [id, last] of this.lost) {
      if (id !== held?.spec.id && keyOf(last.metadata) !== key) continue;
      // What an active or earlier run of another Library wrote is not that of the lost one.
      const isHeld = this.options.cache.group(id).some(mayServe);
      if (!isHeld && !(await isOfUnread(last, this.options))) {
        await this.forget(id);
        await this.forgetData(last);
      }
      this.lost.delete(id);
    }
  }

  /**
   * Removes what other Libraries have written under the id of this one, before this one shows it to its own readers. They had
   * the id while its namespace could not be read. What a run of this Library has written stays.
   */
  async takeOver({ spec, status, metadata }: Library): Promise<void> {
    const { cache, index, jobs } = this.options;
    if ((status.versions ?? []).length > 0) return;
    const others = cache
      .group(spec.id)
      .filter((other) => other.metadata.uid !== metadata.uid && mayServe(other));
    for (const other of others) await jobs.cancel(keyOf(other.metadata));
    const isWritten = others.length > 0 && (await index.versions(spec.id)).length > 0;
    if (isWritten) await this.forget(spec.id);
  }

  /**
   * Returns whether only others could read the content of a Library until now, and nobody with the right to open it has done so.
   * That is so if no run of this Library has read the content. It is also so if an author in another namespace has moved to another
   * teamspace what an integration of the install read.
   */
  async mustWithdraw(library: Library): Promise<boolean> {
    const { metadata, spec, status } = library;
    const isByAuthor = metadata.isForeign && status.credential === 'integration';
    if (status.run && !isByAuthor) return false;
    const shown = await this.options.catalog.get(spec.id);
    if (shown?.id !== spec.id || shown.visibility !== 'private') return false;
    const { visibility, teamspace } = readersOf(library);
    return visibility === 'public' || teamspace !== shown.teamspace;
  }

  /** Removes the content of a Library that its readers may not see. */
  async withdraw({ metadata, spec }: Library): Promise<void> {
    await this.options.jobs.cancel(keyOf(metadata));
    await this.forget(spec.id);
  }

  private async forgetData(library: Library): Promise<void> {
    const { cache, onRemove } = this.options;
    const { uid } = library.metadata;
    const others = cache
      .group(library.spec.id)
      .filter(({ metadata }) => metadata.uid !== uid && !metadata.deletionTimestamp);
    await onRemove?.(library, others);
  }

  /** Removes the content once for all callers that wait for it at the same time. None of them may begin a run before. */
  private async forget(id: string): Promise<void> {
    const active = this.active.get(id) ?? this.erase(id);
    this.active.set(id, active);
    await active;
  }

  private async erase(id: string): Promise<void> {
    try {
      await this.options.index.delete(id);
      await this.options.catalog.remove(id);
    } finally {
      this.active.delete(id);
    }
  }
}

function mayServe({ status }: Library): boolean {
  return status.state === 'processing' || (status.versions ?? []).length > 0;
}

/** The fields of a status that say nothing about the content. */
const staying: ReadonlySet<string> = new Set<keyof LibraryStatus>([
  'credential',
  'failures',
  'observedGeneration',
  'lastHandledReconcileAt',
  'lastHandledCancelAt',
]);

/** Returns the status of a Library whose content is removed. Pure. */
export function withoutContent(status: LibraryStatus): LibraryStatus {
  const { run } = status;
  if (!run) return status;
  const kept = Object.entries(status).filter(([field]) => staying.has(field));
  const ended = { ...newRun(run.id, new Date(run.startedAt)), phase: 'cancelled' as const };
  return { ...Object.fromEntries(kept), state: 'initial', run: ended };
}
