import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  carriesToken,
  ensureOperatorToken,
  operatorTokenFile,
  readOperatorToken,
} from './operator-token.ts';

async function dataDir(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'lectern-token-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe('ensureOperatorToken', () => {
  test('makes a random token that only its owner can read, and keeps it', async () => {
    const dir = join(await dataDir(), 'not', 'yet');
    const token = await ensureOperatorToken(dir);
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect((await stat(join(dir, operatorTokenFile))).mode & 0o777).toBe(0o600);
    expect(await ensureOperatorToken(dir)).toBe(token);
    expect(await readOperatorToken(dir)).toBe(token);
    expect(await ensureOperatorToken(await dataDir())).not.toBe(token);
  });

  test('replaces one that is broken and closes one that others could read', async () => {
    const dir = await dataDir();
    await writeFile(join(dir, operatorTokenFile), '');
    expect(await readOperatorToken(dir)).toBeUndefined();
    const token = await ensureOperatorToken(dir);
    await rm(join(dir, operatorTokenFile));
    await writeFile(join(dir, operatorTokenFile), token, { mode: 0o644 });
    expect(await ensureOperatorToken(dir)).toBe(token);
    expect((await stat(join(dir, operatorTokenFile))).mode & 0o777).toBe(0o600);
  });

  test('a directory without one has none', async () => {
    expect(await readOperatorToken(await dataDir())).toBeUndefined();
  });
});

test.each([
  ['Bearer abc', true],
  ['bearer abc', true],
  ['Bearer  abc ', true],
  ['Bearer abcd', false],
  ['Bearer ab', false],
  ['Bearer', false],
  ['abc', false],
  ['', false],
  [undefined, false],
])('the Authorization header %j carries the token abc: %s', (header, expected) => {
  expect(carriesToken(header, 'abc')).toBe(expected);
});
