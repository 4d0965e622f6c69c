import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LibraryDraft } from '../../../src/transfer/staged-library.ts';
import { stageBody, type StagedBody } from '../../../src/transfer/stage-body.ts';
import { signal } from './test-install.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of live objects, with those of long texts, which V8 keeps outside of its heap. */
function liveBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** Stages a body, and keeps its drafts until the test ends. */
async function staged(body: AsyncGenerator<Buffer>): Promise<StagedBody> {
  const workDir = await mkdtemp(join(tmpdir(), 'lectern-facts-'));
  const drafts: LibraryDraft[] = [];
  onTestFinished(async () => {
    for (const draft of drafts) await draft.dispose();
    await rm(workDir, { recursive: true });
  });
  return stageBody(body, 'body', { workDir, maxLibraries: 50, drafts, signal });
}

describe('the facts of an imported library', () => {
  test('have at most 200 characters of a title and 1,000 of a description', async () => {
    const library = {
      project: '/acme/web',
      title: '📚'.repeat(300),
      description: 'd'.repeat(1_000_000),
      infoSnippets: [{ id: 'x', content: 'y', tokens: 1 }],
    };
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from(JSON.stringify(library));
    }

    const { libraries } = await staged(body());

    expect(libraries.map(({ facts }) => facts)).toEqual([
      { project: '/acme/web', title: '📚'.repeat(200), description: 'd'.repeat(1_000) },
    ]);
  });

  test('take little memory until the import ends, however large the fields are', async () => {
    const large = 'x'.repeat(1_900_000);
    const names = ['one', 'two', 'three', 'title', 'description', 'docsRepoUrl', 'project'];
    const fields = Object.fromEntries(names.map((name) => [name, large]));
    const library = Buffer.from(JSON.stringify({ versions: [{ version: large }], ...fields }));
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"libraries":[');
      for (let count = 1; count <= 10; count += 1) {
        yield library;
        yield Buffer.from(count < 10 ? ',' : ']}');
      }
    }
    const before = liveBytes();

    const { rejected } = await staged(body());

    await expect.poll(() => liveBytes() - before).toBeLessThan(40_000_000);
    expect(rejected).toHaveLength(10);
  });
});
