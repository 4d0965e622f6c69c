import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createProjectParser } from '../../../src/projects/parser.ts';
import { readProject } from '../../../src/projects/read-project.ts';

const parser = createProjectParser();
afterAll(() => parser.close());

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-huge-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const count = 100_000;
const hash = 'a'.repeat(64);
const many = (entry: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => entry(index)).join('');

const manifest = ['package.json', '{"dependencies": {"p7": "^1.0.0"}}'] as const;
const pyproject = ['pyproject.toml', '[project]\nname = "x"\ndependencies = ["p7"]\n'] as const;
const lockFiles: [name: string, manifest: readonly [string, string], text: () => string][] = [
  [
    'package-lock.json',
    manifest,
    () =>
      `{"lockfileVersion": 3, "packages": {${many((i) => `"node_modules/p${i}": {"version": "1.0.${i}", "integrity": "${hash}"},\n`)} "": {}}}`,
  ],
  [
    'pnpm-lock.yaml',
    manifest,
    () =>
      `lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      p7:\n        specifier: ^1.0.0\n        version: 1.0.7\npackages:\n${many((i) => `  p${i}@1.0.${i}:\n    resolution: {integrity: ${hash}}\n\n`)}`,
  ],
  [
    'yarn.lock',
    manifest,
    () => many((i) => `p${i}@^1.0.0:\n  version "1.0.${i}"\n  integrity ${hash}\n\n`),
  ],
  [
    'bun.lock',
    manifest,
    () => `{"packages": {${many((i) => `"p${i}": ["p${i}@1.0.${i}", "", {}, "${hash}"],\n`)}}}`,
  ],
  [
    'uv.lock',
    pyproject,
    () =>
      many(
        (i) =>
          `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nwheels = [\n    { url = "https://files.example/p.whl", hash = "sha256:${hash}" },\n]\n\n`,
      ),
  ],
  [
    'Cargo.lock',
    ['Cargo.toml', '[dependencies]\np7 = "1"\n'],
    () =>
      many((i) => `[[package]]\nname = "p${i}"\nversion = "1.0.${i}"\nchecksum = "${hash}"\n\n`),
  ],
];

test.each(lockFiles)(
  '%s with 100,000 packages gives the direct dependency',
  async (name, [file, text], lock) => {
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, name), lock());
    const { dependencies, refused } = await readProject(folder, {
      signal: AbortSignal.timeout(50_000),
      dev: true,
      parser,
    });
    expect(refused).toEqual([]);
    expect(dependencies.map(({ name, version }) => `${name}@${version}`)).toEqual(['p7@1.0.7']);
  },
);

test('a lock file over 64 MB is refused, and its manifest counts', async () => {
  writeFileSync(join(folder, 'package.json'), '{"dependencies": {"p7": "1.0.0"}}');
  writeFileSync(join(folder, 'package-lock.json'), Buffer.alloc(64_000_001, ' '));
  const signal = AbortSignal.timeout(50_000);
  const { dependencies, refused } = await readProject(folder, { signal, dev: true, parser });
  expect(refused).toEqual([{ file: 'package-lock.json', entry: '', reason: 'it is over 64 MB' }]);
  expect(dependencies).toHaveLength(1);
});
