import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RunningLectern, runLectern } from '../support/lectern.ts';

const run = promisify(execFile);
const root = new URL('../..', import.meta.url).pathname;
const handbook = join(root, 'test/fixtures/handbook');

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

interface Manifest {
  version: string;
  dependencies: Record<string, string>;
}

describe('the npm package', () => {
  let folder: string;
  let packed: Packed;
  let manifest: Manifest;
  let program: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-package-'));
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], {
      cwd: root,
    });
    packed = (JSON.parse(stdout) as [Packed])[0];
    // Under node_modules, as after an installation, because Node refuses TypeScript there.
    const installed = join(folder, 'node_modules/lectern');
    await mkdir(installed, { recursive: true });
    await run('tar', [
      '-xzf',
      join(folder, packed.filename),
      '-C',
      installed,
      '--strip-components=1',
    ]);
    manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as Manifest;
    // Only the dependencies that the package declares. A missing declaration would also be missing for its users.
    for (const name of Object.keys(manifest.dependencies)) {
      const link = join(folder, 'node_modules', name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(root, 'node_modules', name), link);
    }
    program = join(installed, 'bin/lectern.js');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('contains the program, the model and the licenses, but no sources or tests', () => {
    const paths = packed.files.map(({ path }) => path);

    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'NOTICE',
        'README.md',
        'bin/lectern.js',
        'crds/lectern.dev_libraries.yaml',
        'dashboard/dist/index.html',
        'dist/cli/main.js',
        'models/all-minilm-l6-v2/LICENSE',
        'models/all-minilm-l6-v2/concepts.tsv',
        'models/all-minilm-l6-v2/model.onnx',
        'models/all-minilm-l6-v2/query.onnx',
      ]),
    );
    expect(paths.filter((path) => /\.tsx?$|\.test\.|^src|^test/.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(40_000_000);
  });

  test('prints its version', async () => {
    const { code, stdout } = await runLectern(['--version'], {}, program);

    expect(code).toBe(0);
    expect(stdout.trim()).toBe(manifest.version);
  });

  test('indexes a folder and answers a question about it', async () => {
    const lectern = await RunningLectern.make(program);
    try {
      await lectern.start();
      const added = await lectern.run('add', handbook, '--id', '/acme/handbook', '--wait');
      const answer = await lectern.run('ask', '/acme/handbook', 'How do I rotate the API key?');
      const page = await fetch(lectern.url);

      expect(added.code).toBe(0);
      expect(answer.stdout).toContain('acme keys rotate');
      expect(await page.text()).toContain('<title>Lectern</title>');
    } finally {
      await lectern.remove();
    }
  });
});
