import { readFileSync } from 'node:fs';
import { Client, errors } from '@elastic/elasticsearch';
import { buildConnector } from 'undici';
import { messageOf, RunError } from '../../../base/errors.ts';
import { untrustedCertificate } from './failures.ts';
import { WholeAnswers } from './whole-answers.ts';

interface ElasticsearchClientOptions {
  url: string;
  username?: string;
  password?: string;
  /** Replaces username and password. */
  apiKey?: string;
  /** PEM file with the authority that signed the server's certificate. */
  caFile?: string;
  /** Timeout of a request in milliseconds; slow requests set their own. */
  requestTimeoutMs: number;
}

/** The oldest release that stores vectors outside the source and accepts them as base64. */
const oldest = { major: 9, minor: 3 };

/**
 * Connects to one Elasticsearch. Throws RunError('StorageFailed') if Lectern does not support the server or trust its certificate.
 * An unreachable server is no error, because it may start later. Until then, each request fails.
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
    // The client hands this to undici, which also takes a function.
    ...(caFile && { tls: trusting(caFile) as object }),
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

/**
 * Returns what opens a connection to a server whose certificate the authority in a file has signed. Reads the file for each
 * connection, because an operator replaces the authority while this process runs. If the file cannot be read, the last one counts.
 */
function trusting(caFile: string): buildConnector.connector {
  const connectorOf = (ca: Buffer) => ({ ca, open: buildConnector({ ca, allowH2: false }) });
  let held = connectorOf(readAuthority(caFile));
  return (options, callback) => {
    try {
      const ca = readFileSync(caFile);
      if (!ca.equals(held.ca)) held = connectorOf(ca);
    } catch {
      // The mounted file is being replaced.
    }
    held.open(options, callback);
  };
}

function readAuthority(caFile: string): Buffer {
  try {
    return readFileSync(caFile);
  } catch (cause) {
    const message = `Cannot read the certificate authority of Elasticsearch ${caFile}: ${messageOf(cause)}`;
    throw new RunError('StorageFailed', message, { cause });
  }
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
    (error instanceof errors.ConnectionError && !untrustedCertificate(error)) ||
    error instanceof errors.NoLivingConnectionsError ||
    error instanceof errors.TimeoutError ||
    (error instanceof errors.ResponseError &&
      ((error.statusCode ?? 0) >= 500 || error.statusCode === 429))
  );
}

function refused(error: unknown): unknown {
  const untrusted = untrustedCertificate(error);
  if (untrusted) {
    const message = `The certificate of Elasticsearch ${untrusted}`;
    return new RunError('StorageFailed', message, { cause: error });
  }
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
