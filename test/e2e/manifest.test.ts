import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TestRepository } from '../support/git-repository.ts';
import { startGitServer, type GitServer } from '../support/git-server.ts';
import { RunningLectern } from '../support/lectern.ts';

describe('lectern up with a manifest', () => {
  let lectern: RunningLectern;
  let scratch: string;
  let server: GitServer;

  beforeEach(async () => {
    lectern = await RunningLectern.make();
    scratch = await mkdtemp(join(tmpdir(), 'lectern-manifest-'));
    server = await startGitServer({ root: join(scratch, 'served') });
    const docs = await TestRepository.create(join(scratch, 'docs'), {
      'README.md': '# Pencils\n\n## Sharpen a pencil\n\nTurn the pencil in the sharpener.\n',
    });
    await docs.publish(join(scratch, 'served', 'pencils.git'));
  });
  afterEach(async () => {
    await lectern.remove();
    await server.close();
    await rm(scratch, { recursive: true, force: true });
  });

  const publish = async (...entries: string[]): Promise<TestRepository> => {
    const text = ['repos:', ...entries.map((entry) => `  - ${entry}`)].join('\n');
    const manifest = await TestRepository.create(join(scratch, 'manifest'), { 'list.yaml': text });
    await manifest.publish(join(scratch, 'served', 'manifest.git'));
    return manifest;
  };
  // prettier-ignore
  const remote = (): string[] => [
    '--manifest', `${server.origin}/manifest.git`, '--manifest-path', 'list.yaml',
    '--allowed-ranges', '127.0.0.0/8',
  ];

  test('in a repository indexes the listed libraries, and reads a new commit at the next start', async () => {
    const manifest = await publish(`{ url: "${server.origin}/pencils.git", id: /acme/pencils }`);
    await lectern.start(remote());
    await lectern.printed(/✓ \/acme\/pencils/);
    const { stdout } = await lectern.run('ask', '/acme/pencils', 'How do I sharpen a pencil?');
    expect(stdout).toContain('Turn the pencil');
    await lectern.stop();
    await manifest.commit({
      'list.yaml': `repos:\n  - { url: "${server.origin}/pencils.git", id: /acme/renamed }\n`,
    });
    await manifest.git('push', '--quiet', join(scratch, 'served', 'manifest.git'), 'main');

    await lectern.start([...remote(), '--prune']);
    await lectern.printed(/✓ \/acme\/renamed/);

    // The sync ends before the controller has deleted the content.
    await expect.poll(async () => (await lectern.run('status', '/acme/pencils')).code).toBe(3);
  });

  test('in a repository that is broken or names local paths still serves, and reports the mistake', async () => {
    await publish(`{ url: "${scratch}/docs", id: /acme/pencils }`);

    await lectern.start(remote());

    await lectern.printed(/✗ manifest +list\.yaml:2: ".*docs" is a local path, which only/);
    expect((await lectern.run('list')).stdout).toContain('No libraries yet');
  });

  test('names the skipped entries at every start', async () => {
    await lectern.start();
    await lectern.run('add', join(scratch, 'docs'), '--id', '/acme/pencils', '--wait');
    await lectern.stop();
    const file = join(scratch, 'repos.yaml');
    await writeFile(file, `repos:\n  - { url: ./docs, id: /acme/pencils }\n`);

    for (let start = 0; start < 2; start += 1) {
      await lectern.start(['--manifest', file]);
      await lectern.printed(/- \/acme\/pencils +skipped: the library was added by hand/);
      await lectern.stop();
    }
    expect(lectern.output).toContain('skipped');
  });
});
