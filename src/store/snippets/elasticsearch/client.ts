import { readFileSync } from 'node:fs';
import { Client, errors } from '@elastic/elasticsearch';
import { RunError } from '../../../base/errors.ts';
import { WholeAnswers } from './whole-answers.ts';

export interface ElasticsearchClientOptions {
  url: string;
  username?: string;
  password?: string;
  /** Takes the place of username and password. */
  apiKey?: string;
  /** PEM file with the authority that signed the server's certificate. */
  caFile?: string;
  /** Milliseconds one request may take; requests that are known to take longer say so themselves. */
  requestTimeoutMs: number;
}

/** Oldest server that keeps vectors apart from the source and reads them as base64. */
const oldest = { major: 9, minor: 3 };

/**
 * A client of one Elasticsearch. Throws RunError('StorageFailed') when the server is one this program cannot use. A server
 * that cannot be reached is no error: it may come later, and until then each request fails by itself.
 */
export async function createElasticsearchClient(
  options: ElasticsearchClientOptions,
): Promise<Client> {
  const { url, apiKey, username, password, caFile, requestTimeoutMs } = options;
  const auth = apiKey ? { apiKey } : username && { username, password: password ?? '' };
  const client = new Client({
    node: url,
    Transport: WholeAnswers,
    requestTimeout: requestTimeoutMs,
    ...(auth && { auth }),
    ...(caFile && { tls: { ca: readFileSync(caFile) } }),
  });
  try {
    const { version } = await client.info({}, { maxRetries: 0 });
    checkVersion(version.number);
  } catch (error) {
    if (!isUnreachable(error)) {
      await client.close();
      throw refused(error);
    }
  }
  return client;
}

function checkVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major === oldest.major && minor >= oldest.minor) return;
  const wanted = `${oldest.major}.${oldest.minor} or a later ${oldest.major}.x`;
  const message = `The server is Elasticsearch ${version}; Lectern needs ${wanted}`;
  throw new RunError('StorageFailed', message);
}

function isUnreachable(error: unknown): boolean {
  return (
    error instanceof errors.ConnectionError ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof errors.TimeoutError ||
    (error instanceof errors.ResponseError &&
      ((error.statusCode ?? 0) >= 500 || error.statusCode === 429))
  );
}

function refused(error: unknown): unknown {
  if (error instanceof errors.ProductNotSupportedError) {
    const message = 'The server at the URL of Elasticsearch is not Elasticsearch';
    return new RunError('StorageFailed', message, { cause: error });
  }
  if (error instanceof errors.ResponseError) {
    const { statusCode } = error;
    const advice =
      statusCode === 401 || statusCode === 403
        ? 'check the API key, or the user name and password'
        : 'check its URL and version';
    const message = `Elasticsearch answered ${statusCode} to the first request; ${advice}`;
    return new RunError('StorageFailed', message, { cause: error });
  }
  return error;
}
