import { describe, expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'a'.repeat(40);
const json = (value: unknown): string => JSON.stringify(value);
const manifest = json({
  name: 'shop',
  dependencies: { express: '^4.18.0', 'old-react': 'npm:react@^17.0.0' },
  devDependencies: { vitest: '^1.0.0' },
});
const versions = ['express@4.19.2', 'react@17.0.2', 'vitest@1.6.0 dev'];

describe('package-lock.json', () => {
  test('of version 3 gives the versions of direct dependencies alone', () => {
    const lock = json({
      lockfileVersion: 3,
      packages: {
        '': { name: 'shop' },
        'node_modules/express': { version: '4.19.2' },
        'node_modules/old-react': { name: 'react', version: '17.0.2' },
        'node_modules/vitest': { version: '1.6.0', dev: true },
        'node_modules/accepts': { version: '1.3.8' },
      },
    });
    expect(listTexts('npm', { 'package.json': manifest, 'package-lock.json': lock })).toEqual(
      versions,
    );
    expect(listTexts('npm', { 'package.json': manifest, 'npm-shrinkwrap.json': lock })).toEqual(
      versions,
    );
  });

  test('gives the name that an alias has in node_modules', () => {
    const { dependencies } = readTexts('npm', { 'package.json': manifest });

    expect(dependencies.map(({ name, installedAs }) => [name, installedAs])).toEqual([
      ['express', undefined],
      ['react', 'old-react'],
      ['vitest', undefined],
    ]);
  });

  test('of version 1 gives versions and aliases', () => {
    const lock = json({
      lockfileVersion: 1,
      dependencies: {
        express: { version: '4.19.2', requires: { accepts: '~1.3.8' } },
        'old-react': { version: 'npm:react@17.0.2' },
        vitest: { version: '1.6.0', dev: true },
        accepts: { version: '1.3.8' },
      },
    });
    expect(listTexts('npm', { 'package.json': manifest, 'package-lock.json': lock })).toEqual(
      versions,
    );
  });

  test('gives each workspace its own version, and leaves out members', () => {
    const lock = json({
      lockfileVersion: 3,
      packages: {
        '': { workspaces: ['packages/*'] },
        'packages/web': { name: 'web' },
        'packages/cli': { name: 'cli' },
        'node_modules/web': { resolved: 'packages/web', link: true },
        'node_modules/zod': { version: '3.23.8' },
        'packages/web/node_modules/zod': { version: '4.0.1' },
      },
    });
    const texts = {
      'package.json': json({
        name: 'root',
        workspaces: ['packages/*'],
        devDependencies: { zod: '^3.0.0' },
      }),
      'packages/web/package.json': json({ name: 'web', dependencies: { zod: '^4.0.0' } }),
      'packages/cli/package.json': json({ name: 'cli', dependencies: { zod: '^3.0.0', web: '*' } }),
      'package-lock.json': lock,
    };
    // The package `cli` needs the version that the root has for development.
    expect(listTexts('npm', texts)).toEqual(['zod@3.23.8', 'zod@4.0.1']);
  });
});

describe('pnpm-lock.yaml', () => {
  test('of version 9 gives versions without peers, with catalogs and members', () => {
    const texts = {
      'package.json': json({ name: 'root', devDependencies: { typescript: 'catalog:' } }),
      'pnpm-workspace.yaml': 'packages:\n  - "packages/*"\ncatalog:\n  typescript: ^5.0.0\n',
      'packages/web/package.json': json({
        name: 'web',
        dependencies: {
          react: '^18.0.0',
          ui: 'workspace:*',
          tool: 'github:acme/tool',
          old: 'npm:react@17',
        },
      }),
      'pnpm-lock.yaml': `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
importers:
  .:
    devDependencies:
      typescript:
        specifier: 'catalog:'
        version: 5.4.5
  packages/web:
    dependencies:
      react:
        specifier: ^18.0.0
        version: 18.3.1(scheduler@0.23.0)
      ui:
        specifier: workspace:*
        version: link:../ui
      tool:
        specifier: github:acme/tool
        version: https://codeload.github.com/acme/tool/tar.gz/${commit}
      old:
        specifier: npm:react@17
        version: react@17.0.2
packages:
  react@18.3.1:
    resolution: {integrity: sha512-abc==}
`,
    };
    const { dependencies, refused } = readTexts('npm', texts);
    expect(refused).toEqual([]);
    expect(dependencies).toContainEqual({
      ecosystem: 'npm',
      name: 'typescript',
      version: '5.4.5',
      range: '^5.0.0',
      dev: true,
      declaredIn: 'package.json',
    });
    expect(dependencies.find(({ name }) => name === 'tool')?.git).toEqual({
      url: 'https://github.com/acme/tool',
      commit,
    });
    expect(listTexts('npm', texts)).toEqual([
      'react@17.0.2',
      'react@18.3.1',
      'tool@',
      'typescript@5.4.5 dev',
    ]);
  });

  test.each([
    [
      '5.4',
      'dependencies:\n  express: 4.19.2\n  old-react: /react/17.0.2\ndevDependencies:\n  vitest: 1.6.0_jsdom@24.0.0\n',
    ],
    [
      '6.0',
      'dependencies:\n  express:\n    specifier: ^4.18.0\n    version: 4.19.2\n  old-react:\n    specifier: npm:react@^17.0.0\n    version: /react@17.0.2\ndevDependencies:\n  vitest:\n    specifier: ^1.0.0\n    version: 1.6.0(jsdom@24.0.0)\n',
    ],
  ])('of version %s gives the versions of one package', (version, body) => {
    const lock = `lockfileVersion: ${version}\n${body}packages:\n  /express/4.19.2:\n    dev: false\n`;
    expect(listTexts('npm', { 'package.json': manifest, 'pnpm-lock.yaml': lock })).toEqual(
      versions,
    );
  });
});

describe('yarn.lock', () => {
  test('of Yarn 1 gives versions, aliases and repositories', () => {
    const lock = `# yarn lockfile v1

express@^4.17.0, express@^4.18.0:
  version "4.19.2"
  resolved "https://registry.yarnpkg.com/express/-/express-4.19.2.tgz#abc"
  dependencies:
    accepts "~1.3.8"

"old-react@npm:react@^17.0.0":
  version "17.0.2"
  resolved "https://registry.yarnpkg.com/react/-/react-17.0.2.tgz#abc"

vitest@^1.0.0:
  version "1.6.0"
  resolved "https://registry.yarnpkg.com/vitest/-/vitest-1.6.0.tgz#abc"
`;
    expect(listTexts('npm', { 'package.json': manifest, 'yarn.lock': lock })).toEqual(versions);
  });

  test('of later versions gives versions, patches and repositories', () => {
    const lock = `__metadata:
  version: 8

"express@npm:^4.18.0":
  version: 4.19.2
  resolution: "express@npm:4.19.2"
  linkType: hard

"old-react@npm:react@^17.0.0":
  version: 17.0.2
  resolution: "react@npm:17.0.2"

"lodash@patch:lodash@npm%3A4.17.21#~/.yarn/patches/lodash.patch":
  version: 4.17.21
  resolution: "lodash@patch:lodash@npm%3A4.17.21#~/.yarn/patches/lodash.patch::version=4.17.21&hash=1"

"shop@workspace:.":
  version: 0.0.0-use.local
  resolution: "shop@workspace:."

"tool@github:acme/tool":
  version: 1.0.0
  resolution: "tool@https://github.com/acme/tool.git#commit=${commit}"
`;
    const own = json({
      name: 'shop',
      dependencies: {
        express: '^4.18.0',
        'old-react': 'npm:react@^17.0.0',
        lodash: 'patch:lodash@npm%3A4.17.21#~/.yarn/patches/lodash.patch',
        tool: 'github:acme/tool',
      },
    });
    const { dependencies } = readTexts('npm', { 'package.json': own, 'yarn.lock': lock });
    expect(dependencies.find(({ name }) => name === 'tool')?.git?.commit).toBe(commit);
    expect(dependencies.map(({ name, version }) => `${name}@${version}`).sort()).toEqual([
      'express@4.19.2',
      'lodash@4.17.21',
      'react@17.0.2',
      'tool@',
    ]);
  });

  test('gives the versions of the catalogs in .yarnrc.yml', () => {
    const texts = {
      'package.json': json({ workspaces: ['packages/*'], dependencies: { ms: '^2.1.0' } }),
      'packages/app/package.json': json({ name: 'app', dependencies: { ms: 'catalog:old' } }),
      '.yarnrc.yml': 'nodeLinker: node-modules\ncatalogs:\n  old:\n    ms: 2.0.0\n',
      'yarn.lock': `"ms@npm:2.0.0":
  version: 2.0.0
  resolution: "ms@npm:2.0.0"

"ms@npm:^2.1.0":
  version: 2.1.3
  resolution: "ms@npm:2.1.3"
`,
    };

    expect(listTexts('npm', texts)).toEqual(['ms@2.0.0', 'ms@2.1.3']);
  });

  test('that is a merge conflict is refused with its line', () => {
    const { dependencies, refused } = readTexts('npm', {
      'package.json': manifest,
      'yarn.lock': 'a@^1:\n  version "1.0.0"\n<<<<<<< HEAD\n',
    });
    expect(refused).toEqual([
      { file: 'yarn.lock', entry: '', reason: 'line 3 is a merge conflict' },
    ]);
    expect(dependencies).toHaveLength(3);
  });
});

test('bun.lock gives versions, with its trailing commas', () => {
  const lock = `{
  "lockfileVersion": 1,
  "workspaces": { "": { "name": "shop", }, },
  "packages": {
    "express": ["express@4.19.2", "", {}, "sha512-a"],
    "old-react": ["react@17.0.2", "", {}, "sha512-a"],
    "vitest": ["vitest@1.6.0", "", {}, "sha512-a"],
  },
}`;
  expect(listTexts('npm', { 'package.json': manifest, 'bun.lock': lock })).toEqual(versions);
});

describe('package.json without a lock file', () => {
  test('gives the versions that it pins, and none for ranges', () => {
    const own = json({
      dependencies: { a: '1.2.3', b: '^1.2.3', c: '=2.0.0-rc.1', d: 'latest', e: '1.x || 2' },
    });
    expect(listTexts('npm', { 'package.json': own })).toEqual([
      'a@1.2.3',
      'b@',
      'c@2.0.0-rc.1',
      'd@',
      'e@',
    ]);
  });

  test.each([
    ['file:../outside', 'it is outside of the project'],
    ['link:/etc', 'it is outside of the project'],
    ['../../up', 'it is outside of the project'],
    ['file:lib/a.tgz', 'it is an archive, not a package of the index'],
    ['https://10.0.0.1/a.tgz', 'it is an archive at a URL, not a package of the index'],
    ['git+ssh://-oProxyCommand=x/a.git', 'its Git address is not one that can be cloned'],
    [
      'git+https://host.example/a.git --upload-pack=x',
      'its Git address is not one that can be cloned',
    ],
    ['git+file:///etc/a.git', 'its Git address is not one that can be cloned'],
    ['ext::sh -c id', 'its version has a form that is not known'],
    ['--registry=http://127.0.0.1', 'its version has a form that is not known'],
    ['constructor:x', 'its version has a form that is not known'],
    ['jsr:@std/path@1', 'it is a package of JSR, which has an index of its own'],
  ])('refuses %s and reads the other entries', (spec, reason) => {
    const { dependencies, refused } = readTexts('npm', {
      'package.json': json({ dependencies: { bad: spec, good: '1.0.0' } }),
    });
    expect(refused).toEqual([{ file: 'package.json', entry: `bad@${spec}`, reason }]);
    expect(dependencies.map(({ name }) => name)).toEqual(['good']);
  });

  test('refuses names that no package can have, and never shows a credential', () => {
    const { dependencies, refused } = readTexts('npm', {
      'package.json':
        '{"dependencies": {"__proto__": "1.0.0", "../x": "1.0.0", "-x": "1", "t": "https://me:hunter2hunter2@host.example/t.tgz", "n": 7}}',
    });
    expect(dependencies.map(({ name }) => name)).toEqual([]);
    expect(refused.map(({ entry }) => entry)).toEqual([
      '__proto__',
      '../x',
      '-x',
      't@https://***@host.example/t.tgz',
      'n',
    ]);
  });

  test('leaves out folders and workspace packages of the project', () => {
    const own = json({ dependencies: { a: 'file:./lib', b: 'link:lib/b', c: 'workspace:^' } });
    expect(readTexts('npm', { 'package.json': own })).toEqual({
      name: '',
      dependencies: [],
      refused: [],
    });
  });

  test('gives the repository of a Git dependency', () => {
    const own = json({
      dependencies: { a: `acme/a#${commit}`, b: 'git+ssh://git@github.com/acme/b.git#main' },
    });
    expect(readTexts('npm', { 'package.json': own }).dependencies.map(({ git }) => git)).toEqual([
      { url: 'https://github.com/acme/a', commit },
      { url: 'https://github.com/acme/b.git' },
    ]);
  });
});

test('a broken package.json is refused with its line, beside others', () => {
  const { dependencies, refused } = readTexts('npm', {
    'a/package.json': '{\n "name": "a",\n oops\n}',
    'b/package.json': json({ dependencies: { x: '1.0.0' } }),
  });
  expect(refused).toEqual([
    { file: 'a/package.json', entry: '', reason: 'it is not JSON: line 3 has a mistake' },
  ]);
  expect(dependencies).toHaveLength(1);
});

test('samples, test data and folders inside a package do not count', () => {
  const with1 = (name: string): string =>
    json({ name, dependencies: { [`dep-of-${name}`]: '1.0.0' } });
  const texts = {
    'package.json': with1('root'),
    'src/inner/package.json': with1('inner'),
    'test/fixtures/x/package.json': with1('fixture'),
    'test/fixtures/x/package-lock.json': '{',
    'site/package.json': with1('site'),
    'site/package-lock.json': '{"lockfileVersion": 3, "packages": {}}',
  };
  const { dependencies, refused } = readTexts('npm', texts);
  expect(dependencies.map(({ name }) => name)).toEqual(['dep-of-root', 'dep-of-site']);
  expect(refused).toEqual([]);
});
