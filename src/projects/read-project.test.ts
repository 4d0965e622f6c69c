import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listed } from '../../test/doubles/project-texts.ts';
import { RunError } from '../base/errors.ts';
import type { DeclaredProject } from './dependency.ts';
import { tasks } from './parse-tasks.ts';
import type { ProjectParser } from './parser.ts';
import { readProject } from './read-project.ts';
import type { PomPlaces } from './with-poms.ts';

let outer: string;
let folder: string;

beforeEach(() => {
  outer = mkdtempSync(join(tmpdir(), 'lectern-project-'));
  folder = join(outer, 'shop');
  mkdirSync(folder);
});
afterEach(() => rmSync(outer, { recursive: true }));

/** Runs the task in this process. There is one task. */
function parserOf(run: typeof tasks.dependencies): ProjectParser {
  return { run: (_name, input) => run(input) as never };
}

const inProcess = parserOf((input) => tasks.dependencies(input));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

function read({ dev = true, parser = inProcess } = {}, poms?: PomPlaces): Promise<DeclaredProject> {
  return readProject(folder, {
    signal: AbortSignal.timeout(20_000),
    dev,
    parser,
    ...(poms && { poms }),
  });
}

const manifest = (dependencies: object, devDependencies = {}): string =>
  JSON.stringify({ name: '@acme/shop', dependencies, devDependencies });

test('a folder with several ecosystems gives the dependencies of all', async () => {
  write('package.json', manifest({ express: '4.19.2' }, { vitest: '1.6.0' }));
  write('backend/pyproject.toml', '[project]\nname = "backend"\ndependencies = ["flask==3.0.3"]\n');
  write('go.mod', 'module example.com/shop\nrequire github.com/a/b v1.0.0\n');
  const { name, dependencies, refused } = await read();
  expect(name).toBe('@acme/shop');
  expect(refused).toEqual([]);
  expect(listed(dependencies)).toEqual([
    'express@4.19.2',
    'flask@3.0.3',
    'github.com/a/b@v1.0.0',
    'vitest@1.6.0 dev',
  ]);
  expect(listed((await read({ dev: false })).dependencies)).not.toContain('vitest@1.6.0 dev');
});

test('a workspace gives each dependency and version once, for development only if all members say so', async () => {
  write(
    'package.json',
    JSON.stringify({ workspaces: ['packages/*'], devDependencies: { zod: '3.23.8' } }),
  );
  write(
    'packages/a/package.json',
    JSON.stringify({ name: 'a', dependencies: { zod: '3.23.8', b: '*' } }),
  );
  write('packages/b/package.json', JSON.stringify({ name: 'b', dependencies: { zod: '3.20.0' } }));
  const { name, dependencies } = await read();
  expect(name).toBe(basename(folder));
  expect(listed(dependencies)).toEqual(['zod@3.20.0', 'zod@3.23.8']);
  expect(dependencies.find(({ version }) => version === '3.23.8')?.declaredIn).toBe('package.json');
});

test('installed packages and build results are no part of the project', async () => {
  write('package.json', manifest({ express: '4.19.2' }));
  for (const inner of ['node_modules/x', '.venv/x', 'target/x', 'vendor/x', 'dist']) {
    write(`${inner}/pyproject.toml`, '[project]\ndependencies = ["evil==1.0"]\n');
  }
  expect(listed((await read()).dependencies)).toEqual(['express@4.19.2']);
});

test('links and includes out of the folder are refused, and links inside are followed', async () => {
  writeFileSync(join(outer, 'secret.txt'), 'secret-package==1.0\n');
  mkdirSync(join(outer, 'away'));
  writeFileSync(join(outer, 'away/package.json'), manifest({ away: '1.0.0' }));
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'requirements.txt'));
  symlinkSync(join(outer, 'secret.txt'), join(folder, 'hidden.txt'));
  symlinkSync(join(outer, 'away'), join(folder, 'away'));
  write('real.toml', '[project]\ndependencies = ["flask==3.0.3"]\n');
  symlinkSync(join(folder, 'real.toml'), join(folder, 'pyproject.toml'));
  write('requirements-dev.txt', '-r hidden.txt\n-r ../secret.txt\n-r missing.txt\n');
  const { dependencies, refused } = await read();
  expect(listed(dependencies)).toEqual(['flask@3.0.3']);
  expect(refused).toEqual([
    { file: 'requirements.txt', entry: '', reason: 'it is a link out of the project' },
    {
      file: 'requirements-dev.txt',
      entry: '../secret.txt',
      reason: 'it is outside of the project',
    },
    { file: 'hidden.txt', entry: '', reason: 'it is outside of the project' },
    { file: 'missing.txt', entry: '', reason: 'it does not exist or cannot be read' },
  ]);
});

test('a broken, deep or oversized file is refused, and the other files count', async () => {
  write('package.json', manifest({ express: '4.19.2' }));
  write('package-lock.json', '{"packages": ');
  write('a/pyproject.toml', `x = ${'['.repeat(100_000)}`);
  write('b/pom.xml', `<project>${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}</project>`);
  write('pnpm-lock.yaml', `importers: ${'['.repeat(100_000)}`);
  write('c/composer.json', `{"require": {"a/b": "1.0.0"}, "x": "${'x'.repeat(4_000_000)}"}`);
  const { dependencies, refused } = await read();
  expect(listed(dependencies)).toEqual(['express@4.19.2']);
  expect(refused.map(({ file }) => file).sort()).toEqual([
    'a/pyproject.toml',
    'b/pom.xml',
    'c/composer.json',
    'package-lock.json',
    'pnpm-lock.yaml',
  ]);
  expect(refused.find(({ file }) => file === 'c/composer.json')?.reason).toBe('it is over 4 MB');
});

test('manifests count without a lock file that took too much memory', async () => {
  write('package.json', manifest({ express: '4.19.2' }));
  write('package-lock.json', '{}');
  const parser = parserOf(async (input) => {
    const reason = 'parsing needed more than 768 MB of memory';
    if (input.paths.includes('package-lock.json')) throw new RunError('TooLarge', reason);
    return tasks.dependencies(input);
  });
  const { dependencies, refused } = await read({ parser });
  expect(listed(dependencies)).toEqual(['express@4.19.2']);
  expect(refused).toEqual([
    { file: 'package-lock.json', entry: '', reason: 'parsing needed more than 768 MB of memory' },
  ]);
});

const pomWithParent = (name: string, more = ''): string =>
  `<project><parent><groupId>org.acme</groupId><artifactId>${name}</artifactId><version>1</version></parent>${more}</project>`;
const usesTool = `<artifactId>shop</artifactId><dependencies><dependency><groupId>g</groupId><artifactId>tool</artifactId></dependency></dependencies>`;
const managesTool = `<project><dependencyManagement><dependencies><dependency><groupId>g</groupId><artifactId>tool</artifactId><version>1.5</version></dependency></dependencies></dependencyManagement></project>`;

test('a parent outside of the project is read from the local Maven repository, without a network', async () => {
  write('pom.xml', pomWithParent('parent', usesTool));
  write('../m2/org/acme/parent/1/parent-1.pom', managesTool);
  const { dependencies, refused } = await read({}, { repository: join(outer, 'm2') });
  expect(listed(dependencies)).toEqual(['g:tool@1.5']);
  expect(refused).toEqual([]);
});

test('parents that the local Maven repository lacks are downloaded, each once', async () => {
  write('pom.xml', pomWithParent('parent', usesTool));
  write('../m2/org/acme/parent/1/parent-1.pom', pomWithParent('grandparent'));
  const index = new Map([
    ['org/acme/grandparent/1/grandparent-1.pom', pomWithParent('founder')],
    ['org/acme/founder/1/founder-1.pom', managesTool],
  ]);
  const asked: string[] = [];
  const download = async (path: string): Promise<string> => {
    asked.push(path);
    return index.get(path)!;
  };
  const { dependencies } = await read({}, { repository: join(outer, 'm2'), download });
  expect(listed(dependencies)).toEqual(['g:tool@1.5']);
  expect(asked).toEqual([...index.keys()]);
});

test('a parent that cannot be read is refused with its reason', async () => {
  write('pom.xml', pomWithParent('parent', usesTool));
  const download = (): Promise<string> => Promise.reject(new Error('the index is closed'));
  const { dependencies, refused } = await read({}, { repository: join(outer, 'm2'), download });
  expect(listed(dependencies)).toEqual(['g:tool@']);
  expect(refused).toEqual([
    { file: 'pom.xml', entry: 'org.acme:parent:1', reason: 'the index is closed' },
  ]);
});

test('an index that answers with ever more imports is not asked forever', async () => {
  const imports = Array.from(
    { length: 40 },
    (_, at) =>
      `<dependency><groupId>org.acme</groupId><artifactId>\${project.artifactId}-${at}</artifactId><version>1</version><scope>import</scope></dependency>`,
  );
  const managesImports = `<dependencyManagement><dependencies>${imports.join('')}</dependencies></dependencyManagement>`;
  write('pom.xml', pomWithParent('parent', usesTool + managesImports));
  let asked = 0;
  const download = async (path: string): Promise<string> => {
    asked += 1;
    const id = path.split('/').at(-3)!;
    return `<project><artifactId>${id}</artifactId>${managesImports}</project>`;
  };
  const { refused } = await read({}, { repository: join(outer, 'm2'), download });
  expect(asked).toBeLessThan(400);
  expect(refused.map(({ reason }) => reason)).toContain('the project needs too many poms');
});

test('a pom is not read through a link out of the local Maven repository', async () => {
  write('pom.xml', pomWithParent('parent', usesTool));
  write('../secret.pom', managesTool);
  write('../m2/org/acme/parent/1/other.pom', '');
  symlinkSync(join(outer, 'secret.pom'), join(outer, 'm2/org/acme/parent/1/parent-1.pom'));
  const { dependencies, refused } = await read({}, { repository: join(outer, 'm2') });
  expect(listed(dependencies)).toEqual(['g:tool@']);
  expect(refused.map(({ entry }) => entry)).toEqual(['org.acme:parent:1']);
});

test('more files than a project has are left out, and the reason is given', async () => {
  for (let count = 0; count < 2_001; count += 1)
    writeFileSync(join(folder, `p${count}.csproj`), '<Project/>');
  const { refused } = await read();
  expect(refused).toEqual([
    {
      file: '',
      entry: '',
      reason:
        'the folder has more than 2000 files with dependencies, and the rest was not read; name a smaller folder',
    },
  ]);
});

test('a folder that is missing is not a project', async () => {
  folder = join(outer, 'missing');
  await expect(read()).rejects.toThrow('name the folder of a project');
});

test('reading ends on the signal', async () => {
  const signal = AbortSignal.abort(new Error('stopped'));
  await expect(readProject(folder, { signal, dev: true, parser: inProcess })).rejects.toThrow(
    'stopped',
  );
});
