import type { EventsV1Event } from '@kubernetes/client-node';
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { LRUCache } from 'lru-cache';
import { messageOf } from '../base/errors.ts';
import { isApiError } from './api-error.ts';
import type { KubeClient, ResourceClient } from './kube-client.ts';
import { type Wire, microTime } from './kube-object.ts';

type EventObject = Wire<EventsV1Event>;

/** The object of an event. */
export interface EventTarget {
  apiVersion: string;
  kind: string;
  namespace?: string;
  name: string;
  uid: string;
}

/** What an event says. */
export interface EventToRecord {
  type: 'Normal' | 'Warning';
  /** PascalCase; the reason of the condition, if there is one. */
  reason: string;
  message: string;
}

interface EventRecorderOptions {
  client: KubeClient;
  /** The reporting controller, such as lectern.dev/controller. */
  controller: string;
  onError: (message: string) => void;
}

/** Milliseconds per event after an object has used up its burst, as in client-go. */
const refillMs = 300_000;
const burst = 25;
/** A repeated event within this time increases a count instead of creating another event. */
const seriesMs = 600_000;
const maxPending = 1_000;
const maxRemembered = 4_096;
const sendMs = 10_000;
/** The API's maximum length of a note. */
const maxNoteBytes = 1_024;

interface Series {
  /** Key of the first event in the series. */
  key: string;
  count: number;
  /** By performance.now(), because the clock may be set back. */
  at: number;
}

/**
 * Records events that `kubectl describe` and `kubectl events` show. Best effort: never throws, sends events one by one in the
 * background, and drops events of an object that has too many.
 */
export class EventRecorder {
  private readonly events: ResourceClient<EventObject>;
  private readonly controller: string;
  private readonly onError: (message: string) => void;
  private readonly series = new LRUCache<string, Series>({ max: maxRemembered });
  private readonly budgets = new LRUCache<string, { tokens: number; at: number }>({
    max: maxRemembered,
  });
  private pending = 0;
  private isClosed = false;
  private sent: Promise<void> = Promise.resolve();

  constructor({ client, controller, onError }: EventRecorderOptions) {
    this.events = client.resource({ group: 'events.k8s.io', version: 'v1', plural: 'events' });
    this.controller = controller;
    this.onError = onError;
  }

  record(target: EventTarget, event: EventToRecord): void {
    if (this.pending >= maxPending || !this.hasBudget(target.uid)) return;
    this.pending += 1;
    this.sent = this.sendAfter(this.sent, target, event);
  }

  /** Drops waiting events. Resolves when no request is active, so that a leader can release its lease. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.sent;
  }

  /** Never rejects. */
  private async sendAfter(
    previous: Promise<void>,
    target: EventTarget,
    event: EventToRecord,
  ): Promise<void> {
    await previous;
    try {
      if (!this.isClosed) await this.send(target, event);
    } catch (error) {
      this.onError(`an event was not recorded: ${messageOf(error)}`);
    } finally {
      this.pending -= 1;
    }
  }

  private async send(target: EventTarget, event: EventToRecord): Promise<void> {
    const id = [target.uid, event.type, event.reason, event.message].join('\n');
    const known = this.series.get(id);
    const isRepeated = known !== undefined && performance.now() - known.at < seriesMs;
    if (isRepeated && (await this.count(known))) return;
    const { metadata } = await this.create(target, event);
    const key = `${metadata?.namespace}/${metadata?.name}`;
    this.series.set(id, { key, count: 1, at: performance.now() });
  }

  /** Returns false if the event is gone. The API usually keeps events for an hour. */
  private async count(series: Series): Promise<boolean> {
    const body = { series: { count: series.count + 1, lastObservedTime: microTime() } };
    try {
      await this.events.patch(series.key, body, { type: 'merge' }, AbortSignal.timeout(sendMs));
    } catch (error) {
      if (isApiError(error, 'NotFound')) return false;
      throw error;
    }
    series.count += 1;
    series.at = performance.now();
    return true;
  }

  private async create(
    { uid, name, namespace, apiVersion, kind }: EventTarget,
    { type, reason, message }: EventToRecord,
  ): Promise<EventObject> {
    const object = {
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: {
        name: `${name.slice(0, 230).replace(/[.-]+$/, '')}.${randomBytes(8).toString('hex')}`,
        namespace: namespace ?? 'default',
      },
      eventTime: microTime(),
      reportingController: this.controller,
      reportingInstance: hostname(),
      action: 'Reconcile',
      type,
      reason,
      note: noteOf(message),
      regarding: { apiVersion, kind, name, uid, ...(namespace !== undefined && { namespace }) },
    };
    return this.events.create(object, AbortSignal.timeout(sendMs));
  }

  private hasBudget(uid: string): boolean {
    const now = performance.now();
    const { tokens, at } = this.budgets.get(uid) ?? { tokens: burst, at: now };
    const left = Math.min(burst, tokens + (now - at) / refillMs);
    if (left < 1) return false;
    this.budgets.set(uid, { tokens: left - 1, at: now });
    return true;
  }
}

/** Returns as many whole characters of a message as a note may have. */
function noteOf(message: string): string {
  const bytes = Buffer.from(message).subarray(0, maxNoteBytes);
  // A decoder of a stream leaves out a last character that is not complete.
  return new TextDecoder().decode(bytes, { stream: true });
}
