import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startGatedSite, type GatedSite } from './harness/gated-site.ts';
import { kubectl, namespace, runClient } from './harness/kubectl.ts';
import {
  applyLibrary,
  deleteLibraries,
  requestRun,
  untilServed,
  waitReady,
} from './harness/libraries.ts';
import { add, ask, installRelease, release, replaceRelease } from './harness/release.ts';

const id = '/test/kept';
const question = 'How is the gadget mounted?';

describe('a release with libraries in place', () => {
  let site: GatedSite;

  beforeAll(async () => {
    await installRelease();
    site = await startGatedSite();
    await applyLibrary('kept', { id, source: { website: { url: site.url } } });
    await waitReady('kept');
  });
  afterAll(async () => {
    await site[Symbol.asyncDispose]();
  });

  test('shows its libraries in readable kubectl columns', async () => {
    const [header, ...rows] = (await kubectl('get', 'lib')).trim().split('\n');

    expect(header!.split(/\s{2,}/)).toEqual([
      'NAME',
      'ID',
      'STATE',
      'SNIPPETS',
      'READY',
      'MESSAGE',
      'AGE',
    ]);
    expect(rows.find((row) => row.startsWith('kept'))).toMatch(
      /^kept +\/test\/kept +finalized +\d+ +True +\d+ snippets served +/,
    );
  });

  test('serves them through an upgrade and a rollback', async () => {
    await installRelease({ logLevel: 'debug', controller: { replicas: 1 } });
    expect((await ask(id, question)).text).toContain('first edition');

    await runClient('helm', [
      'rollback',
      release,
      '--namespace',
      namespace,
      '--wait',
      '--timeout',
      '5m',
    ]);

    expect((await ask(id, question)).text).toContain('first edition');
    site.setEdition('second');
    await untilServed('kept', await requestRun('kept'));
    expect((await ask(id, question)).text).toContain('second edition');
  });

  test('keeps the definitions and the libraries when it is uninstalled, and serves them after a new installation', async () => {
    await runClient('helm', [
      'uninstall',
      release,
      '--namespace',
      namespace,
      '--wait',
      '--timeout',
      '3m',
    ]);

    expect(await kubectl('get', 'crd', '--output', 'name')).toContain('libraries.lectern.dev');
    expect(await kubectl('get', 'lib', 'kept', '--output', 'name')).toContain('kept');

    await installRelease();
    expect((await ask(id, question)).text).toContain('second edition');
  });

  test('serves libraries whose registry is in Postgres instead of Kubernetes', async () => {
    // The controller of the new registry does not remove the finalizer.
    await deleteLibraries('kept');
    await replaceRelease({ registry: 'sql' });
    const library = { id: '/test/in-postgres', source: { website: { url: site.url } } };

    expect((await add(library)).status).toBe(201);

    await vi.waitFor(
      async () => expect((await ask(library.id, question)).text).toContain('edition'),
      { timeout: 120_000, interval: 1_000 },
    );
    expect(await kubectl('get', 'lib', '--output', 'name')).not.toContain('in-postgres');
  });
});
