import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningLectern } from '../../support/lectern.ts';
import { measure } from '../harness/resources.ts';
import { graceMs, minutes, repositories, seed, Soak, webhookSecret } from '../harness/soak.ts';

describe(`${minutes} minutes of changes on a laptop (LECTERN_SOAK_SEED=${seed})`, () => {
  let lectern: RunningLectern;
  let token: string;
  let soak: Soak;

  beforeAll(async () => {
    lectern = await RunningLectern.make();
    await start();
    const platform = {
      address: async () => ({ url: lectern.url, token }),
      restart: async () => {
        await lectern.stop('SIGKILL');
        await start();
      },
      measure: () => measure(lectern.pid, lectern.data),
      libraries: 'rows of libraries',
      // Each session of the inspector with the threads costs about 0.1 MB, which the process keeps.
      measureMs: 120_000,
      editMs: 1_500,
    };
    soak = await Soak.begin(platform, '127.0.0.1');
  }, 600_000);
  afterAll(async () => {
    await lectern.remove();
    await soak.close();
  }, 60_000);

  test(
    'keeps memory, handles, threads, tables and files flat, and answers nothing wrong',
    async () => {
      const { complaints, growing, libraries } = await soak.run();

      expect(complaints).toEqual([]);
      expect(libraries).toEqual(new Set([repositories, repositories + 1]));
      expect(growing).toEqual([]);
    },
    minutes * 60_000 + graceMs,
  );

  async function start(): Promise<void> {
    await lectern.start(['--allowed-ranges', '127.0.0.0/8'], {
      LECTERN_WEBHOOK_SECRET: webhookSecret,
    });
    token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
  }
});
