import fs from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import git from 'isomorphic-git';
import { expect, onTestFinished, test } from 'vitest';
import { isomorphicReader } from './objects.ts';

test('a commit whose few trees list far too many files is refused', async () => {
  const gitdir = await mkdtemp(join(tmpdir(), 'bomb-'));
  onTestFinished(() => rm(gitdir, { recursive: true }));
  await git.init({ fs, gitdir, bare: true });
  let type: 'blob' | 'tree' = 'blob';
  let oid = await git.writeBlob({ fs, gitdir, blob: Buffer.from('# Saw\n') });
  for (let depth = 0; depth < 3; depth += 1) {
    const mode = type === 'blob' ? '100644' : '040000';
    const tree = Array.from({ length: 1_000 }, (_, at) => {
      const path = `${String(at).padStart(60, '0')}.md`;
      return { mode, path, oid, type };
    });
    oid = await git.writeTree({ fs, gitdir, tree });
    type = 'tree';
  }
  const author = { name: 'A', email: 'a@example.com', timestamp: 0, timezoneOffset: 0 };
  const commit = await git.commit({ fs, gitdir, tree: oid, message: 'x', author, ref: 'HEAD' });

  const { entries } = isomorphicReader({ gitdir, cache: {} }, commit);

  await expect(entries(AbortSignal.timeout(15_000))).rejects.toMatchObject({ reason: 'TooLarge' });
}, 60_000);
