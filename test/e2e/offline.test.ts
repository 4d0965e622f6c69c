import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TestRepository } from '../support/git-repository.ts';
import { RunningLectern, runLectern } from '../support/lectern.ts';

test('a library is transferred to an offline install, and answers there', async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'lectern-offline-'));
  const here = await RunningLectern.make();
  const there = await RunningLectern.make();
  onTestFinished(async () => {
    await Promise.all([here.remove(), there.remove()]);
    await rm(scratch, { recursive: true });
  });
  const docs = join(scratch, 'docs');
  await TestRepository.create(docs, {
    'README.md': '# Pencils\n\n## Sharpen a pencil\n\nTurn the pencil in the sharpener.\n',
  });
  const [bundle, issuer] = [join(scratch, 'bundle.zip'), join(scratch, 'issuer.pem')];
  const { stdout: publicKey } = await runLectern(['license', 'keygen', '--out', issuer]);
  const issue = ['license', 'issue', '--key', issuer, '--holder', 'Acme', '--days', '1'];
  const { stdout: license } = await runLectern([...issue, '--offline']);

  await here.start();
  await here.run('add', docs, '--id', '/acme/pencils', '--wait');
  const exported = await here.run('export', '/acme/pencils', '--out', bundle);
  const refused = await here.run('import', bundle);
  await here.stop();
  await there.start([], {
    LECTERN_LICENSE: license.trim(),
    LECTERN_LICENSE_PUBLIC_KEY: publicKey.trim(),
  });
  const imported = await there.run('import', bundle);
  await there.run('status', '/acme/pencils', '--watch');
  const answer = await there.run('ask', '/acme/pencils', 'How do I sharpen a pencil?');
  const again = await there.run('import', bundle);
  const refreshed = await there.run('refresh', '/acme/pencils');

  expect(exported).toMatchObject({ code: 0, stderr: '' });
  expect(refused).toMatchObject({ code: 6, stderr: expect.stringContaining('offline license') });
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining('Queued 1 library') });
  expect(answer.stdout).toContain('Turn the pencil');
  expect(again).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('already exists; --force replaces it'),
  });
  expect(refreshed).toMatchObject({ code: 2, stderr: expect.stringContaining('imported') });
});
