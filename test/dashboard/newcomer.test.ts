import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { libraryId } from '../../src/indexing/sources/library-id.ts';
import { generateLicenseKeys, issueLicense } from '../../src/transfer/license.ts';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { loopback } from '../support/web-server.ts';
import { openBrowser } from './harness/browser.ts';
import { expectShown } from './harness/view.ts';

const root = new URL('../..', import.meta.url).pathname;
const patience = { timeout: 90_000 };

/** The process of `npm start`, and its output so far. */
interface Started {
  child: ChildProcess;
  printed: (pattern: RegExp) => Promise<string>;
}

/** The command in the README, with a separate data directory and port. */
function npmStart(data: string, env: NodeJS.ProcessEnv): Started {
  const args = ['start', '--', '--data', data, '--port', '0', '--threads', '1'];
  const child = spawn('npm', args, { cwd: root, env: { ...process.env, ...env }, detached: true });
  let output = '';
  let ended = false;
  let grown = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      grown.resolve();
      grown = Promise.withResolvers();
    });
  }
  child.once('close', () => {
    ended = true;
    grown.resolve();
  });
  return {
    child,
    async printed(pattern) {
      for (;;) {
        const [, found] = pattern.exec(output) ?? [];
        if (found !== undefined) return found;
        if (ended) throw new Error(`npm start ended without printing ${pattern}:\n${output}`);
        await grown.promise;
      }
    },
  };
}

describe('a newcomer with the one line of the README and a browser', () => {
  let scratch: string;
  let git: GitServer;
  let started: Started;
  let page: Page;
  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'lectern-newcomer-'));
    const pencils = await TestRepository.create(join(scratch, 'pencils'), {
      'README.md':
        '# Pencils\n\n## Sharpen a pencil\n\nTurn the pencil in the sharpener until its point is fine.\n',
    });
    await pencils.publish(join(scratch, 'served/team/pencils.git'));
    const crayons = await TestRepository.create(join(scratch, 'crayons'), {
      'README.md':
        '# Crayons\n\n## Keep crayons\n\nKeep crayons where it is cool, for they melt in the sun.\n',
    });
    await crayons.publish(join(scratch, 'served/team/crayons.git'));
    git = await startGitServer({ root: join(scratch, 'served') });
    const manifest = await TestRepository.create(join(scratch, 'manifest'), {
      'repos.yaml': `repos:\n  - { url: '${git.origin}/team/crayons.git', id: /team/crayons }\n`,
    });
    await manifest.publish(join(scratch, 'served/team/manifest.git'));
    const { privateKey, publicKey } = await generateLicenseKeys();
    const issuedAt = new Date().toISOString();
    const license = await issueLicense({ holder: 'Acme', offline: true, issuedAt }, privateKey);
    started = npmStart(join(scratch, 'data'), {
      LECTERN_ALLOWED_RANGES: loopback.join(','),
      LECTERN_LICENSE: license,
      LECTERN_LICENSE_PUBLIC_KEY: publicKey,
    });
    const browser = await openBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(patience.timeout);
    await page.goto(await started.printed(/listens on (http:\S+)/));
  }, 180_000);
  afterAll(async () => {
    await page.close();
    process.kill(-started.child.pid!, 'SIGTERM');
    if (started.child.exitCode === null) await once(started.child, 'close');
    await git.close();
    await rm(scratch, { recursive: true });
  });

  // Each step continues with the page of the previous step.
  test('sees the existing libraries', patience, async () => {
    await expectShown(page.getByRole('main').getByRole('link', { name: 'Lectern' }));
  });

  test('signs in with the key that the terminal shows, to add one', patience, async () => {
    await page.getByRole('navigation').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('API key').fill(await started.printed(/Admin key[^:]*: (\S+)/));
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: 'Add' }));
  });

  test('adds a repository and watches it become a library', patience, async () => {
    await page.getByLabel('Address').fill(`${git.origin}/team/pencils.git`);
    const found = page.getByRole('region', { name: 'What would be indexed' });
    const id = libraryId({ git: { url: `${git.origin}/team/pencils.git` } });
    await found.getByText(id, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL((url) => url.hash === `#/libraries${id}`);
    await expectShown(page.getByText('Served', { exact: true }).first());
  });

  test('asks it a question', patience, async () => {
    await page.getByRole('main').getByRole('link', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill('How is a pencil sharpened?');
    await page.keyboard.press('Enter');
    const best = page.getByRole('list', { name: 'Snippets' }).getByRole('listitem').first();
    expect(await best.textContent()).toContain('Turn the pencil in the sharpener');
  });

  test('downloads it as a bundle, and imports that', patience, async () => {
    await page.getByRole('link', { name: 'Import and export' }).click();
    await page.getByRole('tab', { name: 'Export' }).click();
    await page.getByRole('checkbox', { name: /pencils/i }).check();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download the bundle' }).click();
    const bundle = await (await downloading).path();

    await page.getByRole('tab', { name: 'Import' }).click();
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (
      await choosing
    ).setFiles({
      name: 'bundle.zip',
      mimeType: 'application/zip',
      buffer: await readFile(bundle),
    });
    await page.getByRole('checkbox', { name: 'Replace existing libraries' }).check();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByRole('heading', { name: '1 library queued, 0 skipped' }).waitFor();
    await page
      .getByRole('link', { name: libraryId({ git: { url: `${git.origin}/team/pencils.git` } }) })
      .click();
    await expectShown(page.getByText('Imported', { exact: true }).first());
  });

  test('sets up GitOps, and sees the result of the first sync', patience, async () => {
    await page.getByRole('link', { name: 'GitOps' }).click();
    const url = `${git.origin}/team/manifest.git`;
    await page.getByRole('textbox', { name: 'Manifest repository URL' }).fill(url);
    await page.getByRole('button', { name: 'Save' }).click();
    const report = page.getByRole('region', { name: 'Last sync' });
    await expectShown(report.getByText('/team/crayons', { exact: true }));
    await page.getByRole('link', { name: 'Libraries', exact: true }).click();
    await expectShown(page.getByRole('main').getByText('/team/crayons', { exact: true }).first());
  });
});
