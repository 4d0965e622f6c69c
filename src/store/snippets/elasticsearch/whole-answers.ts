import { SniffingTransport } from '@elastic/elasticsearch';

/** Elasticsearch answered 200 with a partial result: it is recovering, or a shard is missing. */
class PartialAnswer extends Error {
  override readonly name = 'PartialAnswer';
}

interface Shards {
  total?: number;
  successful?: number;
  failed?: number;
}

interface Failure {
  type?: string;
  reason?: string | null;
}

/** The fields of a response that tell what is missing. */
interface Answer {
  _shards?: Shards;
  timed_out?: boolean;
  docs?: { error?: Failure }[];
  failures?: { cause?: Failure; reason?: Failure }[];
  responses?: Answer[];
}

/** Requests that read, or change what they read: all shards must take part. */
const reading = new Set(['search', 'msearch', 'count', 'open_point_in_time']);
const changing = new Set(['delete_by_query', 'update_by_query']);

/**
 * Returns why a response is partial; undefined if it is complete. A missing index does not count. If a search in a multi search
 * fails with an error, the caller handles it. `name` is the client's name of the request.
 */
export function lackOf(name: string, answer: Answer): string | undefined {
  if (name === 'msearch') return firstOf(answer.responses, (one) => lackOf('search', one));
  if (name === 'mget') return firstOf(answer.docs, ({ error }) => lackOfItem(error));
  if (reading.has(name)) return answer.timed_out ? 'the search timed out' : lackOfShards(answer);
  if (changing.has(name)) return lackOfChange(answer);
  // A refresh skips unassigned copies of a shard; that is correct.
  const { _shards: { failed = 0 } = {} } = answer;
  return name === 'indices.refresh' && failed > 0 ? 'a shard was not refreshed' : undefined;
}

/** Elasticsearch does not count a shard without copies as failed. */
function lackOfShards(answer: Answer): string | undefined {
  const { _shards: shards } = answer;
  if (!shards) return undefined;
  const { total = 0, successful = 0, failed = 0 } = shards;
  if (failed === 0 && successful >= total) return undefined;
  return `${Math.max(failed, total - successful)} of ${total} shards did not answer`;
}

function lackOfItem(error: Failure | undefined): string | undefined {
  if (!error || error.type === 'index_not_found_exception') return undefined;
  return `a document could not be read (${error.type ?? 'unknown'})`;
}

function lackOfChange({ timed_out: timedOut, failures = [] }: Answer): string | undefined {
  if (timedOut) return 'the change timed out';
  if (failures.length === 0) return undefined;
  const { cause, reason } = failures[0]!;
  return `a document could not be changed (${cause?.type ?? reason?.type ?? 'unknown'})`;
}

function firstOf<Item>(
  items: readonly Item[] | undefined,
  lack: (item: Item) => string | undefined,
): string | undefined {
  for (const item of items ?? []) {
    const found = lack(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

type Transport = typeof SniffingTransport.prototype;
type Parameters = globalThis.Parameters<Transport['request']>;

/** The client's transport. It throws PartialAnswer instead of returning a partial response. */
export class WholeAnswers extends SniffingTransport {
  override async request<Result>(...[params, options]: Parameters): Promise<Result> {
    const result = await super.request(params, options);
    const answer = options?.meta ? (result as { body: unknown }).body : result;
    if (typeof answer === 'object' && answer !== null) {
      const lack = lackOf(params.meta?.name ?? '', answer);
      if (lack !== undefined) throw new PartialAnswer(`it answered in part: ${lack}`);
    }
    return result as Result;
  }
}
