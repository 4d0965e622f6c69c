import type { Logger } from 'pino';
import type { Transition } from '../../libraries/library/library-event.ts';
import { keyOf, type Library } from '../../resources/library.ts';

/** Logs that a library became private for what it is read with; other transitions are in its status. */
export function logPrivate(
  log: Pick<Logger, 'warn'>,
  { metadata, spec }: Library,
  { reason, message }: Transition,
): void {
  if (reason !== 'BecamePrivate') return;
  log.warn({ library: keyOf(metadata), id: spec.id, message }, 'library became private');
}
