import { readFile } from 'node:fs/promises';
import { auditLogFile } from '../../stack/control-plane.ts';
import { Stack } from '../../stack/stack.ts';

/** The fields of an audit event (audit.k8s.io/v1) that tell who wrote an object, and when. */
interface AuditEvent {
  verb: string;
  /** Times at which the API server received the request and answered it. RFC 3339. */
  requestReceivedTimestamp: string;
  stageTimestamp: string;
  user: { username: string; extra?: Record<string, string[]> };
  objectRef?: { resource?: string; subresource?: string; name?: string };
  responseStatus?: { code?: number };
  requestObject?: { spec?: { holderIdentity?: string } };
}

/** A write by a controller Pod that did not hold the lease. */
interface StrayWrite {
  pod: string;
  /** Pod that held the lease. Empty if there was none. */
  holder: string;
  /** Verb, resource and name. */
  what: string;
  at: string;
}

/**
 * Milliseconds until a leader learns through its watch that its lease is deleted. Until then, its
 * writes are its own.
 */
const noticeMs = 1_000;

/** The controllers' writes in the audit log. */
export interface ControllerWrites {
  /** Number of times that a controller got the lease. */
  terms: number;
  /** Successful writes of all controllers, except those of the lease. */
  writes: number;
  /** Writes by a controller that did not hold the lease when the API server received them. */
  stray: StrayWrite[];
}

/**
 * Returns the writes, and the holders of the lease at their time, from the audit log of the
 * stack's API server.
 */
export async function readControllerWrites(controllerAccount: string): Promise<ControllerWrites> {
  const events = await controllerWrites(controllerAccount);
  const tenures = events.filter(isTenure).map(({ verb, stageTimestamp, requestObject }) => ({
    since: verb === 'delete' ? later(stageTimestamp, noticeMs) : stageTimestamp,
    pod: podOf(requestObject?.spec?.holderIdentity ?? ''),
  }));
  const work = events.filter(
    ({ objectRef, user }) =>
      objectRef?.resource !== 'leases' && user.username.endsWith(`:${controllerAccount}`),
  );
  const stray = work.flatMap((event) => {
    const at = event.requestReceivedTimestamp;
    const pod = event.user.extra?.['authentication.kubernetes.io/pod-name']?.[0] ?? '';
    const holder = tenures.findLast(({ since }) => since <= at)?.pod ?? '';
    if (pod === holder) return [];
    const { resource, subresource, name } = event.objectRef ?? {};
    return [{ pod, holder, what: [event.verb, resource, subresource, name].join(' '), at }];
  });
  return { terms: tenures.filter(({ pod }) => pod !== '').length, writes: work.length, stray };
}

/**
 * Returns the successful writes of the controllers, and all writes of the lease, in the order in which the API server
 * finished them.
 */
async function controllerWrites(account: string): Promise<AuditEvent[]> {
  const text = await readFile(auditLogFile(Stack.open().folder), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.includes(account))
    .map((line) => JSON.parse(line) as AuditEvent)
    .filter(({ responseStatus }) => (responseStatus?.code ?? 500) < 300)
    .toSorted((a, b) => a.stageTimestamp.localeCompare(b.stageTimestamp));
}

/**
 * Returns whether a write gave the lease to a Pod or to nobody. Renewals do not name the holder.
 */
const isTenure = ({ verb, objectRef, requestObject }: AuditEvent): boolean =>
  objectRef?.resource === 'leases' &&
  (verb === 'delete' || requestObject?.spec?.holderIdentity !== undefined);

/** Returns a later time in the form of the audit log, with microseconds. */
const later = (time: string, ms: number): string =>
  new Date(Date.parse(time) + ms).toISOString().replace('Z', '999Z');

/** Returns the Pod of a lease holder. Its identity is the name of the Pod and a random part. */
const podOf = (identity: string): string => identity.split('_')[0] ?? '';
