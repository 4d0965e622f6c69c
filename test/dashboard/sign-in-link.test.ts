import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runLectern } from '../support/lectern.ts';
import { startInTerminal, type InTerminal } from '../support/terminal.ts';
import { openContext, openPage } from './harness/page.ts';
import { expectAccessible } from './harness/view.ts';

const bin = new URL('../../bin/lectern.js', import.meta.url).pathname;

describe('a person who starts Lectern in a terminal', () => {
  let data: string;
  let terminal: InTerminal;
  let url: string;
  beforeAll(async () => {
    data = await mkdtemp(join(tmpdir(), 'lectern-link-'));
    const settings = ['--data', data, '--port', '0', '--threads', '1', '--manifest', ''];
    terminal = startInTerminal([process.execPath, bin, 'up', ...settings], {});
    url = await terminal.shown(/listens on (http:\S+)/);
  });
  afterAll(async () => {
    await terminal.interrupt();
    await rm(data, { recursive: true });
  });

  async function open(link: string) {
    const context = await openContext();
    const asked: string[] = [];
    context.on('request', (request) => asked.push(request.url()));
    return { page: await openPage(context, link), asked };
  }
  const another = async (): Promise<string> => {
    const { stdout } = await runLectern(['sign-in', '--url', url, '--data', data]);
    return stdout.trim();
  };

  test('opens the link that it shows and is signed in, with a clean address; it works once', async () => {
    const link = await terminal.shown(/Sign in to the page .*?: (http:\S+)/);
    const token = new URLSearchParams(new URL(link).hash.split('?')[1]).get('link')!;

    const { page, asked } = await open(link);
    await page.getByRole('button', { name: 'Account: Operator' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/#/`);
    expect(asked.join('\n')).not.toContain(token);
    await page.goBack();
    expect(page.url()).not.toContain(token);

    const again = await open(link);
    await again.page.getByRole('alert').getByText('The link did not work').waitFor();
    await again.page.getByText('To get another, run “npx lectern sign-in”').waitFor();
    expect(again.page.url()).toBe(`${url}/#/sign-in`);
    await expectAccessible(again.page);
  });

  test('gets another link from a command, also for a page that is open already', async () => {
    const { page } = await open(`${url}/#/sign-in`);
    await page.getByText(`npx lectern sign-in --url ${url}`).waitFor();
    const link = await another();
    await page.evaluate(`location.href = ${JSON.stringify(link)}`);
    await page.getByRole('button', { name: 'Account: Operator' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${url}/#/`);
  });

  test('is told when a newer link has replaced the one that it opens', async () => {
    const former = await another();
    await another();
    const { page } = await open(former);
    await page.getByRole('alert').getByText('until the next one is made').waitFor();
    await expect.poll(() => page.getByRole('button', { name: /^Account/ }).count()).toBe(0);
  });
});
