import { existsSync, readdirSync } from 'node:fs';
import { chown, copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run, say } from './commands.ts';
import { elasticsearchDistribution } from './elasticsearch-distribution.ts';
import { ensurePackages } from './packages.ts';
import { createMemoryFolder } from './memory-folder.ts';
import { freePorts } from './ports.ts';
import type { Processes } from './processes.ts';

/** Options for a search server. */
export interface ElasticsearchOptions {
  /** The stack's folder, for its data. */
  folder: string;
  processes: Processes;
  /** A second address to listen on, for Pods. */
  address?: string;
  /** For measurements: gives it more memory, and compiles its code as in production. */
  measured?: boolean;
  /** Size of the Java heap, such as 2g. Default: 1g for measurements, otherwise 512m. */
  heap?: string;
}

const oldestJava = 21;
// Elasticsearch refuses to run as root. This id belongs to no user, so it needs no setup.
const unprivilegedId = 9_200;

/**
 * Starts one Elasticsearch server without authentication. Waits until its health is yellow, which
 * is the best state of a single server. Returns its URL.
 */
export async function startElasticsearch(options: ElasticsearchOptions): Promise<string> {
  const { folder, processes, address, measured = false } = options;
  const { heap = measured ? '1g' : '512m' } = options;
  await ensurePackages([
    { file: 'curl', package: 'curl' },
    { file: 'python3', package: 'python3' },
  ]);
  const java = await findJava();
  const cachedFolder = await elasticsearchDistribution();
  const started = Date.now();
  const home = join(folder, 'elasticsearch');
  const memory = measured ? undefined : await createMemoryFolder(folder);
  const data = memory ?? join(home, 'data');
  const written = [
    ...['config/jvm.options.d', 'logs', 'tmp'].map((name) => join(home, name)),
    data,
  ];
  for (const path of written) await mkdir(path, { recursive: true });
  const asRoot = process.getuid?.() === 0;
  const distribution = asRoot ? await linkTree(cachedFolder, join(home, 'program')) : cachedFolder;
  const [port, transport] = (await freePorts(folder, 2)) as [number, number];
  const hosts = ['127.0.0.1', ...(address ? [address] : [])];
  await configure(home, distribution, { port, transport, hosts, measured, heap, data });
  if (asRoot) await giveAway(home, data);
  await processes.start('elasticsearch', {
    command: join(distribution, 'bin', 'elasticsearch'),
    args: [],
    env: {
      ES_JAVA_HOME: java,
      ES_PATH_CONF: join(home, 'config'),
      ES_TMPDIR: join(home, 'tmp'),
      HOME: home,
    },
    cwd: home,
    ...(asRoot && { uid: unprivilegedId }),
    ready: ['curl', '-fsS', healthUrl(`http://127.0.0.1:${port}`)],
  });
  const url = `http://${address ?? '127.0.0.1'}:${port}`;
  say(`Elasticsearch at ${url}, ${((Date.now() - started) / 1_000).toFixed(1)} s`);
  return url;
}

/**
 * Returns a URL that answers 200 when existing indices can be searched. It answers 408 after a
 * minute without success.
 */
function healthUrl(url: string): string {
  return `${url}/_cluster/health?wait_for_status=yellow&wait_for_no_initializing_shards=true&timeout=60s`;
}

interface Configuration {
  port: number;
  transport: number;
  hosts: string[];
  measured: boolean;
  heap: string;
  /** Folder for the indices. */
  data: string;
}

async function configure(
  home: string,
  distribution: string,
  { port, transport, hosts, measured, heap, data }: Configuration,
): Promise<void> {
  const config = join(home, 'config');
  const logs = join(home, 'logs');
  const java = await readFile(join(distribution, 'config', 'jvm.options'), 'utf8');
  const redirected = java
    .replaceAll(/file=(logs\/)?gc\.log/g, `file=${logs}/gc.log`)
    .replaceAll(/ErrorFile=(logs\/)?/g, `ErrorFile=${logs}/`)
    .replaceAll(/HeapDumpPath=.*/g, `HeapDumpPath=${logs}`);
  await writeFile(join(config, 'jvm.options'), redirected);
  const options = [`-Xms${heap}`, `-Xmx${heap}`, '-XX:-AlwaysPreTouch'];
  // The better compiler does not pay off for tests that run for minutes. Without it, they take a
  // quarter less processor time.
  if (!measured) options.push('-XX:TieredStopAtLevel=1');
  await writeFile(join(config, 'jvm.options.d', 'test.options'), `${options.join('\n')}\n`);
  const logging = 'log4j2.properties';
  await copyFile(join(distribution, 'config', logging), join(config, logging));
  const settings = {
    'cluster.name': 'lectern-test',
    'node.name': 'test',
    'discovery.type': 'single-node',
    'http.host': hosts,
    'http.port': port,
    'transport.host': '127.0.0.1',
    'transport.port': transport,
    'path.data': data,
    'path.logs': logs,
    'xpack.security.enabled': false,
    // A nearly full disk must not make indices read-only.
    'cluster.routing.allocation.disk.threshold_enabled': false,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name}: ${JSON.stringify(value)}`,
  );
  await writeFile(join(config, 'elasticsearch.yml'), `${lines.join('\n')}\n`);
}

/**
 * Links the files under a second name, because the unprivileged user has no access to root's
 * cache. Returns that name.
 */
async function linkTree(from: string, to: string): Promise<string> {
  // Links work only within one file system. Otherwise copies the files.
  await run('sh', ['-c', 'cp -rl "$0" "$1" 2>/dev/null || cp -r "$0" "$1"', from, to]);
  return to;
}

async function giveAway(home: string, data: string): Promise<void> {
  const written = [...['config', 'logs', 'tmp'].map((name) => join(home, name)), data];
  for (const folder of written) {
    const entries = await readdir(folder, { recursive: true });
    for (const path of [folder, ...entries.map((entry) => join(folder, entry))])
      await chown(path, unprivilegedId, unprivilegedId);
  }
  await chown(home, unprivilegedId, unprivilegedId);
}

/**
 * Returns the folder of a Java development kit that is new enough. Packages of the runtime lack
 * the module jdk.jdi, which Elasticsearch needs.
 */
async function findJava(): Promise<string> {
  const system = '/usr/lib/jvm';
  const candidates = [
    process.env['JAVA_HOME'],
    ...(existsSync(system) ? readdirSync(system).map((name) => join(system, name)) : []),
  ];
  for (const home of candidates) {
    if (!home || !existsSync(join(home, 'bin', 'java'))) continue;
    const modules = await run(join(home, 'bin', 'java'), ['--list-modules']).catch(() => '');
    const version = /^jdk\.jdi@(\d+)/m.exec(modules)?.[1];
    if (Number(version) >= oldestJava) return home;
  }
  throw new Error(
    `Elasticsearch needs a JDK of version ${oldestJava} or newer, a full one: set JAVA_HOME to its folder`,
  );
}
