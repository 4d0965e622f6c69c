import { isUntrustedCertificate } from '../../base/http/untrusted-certificate.ts';
import type { Problem } from '../../api/error-responses.ts';
import { isObject, parsedJson } from '../../base/json.ts';
import { CommandError, exitCodes } from './command-error.ts';
import { serverAccess, type ClientOptions } from './server-access.ts';

export type { ClientOptions };

/** A request of a command. The client adds the address, the token and a time limit. */
export interface Request {
  /** Default: GET. */
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Undefined parameters are left out. */
  query?: Record<string, string | undefined>;
  /** Sent as JSON. */
  body?: unknown;
}

/** Calls a running server. Failures become CommandErrors that say what to do. */
export interface Client {
  json<Answer>(path: string, request?: Request): Promise<Answer>;
  text(path: string, request?: Request): Promise<string>;
  /** Sends a file as a POST request, with a longer time limit. */
  upload<Answer>(path: string, file: FormData | Blob): Promise<Answer>;
  /** Returns the file that answers a POST request, with a longer time limit. Reading the file throws CommandErrors too. */
  download(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
}

/** A request as it is sent. */
interface Sent extends Pick<Request, 'query'> {
  method: string;
  headers?: Record<string, string>;
  body?: string | FormData | Blob;
}

/** Milliseconds until an answer is complete. */
interface Limits {
  answerMs: number;
  /** For a request whose body or response is a file. */
  transferMs: number;
}

const usualLimits: Limits = { answerMs: 60_000, transferMs: 30 * 60_000 };
/** The usage counts the questions of commands by it. */
const fromCli = { 'x-context7-source': 'cli' };
const isJson = { 'content-type': 'application/json' };

/** Returns a client of the server at an address. Tests set shorter limits. */
export function createClient(options: ClientOptions, limits = usualLimits): Client {
  /** Returns a successful response, and the server that it comes from. */
  const exchange = async (
    path: string,
    { method, query = {}, headers, body }: Sent,
    limitMs: number,
  ): Promise<{ response: Response; asked: Asked }> => {
    const { base, bearer } = await serverAccess(options);
    const asked = { base, limitMs };
    const target = new URL(base + path);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) target.searchParams.set(name, value);
    }
    const response = await fetch(target, {
      method,
      headers: { ...headers, ...fromCli, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(limitMs),
    }).catch((error: unknown) => {
      throw unreachable(error, asked);
    });
    if (response.ok) return { response, asked };
    throw refused(response.status, await textOf(response, asked), asked);
  };
  const send = async (path: string, { method = 'GET', query, body }: Request = {}) => {
    const init = {
      method,
      ...(query && { query }),
      ...(body !== undefined && { headers: isJson, body: JSON.stringify(body) }),
    };
    const { response, asked } = await exchange(path, init, limits.answerMs);
    const text = await textOf(response, asked);
    if (response.status === 202) throw refused(response.status, text, asked);
    return { text, asked };
  };
  return {
    json: async <Answer>(path: string, request?: Request) =>
      jsonOf(await send(path, request)) as Answer,
    text: async (path, request) => (await send(path, request)).text,
    async upload<Answer>(path: string, file: FormData | Blob) {
      const headers = file instanceof FormData ? {} : isJson;
      const init = { method: 'POST', headers, body: file };
      const { response, asked } = await exchange(path, init, limits.transferMs);
      return jsonOf({ text: await textOf(response, asked), asked }) as Answer;
    },
    async download(path, body) {
      const init = { method: 'POST', headers: isJson, body: JSON.stringify(body) };
      const { response, asked } = await exchange(path, init, limits.transferMs);
      return bytesOf(response, asked);
    },
  };
}

/** A server, and the milliseconds that it has for its answer. */
interface Asked {
  base: string;
  limitMs: number;
}

async function textOf(response: Response, asked: Asked): Promise<string> {
  return response.text().catch((error: unknown) => {
    throw brokenOff(error, asked);
  });
}

async function* bytesOf(response: Response, asked: Asked): AsyncIterable<Uint8Array> {
  try {
    yield* response.body ?? [];
  } catch (error) {
    throw brokenOff(error, asked);
  }
}

function jsonOf({ text, asked }: { text: string; asked: Asked }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${asked.base} is not a Lectern server: its answer is not JSON. Check --url or LECTERN_URL.`;
    throw new CommandError(exitCodes.unreachable, message, { cause });
  }
}

function brokenOff(error: unknown, asked: Asked): CommandError {
  return unreachable(error, asked, `${asked.base} broke off its answer. Try again.`);
}

function unreachable(
  cause: unknown,
  { base, limitMs }: Asked,
  message = whyUnreachable(cause, base),
): CommandError {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  const late = `${base} did not answer within ${limitMs / 1000} seconds`;
  return new CommandError(exitCodes.unreachable, isLate ? late : message, { cause });
}

/** Node's client wraps the error of the connection. */
function whyUnreachable(error: unknown, base: string): string {
  const { code = '' } = ((error as Error).cause ?? {}) as { code?: string };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host of ${base} has no address. Correct --url or LECTERN_URL.`;
  }
  if (/^(EPROTO$|ERR_SSL_)/.test(code)) {
    return `The server at ${base} does not speak https. Correct --url or LECTERN_URL.`;
  }
  if (isUntrustedCertificate(code)) {
    return `The certificate of ${base} is not trusted (${code}). If its authority is yours, set NODE_EXTRA_CA_CERTS to the file of its certificate.`;
  }
  return `No server at ${base}. Start one with \`npm start\`, or set --url or LECTERN_URL.`;
}

function refused(status: number, body: string, { base }: Asked): CommandError {
  const refusal = refusalIn(body);
  if (!refusal) {
    const text = `${base} answered ${status}, but not as a Lectern server does. Check --url or LECTERN_URL, and proxies on the way.`;
    return new CommandError(exitCodes.unreachable, text);
  }
  const { error, message: text, redirectUrl, missingRole } = refusal;
  if (status === 301)
    return new CommandError(exitCodes.notFound, `${text} Use ${redirectUrl} instead.`);
  if (status === 202) {
    return new CommandError(exitCodes.notReady, `${text} \`lectern status\` shows its progress.`);
  }
  // Other refusals have reasons that another key does not remove, such as a private library in an export.
  if (status === 401 || missingRole) {
    return new CommandError(
      exitCodes.denied,
      `${text} Run the command with --data at the data directory of that server, while the server runs, or give --token.`,
    );
  }
  if (status === 403) return new CommandError(exitCodes.denied, text);
  if (error === 'library_failed') {
    return new CommandError(exitCodes.failed, `${text} \`lectern status\` shows its runs.`);
  }
  if (error === 'library_not_found') {
    return new CommandError(exitCodes.notFound, `${text} \`lectern list\` shows the libraries.`);
  }
  const hint = error === 'invalid_library_id' ? ' `lectern search <name>` finds the ids.' : '';
  return new CommandError(codeOf(status), `${text}${hint}`);
}

function codeOf(status: number): number {
  if (status === 404) return exitCodes.notFound;
  // The same request can succeed when the limit ends.
  const isLimit = status === 402 || status === 429;
  return isLimit || status >= 500 ? exitCodes.failed : exitCodes.usage;
}

interface Refusal extends Partial<Problem['body']> {
  message: string;
}

/** Returns the error of a body; undefined if the body has none, as that of a proxy or another server. */
function refusalIn(body: string): Refusal | undefined {
  const value = parsedJson(body);
  return isObject(value) && typeof value['message'] === 'string'
    ? (value as unknown as Refusal)
    : undefined;
}
