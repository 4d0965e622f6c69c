import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callEverything, fuzzedInstall, offline, patience } from '../fuzz/call-everything.ts';
import { RunningLectern } from '../support/lectern.ts';

const handbook = join(import.meta.dirname, '../fixtures/handbook');

let lectern: RunningLectern;
let license: string;
let token: string;
beforeAll(async () => {
  const install = await fuzzedInstall();
  ({ license } = install);
  lectern = await RunningLectern.make();
  await lectern.start(['--concurrency', '1'], { ...offline, ...install.env });
  await lectern.run('add', handbook, '--id', '/acme/handbook', '--wait');
  token = (await readFile(join(lectern.data, 'operator.token'), 'utf8')).trim();
}, patience);
afterAll(async () => lectern.remove());

test(
  'no valid or invalid request causes a server error or an undocumented response',
  async () => expect(await callEverything(lectern.url, { token, license })).toBe(''),
  patience,
);
