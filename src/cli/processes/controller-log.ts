import type { Logger } from 'pino';
import type { LibraryReconcilerOptions } from '../../libraries/library/reconciler.ts';
import type { LeaderElectionOptions } from '../../kubernetes/leader-election.ts';
import type { LibraryEvent } from '../../libraries/library/library-event.ts';
import { keyOf, type Library } from '../../resources/library.ts';

/** Logs changes of the leader, and the end of this process's leadership. */
export function leadershipLog(
  log: Logger,
): Required<Pick<LeaderElectionOptions, 'onLeader' | 'onLost'>> {
  return {
    onLeader({ identity, isSelf }) {
      log.info({ leader: identity }, isSelf ? 'this controller leads' : 'another controller leads');
    },
    onLost(error) {
      log.fatal({ err: error }, 'leadership lost');
    },
  };
}

/** Logs the start and the end of runs. */
export function runLog(
  log: Logger,
): Required<Pick<LibraryReconcilerOptions, 'onStart' | 'onCancel' | 'onRun'>> {
  return {
    onStart: (run) => log.info(run, 'run starts'),
    onCancel: (run) => log.info(run, 'run cancelled'),
    onRun({ failure, ...run }) {
      if (failure) {
        const { reason, message } = failure;
        log.warn({ ...run, outcome: 'failed', reason, message }, 'run ended');
      } else {
        log.info({ ...run, outcome: 'succeeded' }, 'run ended');
      }
    },
  };
}

/** Logs that a library became private because a run used a credential. Other changes are only in its status. */
export function logPrivate(
  log: Pick<Logger, 'warn'>,
  { metadata, spec }: Library,
  { reason, message }: LibraryEvent,
): void {
  if (reason !== 'BecamePrivate') return;
  log.warn({ library: keyOf(metadata), id: spec.id, message }, 'library became private');
}
