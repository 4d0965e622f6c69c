import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { TLSSocket, createSecureContext } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgresDatabase } from '../../../src/store/metadata/postgres.ts';
import { selfSignedCertificate, selfSignedKey } from '../../support/self-signed.ts';

/** Starts a server that agrees to TLS as Postgres does, and returns its port. */
async function startTlsServer(): Promise<number> {
  const secureContext = createSecureContext({ key: selfSignedKey, cert: selfSignedCertificate });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      const secured = new TLSSocket(socket, { isServer: true, secureContext });
      secured.on('error', () => undefined);
    });
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('a Postgres whose certificate is not trusted is reported with the way out', async () => {
  const port = await startTlsServer();
  const url = `postgres://me:s3cret@127.0.0.1:${port}/docs?sslmode=verify-full`;

  await expect(openPostgresDatabase({ url })).rejects.toThrow(
    `Cannot open the database 127.0.0.1:${port}/docs: The database does not answer (its certificate is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT; if its authority is yours, name the file in the URL: sslmode=verify-full&sslrootcert=<file>); try again`,
  );
});
