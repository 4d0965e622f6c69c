import type { Readable } from 'node:stream';
import { LecternError } from '../../base/errors.ts';
import { readBounded } from '../../base/http/bounded-body.ts';
import { PushRequests } from '../../libraries/gitops/push-requests.ts';
import { keyOf } from '../../resources/library.ts';
import type { ManifestSync } from '../../resources/manifest-sync.ts';
import type { Registry } from '../../store/registry.ts';
import { matchPush, type PushMatch } from '../../libraries/webhooks/push-match.ts';
import { Deliveries, type DeliveryMarks } from '../../libraries/webhooks/deliveries.ts';
import { headerOf, type Headers, type WebhookHost } from '../../libraries/webhooks/host.ts';
import { deliveryId, eventOf, pushOf, type Push } from '../../libraries/webhooks/push.ts';
import { isGenuine, proofOf } from '../../libraries/webhooks/signature.ts';
import type { Exchange, Reply } from '../route.ts';
import { parsedJson } from '../../base/json.ts';

/** A handler of deliveries. It reads no parameter, so it serves the operation of any host. */
interface HookRoute {
  handle(call: Exchange): Promise<Reply>;
}

interface WebhookOptions {
  manifests: Pick<Registry<ManifestSync>, 'list' | 'patch'>;
  /** Secrets that may sign deliveries; empty if webhooks are off. */
  secrets: readonly string[];
}

/** Maximum bytes of a body: a push of thousands of commits. */
const maxBody = 5_000_000;
/** Bodies with more bytes than a usual push has are read a few at a time. Only a whole body proves its sender. */
const usualBody = 100_000;
const largeAtOnce = 8;

/** The routes by host. They share one record of deliveries. */
export function pushWebhooks({
  manifests,
  secrets,
}: WebhookOptions): Record<WebhookHost, HookRoute> {
  const requests = new PushRequests(manifests);
  const deliveries = new Deliveries();
  let large = 0;
  const read = async (headers: Headers, stream: Readable): Promise<Buffer> => {
    const length = Number(headerOf(headers, 'content-length') || Number.NaN);
    if (length > maxBody) throw tooLarge();
    // Without a length, it can be large.
    const isLarge = !(length <= usualBody);
    if (isLarge && large >= largeAtOnce) throw tooMany();
    large += isLarge ? 1 : 0;
    try {
      // Keeps the connection for the response. Node discards the rest of the body with the request.
      return await readBounded(stream.iterator({ destroyOnReturn: false }), maxBody, tooLarge);
    } finally {
      large -= isLarge ? 1 : 0;
    }
  };
  const route = (host: WebhookHost): HookRoute => ({
    async handle({ headers, stream, signal }) {
      if (secrets.length === 0) throw webhooksAreOff();
      const body = await read(headers, stream!);
      signal.throwIfAborted();
      const proof = proofOf(host, headers);
      if (!isGenuine(host, { proof, body }, secrets)) throw wrongSignature(host);
      const event = eventOf(host, headers);
      if (!event.isPush) return ignored(`the event is ${quoted(event.name)}, not a push`);
      const push = pushOf(host, parsed(body, headers));
      if (!push) throw notAPush();
      const id = deliveryId(host, headers);
      const signature = host === 'gitlab' ? '' : proof;
      return take(push, { id: id && `${host} ${id}`, signature });
    },
  });

  /** Records only deliveries that request a sync, so that the host may send an ignored one again. */
  const take = async (push: Push, marks: DeliveryMarks): Promise<Reply> => {
    const seen = deliveries.seen(marks);
    if (seen === 'delivery') return ignored('the delivery was handled before');
    if (seen === 'signature') throw replayed();
    const judged = (await manifests.list()).map((sync) => ({
      sync,
      match: matchPush(sync.spec, push),
    }));
    const concerned = judged.filter(({ match }) => match === 'manifest').map(({ sync }) => sync);
    const due = concerned.filter(({ spec }) => !spec.suspend);
    if (due.length === 0) return ignored(reasonOf(judged.map(({ match }) => match)));
    deliveries.remember(marks);
    try {
      await Promise.all(due.map(({ metadata }) => requests.ask(keyOf(metadata))));
    } catch (error) {
      deliveries.forget(marks);
      throw error;
    }
    const names = due.map(({ metadata }) => metadata.name).join(', ');
    return { status: 202, json: { message: `Requested a sync of the manifest ${names}.` } };
  };

  return {
    github: route('github'),
    gitlab: route('gitlab'),
    gitea: route('gitea'),
    bitbucket: route('bitbucket'),
  };
}

function reasonOf(matches: PushMatch[]): string {
  if (matches.includes('manifest')) return 'automatic syncs are off';
  return matches.includes('other branch')
    ? "the push is to another branch than the manifest's"
    : 'the push is to a repository without a manifest';
}

function ignored(why: string): Reply {
  return { json: { message: `Ignored: ${why}.` } };
}

/** Parses JSON, or a form with JSON in the field `payload`, which GitHub can be configured to send. */
function parsed(body: Buffer, headers: Headers): unknown {
  const text = body.toString('utf8');
  const isForm = /^application\/x-www-form-urlencoded/i.test(headerOf(headers, 'content-type'));
  const value = parsedJson(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
  if (value === undefined) throw notAPush();
  return value;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 50));
}

function webhooksAreOff(): LecternError {
  const message =
    'Webhooks are off because no secret is set; set LECTERN_WEBHOOK_SECRET, and the same secret at the Git host.';
  return new LecternError('forbidden', message);
}

function wrongSignature(host: WebhookHost): LecternError {
  const what = host === 'gitlab' ? 'secret token' : 'signature';
  const message = `Missing or wrong ${what}. Use the same secret at the Git host and in Lectern.`;
  return new LecternError('invalid_signature', message);
}

function replayed(): LecternError {
  const message = 'The signature belongs to an earlier delivery.';
  return new LecternError('invalid_signature', message);
}

function notAPush(): LecternError {
  const message = 'The body is not a push event. Send JSON as the Git host does.';
  return new LecternError('validation_error', message);
}

function tooLarge(): LecternError {
  const message = `Body too large: send at most ${maxBody / 1_000_000} MB.`;
  return new LecternError('payload_too_large', message);
}

function tooMany(): LecternError {
  const message = `More than ${largeAtOnce} deliveries above ${usualBody / 1_000} kB at once. Send it again.`;
  return new LecternError('search_failed', message);
}

/** The outcome of a delivery: it requested a sync, changed nothing, was rejected, or a store was unavailable. */
export type DeliveryOutcome = 'taken' | 'ignored' | 'refused' | 'failed';

/** Reports the outcome of each delivery to `onDelivery`. */
export function withMetrics(
  routes: Record<WebhookHost, HookRoute>,
  onDelivery: (delivery: { host: WebhookHost; outcome: DeliveryOutcome }) => void,
): Record<WebhookHost, HookRoute> {
  const reporting = (host: WebhookHost): HookRoute => ({
    async handle(call) {
      try {
        const reply = await routes[host].handle(call);
        onDelivery({ host, outcome: isTaken(reply) ? 'taken' : 'ignored' });
        return reply;
      } catch (error) {
        const refused = error instanceof LecternError && error.status < 500;
        onDelivery({ host, outcome: refused ? 'refused' : 'failed' });
        throw error;
      }
    },
  });
  return {
    github: reporting('github'),
    gitlab: reporting('gitlab'),
    gitea: reporting('gitea'),
    bitbucket: reporting('bitbucket'),
  };
}

function isTaken(reply: Reply): boolean {
  return 'json' in reply && reply.status === 202;
}
