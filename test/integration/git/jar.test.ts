import { writeFile } from 'node:fs/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { TestRepository } from '../../support/git-repository.ts';
import { zipOf } from '../../support/zip.ts';
import {
  documentsIn,
  failureOf,
  limits,
  openers,
  pathsIn,
  readAll,
  Scratch,
  skippedIn,
} from './harness.ts';

const scratch = await Scratch.create();
afterAll(() => scratch.remove());

let count = 0;

async function jarOf(content: Buffer): Promise<string> {
  count += 1;
  const path = scratch.folder(`tool-${count}-sources.jar`);
  await writeFile(path, content);
  return path;
}

const source = '/** Adds numbers. */\npublic class Adder {}\n';
const files = { 'README.md': '# Tool', 'org/acme/Adder.java': source };

describe.each(openers)('a jar read with %s', (_, open) => {
  test('gives the files that a folder with its content gives', async () => {
    const url = await jarOf(await zipOf(files));
    count += 1;
    const folder = scratch.folder(`unpacked-${count}`);
    await new TestRepository(folder).write(files);
    const options = await scratch.options();
    const jar = await readAll(open, { url, indexSourceCode: true }, options);
    const unpacked = await readAll(open, { url: folder, indexSourceCode: true }, options);
    expect(pathsIn(jar.items)).toEqual(['README.md', 'org/acme/Adder.java']);
    expect(jar.items).toEqual(unpacked.items);
    expect(jar.snapshot.revision).toBe(unpacked.snapshot.revision);
  });

  test('gives no file whose name leads out of it, and no file twice', async () => {
    const content = await zipOf({ ...files, 'xx/evil.md': 'evil', 'READXX.md': 'other' });
    // The zip library refuses such names, so the test inserts them afterwards.
    const hostile = content
      .toString('latin1')
      .replaceAll('xx/evil.md', '../evil.md')
      .replaceAll('READXX.md', 'README.md');
    const url = await jarOf(Buffer.from(hostile, 'latin1'));
    const { items } = await readAll(open, { url }, await scratch.options());
    expect(documentsIn(items).map(({ path, content: text }) => [path, text])).toEqual([
      ['README.md', '# Tool'],
      ['org/acme/Adder.java', source],
    ]);
  });

  test('gives no file that its compression hides, and the others', async () => {
    const url = await jarOf(await zipOf({ ...files, 'bomb.md': Buffer.alloc(3_000_000, 'x') }));
    const options = await scratch.options({ limits: { ...limits, maxDocumentBytes: 9_000_000 } });
    const { items } = await readAll(open, { url }, options);
    expect(pathsIn(items)).toEqual(Object.keys(files));
  });

  test('skips a file that is too large by its size', async () => {
    const url = await jarOf(await zipOf({ ...files, 'large.md': 'yz'.repeat(600) }));
    const options = await scratch.options({ limits: { ...limits, maxDocumentBytes: 1_000 } });
    const { items } = await readAll(open, { url }, options);
    expect(skippedIn(items)).toEqual([
      { path: 'large.md', reason: 'is 1200 bytes large; at most 1000 are read' },
    ]);
  });

  test('is refused if its files are larger than a source may be', async () => {
    const url = await jarOf(await zipOf({ 'a.md': 'a'.repeat(700), 'b.md': 'b'.repeat(700) }));
    const options = await scratch.options({ limits: { ...limits, maxTotalBytes: 1_000 } });
    expect(await failureOf(open, { url }, options)).toMatchObject({
      reason: 'TooLarge',
      message: expect.stringContaining('more than 1000 bytes unpacked'),
    });
  });

  test('is refused if it is no zip file', async () => {
    const url = await jarOf(Buffer.from('no zip'));
    expect(await failureOf(open, { url }, await scratch.options())).toMatchObject({
      reason: 'InvalidSource',
      message: expect.stringContaining('is not a readable jar'),
    });
  });

  test('has no versions', async () => {
    const url = await jarOf(await zipOf(files));
    const options = await scratch.options({ version: 'v1' });
    expect(await failureOf(open, { url }, options)).toMatchObject({ reason: 'NotFound' });
  });
});
