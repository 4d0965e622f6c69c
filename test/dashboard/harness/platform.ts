import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOpenaiServer, type OpenaiServer } from '../../doubles/openai-server.ts';
import { openClusterStores, type ClusterStores } from '../../support/cluster-stores.ts';
import { operatorToken, startClusterProcess } from '../../support/cluster-process.ts';
import { fakeEmbedder } from '../../support/fake-stores.ts';
import { RunningLectern } from '../../support/lectern.ts';
import { openStores, type Stores } from '../../support/stores.ts';

/** The two ways to run the program. */
export const platformNames = ['a laptop', 'a cluster'] as const;

/**
 * Platforms for most tests of the page. By default, only the laptop. With
 * LECTERN_TEST_PLATFORMS=both, as in nightly runs, both. The page uses only the API, whose tests
 * run on both.
 */
export const mainPlatforms: readonly (typeof platformNames)[number][] =
  process.env['LECTERN_TEST_PLATFORMS'] === 'both' ? platformNames : ['a laptop'];

/** The role of a person who views the page. */
export type Person = 'anonymous' | 'member' | 'admin' | 'operator';

/** A running server, and the stores behind it. */
export interface Platform {
  url: string;
  /** The server's stores, for tests that change them directly. */
  stores: Stores;
  /** Returns the bearer token of a person; undefined for anonymous. */
  keyOf(person: Person): string | undefined;
  close(): Promise<void>;
}

/** Environment of a server, for settings that differ from the defaults. */
export type Environment = Record<string, string>;

/**
 * Starts the program on stores of its own: `lectern up`, or `lectern serve` over Elasticsearch and
 * Postgres. A small server computes embeddings from word counts, so no model is loaded.
 */
export async function startPlatform(
  name: (typeof platformNames)[number],
  env: Environment = {},
): Promise<Platform> {
  const model = await startOpenaiServer({ embed: (texts) => fakeEmbedder().embed(texts, 'query') });
  const settings = {
    LECTERN_EMBEDDING_URL: model.url,
    LECTERN_EMBEDDING_MODEL: 'double',
    LECTERN_REQUESTS_PER_MINUTE_PER_KEY: '0',
    LECTERN_REQUESTS_PER_MINUTE_PER_ADDRESS: '0',
    ...env,
  };
  const start = name === 'a laptop' ? startLaptop : startCluster;
  try {
    return await start(settings, model);
  } catch (error) {
    await model.close();
    throw error;
  }
}

async function startLaptop(env: Environment, model: OpenaiServer): Promise<Platform> {
  const stores = await openStores();
  const lectern = RunningLectern.over(stores.dataDir);
  await lectern.start([], env);
  const token = (await readFile(join(stores.dataDir, 'operator.token'), 'utf8')).trim();
  const close = async (): Promise<void> => {
    await lectern.stop('SIGKILL');
    await stores.close();
    await model.close();
  };
  return { url: lectern.url, stores, keyOf: await keys(lectern.url, token), close };
}

async function startCluster(env: Environment, model: OpenaiServer): Promise<Platform> {
  const stores: ClusterStores = await openClusterStores();
  const serving = await startClusterProcess('serve', { ...stores.env, ...env });
  const close = async (): Promise<void> => {
    await serving.stop();
    await stores.close();
    await model.close();
  };
  return { url: serving.url, stores, keyOf: await keys(serving.url, operatorToken), close };
}

/** Creates a key for each role over the API. */
async function keys(url: string, token: string): Promise<Platform['keyOf']> {
  const make = async (role: 'member' | 'admin'): Promise<string> => {
    const response = await fetch(`${url}/api/v1/keys`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `the ${role}`, role }),
    });
    const body = (await response.json()) as { key?: string };
    if (body.key === undefined) throw new Error(JSON.stringify(body));
    return body.key;
  };
  const bearers = { member: await make('member'), admin: await make('admin'), operator: token };
  return (person) => (person === 'anonymous' ? undefined : bearers[person]);
}
