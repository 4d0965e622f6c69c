import { plural } from '../../base/plural.ts';
import { heldBackMessage } from '../../identity/access/credential-policy.ts';
import type { Library, LibraryStatus } from '../../resources/library.ts';
import { isEmbedding } from './decide.ts';
import { failedVersionsOf } from './content-conditions.ts';
import type { StatusEvent } from './status-event.ts';

/** The content of a Kubernetes Event about a Library. Uses the reasons of the conditions. */
export interface LibraryEvent {
  type: 'Normal' | 'Warning';
  reason: string;
  message: string;
}

/** Returns the event for new content, a recovery, a failure or a cancellation; undefined if nothing changed. Pure. */
export function libraryEventOf(
  before: LibraryStatus,
  event: StatusEvent,
): LibraryEvent | undefined {
  if (event.type === 'invalid') return warning(event.reason ?? 'InvalidSpec', event.message);
  if (event.type === 'failed') return warning(event.failure.reason, event.failure.message);
  if (event.type === 'cancelled' && event.wasBusy) {
    return { type: 'Normal', reason: 'Cancelled', message: 'Cancelled on request' };
  }
  return versionsFailed(before, event) ?? contentChanged(before, event);
}

/** Returns the event for content that is found by words, or served with its vectors; undefined for other events. */
function contentChanged(before: LibraryStatus, event: StatusEvent): LibraryEvent | undefined {
  const isByWords = event.type === 'succeeded' && event.result.lacksVectors;
  const embeds = event.type === 'searchable' && isEmbedding(event.run);
  if ((embeds || isByWords) && event.result.changed) {
    const message = `${plural(snippetsOf(event), 'snippet')} searchable by words; embedding them`;
    return { type: 'Normal', reason: 'Searchable', message };
  }
  return event.type === 'succeeded' ? succeeded(before, event) : undefined;
}

/** Returns the event for versions that only an edit can index; undefined if the condition already names them. */
function versionsFailed(
  { conditions }: LibraryStatus,
  event: StatusEvent,
): LibraryEvent | undefined {
  const now = failedVersionsOf(event);
  const held = conditions?.find(({ type }) => type === 'VersionsFailed');
  return now && now.message !== held?.message ? warning(now.reason, now.message) : undefined;
}

/** Returns the event for a served library that became private because of its credential. Pure. */
export function heldBackEvent(library: Library): LibraryEvent {
  return warning('BecamePrivate', heldBackMessage(library));
}

function succeeded(
  before: LibraryStatus,
  { result, served }: Extract<StatusEvent, { type: 'succeeded' }>,
): LibraryEvent | undefined {
  const recovered = (before.failures ?? 0) > 0;
  if (!result.changed && !recovered) return undefined;
  const snippets = plural(snippetsOf({ served }), 'snippet');
  const message = recovered
    ? `Recovered after ${plural(before.failures ?? 0, 'failed run')}; ${snippets} served`
    : `${snippets} served`;
  return { type: 'Normal', reason: 'Succeeded', message };
}

function snippetsOf({
  served,
}: Pick<Extract<StatusEvent, { type: 'succeeded' }>, 'served'>): number {
  return served.reduce((sum, version) => sum + version.snippets, 0);
}

function warning(reason: string, message: string): LibraryEvent {
  return { type: 'Warning', reason, message };
}
