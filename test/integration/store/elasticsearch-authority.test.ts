import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errors } from '@elastic/elasticsearch';
import { expect, onTestFinished, test } from 'vitest';
import { createElasticsearchClient } from '../../../src/store/snippets/elasticsearch/client.ts';
import { storageFailed } from '../../../src/store/snippets/elasticsearch/failures.ts';
import { CertificateAuthority } from '../../stack/certificates.ts';

/** Creates an authority with a certificate of the server. */
async function authority(folder: string) {
  const made = await CertificateAuthority.create(folder);
  const { certificateFile, keyFile } = await made.issue('server', {
    name: 'elasticsearch',
    serves: ['IP:127.0.0.1'],
  });
  const [cert, key] = await Promise.all([readFile(certificateFile), readFile(keyFile)]);
  return { caFile: made.certificateFile, cert, key };
}

test('trusts the authority that is in the file now, as an operator that rotates certificates expects', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => authority(join(folder, name))),
  );
  const caFile = join(folder, 'ca.crt');
  await copyFile(first!.caFile, caFile);
  const server = createServer(first!, (_request, response) => {
    response.setHeader('x-elastic-product', 'Elasticsearch');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ version: { number: '9.4.3' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `https://127.0.0.1:${port}`;
  const client = await createElasticsearchClient({ url, caFile, requestTimeoutMs: 10_000 });
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  // The client notices a closed connection a moment later.
  const untilTold = async (expected: RegExp): Promise<void> => {
    const told = (): Promise<string> =>
      client.info({}, { maxRetries: 0 }).then(({ version }) => version.number, String);
    await expect.poll(told, { timeout: 30_000 }).toMatch(expected);
  };
  await untilTold(/^9\.4\.3$/);

  server.setSecureContext(second!);
  server.closeAllConnections();
  await untilTold(/certificate/);
  await copyFile(second!.caFile, caFile);

  await untilTold(/^9\.4\.3$/);
  await rm(caFile);
  server.closeAllConnections();
  await untilTold(/^9\.4\.3$/);
});

test('names the file of the authority that it cannot read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const options = { url: 'https://127.0.0.1:1', caFile: folder, requestTimeoutMs: 1_000 };

  await expect(createElasticsearchClient(options)).rejects.toThrow(
    `Cannot read the certificate authority of Elasticsearch ${folder}: EISDIR`,
  );
});

test('refuses a server whose certificate it does not trust, and names the setting that helps', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-authority-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const server = createServer(await authority(folder), (_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { url: `https://127.0.0.1:${port}`, requestTimeoutMs: 10_000 };

  await expect(createElasticsearchClient(options)).rejects.toThrow(
    'The certificate of Elasticsearch is not trusted (unable to verify the first certificate); check its authority, elasticsearchCaFile (elasticsearch.ca of the chart)',
  );
});

test('a run that fails because of a certificate says so, without the address', () => {
  const name = "Hostname/IP does not match certificate's altnames";
  const error = new errors.ConnectionError(`${name}: IP: 10.1.2.3 is not in the cert's list: `);

  expect(storageFailed(error, 'writing').message).toBe(
    `Elasticsearch failed while writing: its certificate is not trusted (${name}); check its authority, elasticsearchCaFile (elasticsearch.ca of the chart)`,
  );
});
