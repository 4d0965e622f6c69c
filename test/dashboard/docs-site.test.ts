import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { preview, type PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openContext } from './harness/page.ts';

let folder: string;
let site: PreviewServer;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-docs-'));
  await promisify(execFile)('vitepress', ['build', 'docs', '--outDir', folder]);
  site = await preview({
    configFile: false,
    appType: 'mpa',
    build: { outDir: folder },
    preview: { host: '127.0.0.1', port: 0 },
  });
});
afterAll(async () => {
  await site?.close();
  await rm(folder, { recursive: true, force: true });
});

test('a person who opens a page of the documentation site can search it at once', async () => {
  const context = await openContext();
  const page = await context.newPage();
  const missing: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(response.url());
  });
  await page.goto(new URL('guides/tour', site.resolvedUrls!.local[0]).href);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('manifest inventory label');
  await page.getByRole('option').first().click();
  await page.waitForURL(/manifest/);
  expect(missing).toEqual([]);
});
