import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'e'.repeat(40);
const manifest = `
name: mill
environment: { sdk: ^3.6.0 }
dependencies:
  flutter: { sdk: flutter }
  saw: ^2.0.0
  plane: 1.2.3+4
  chisel:
  vise: { hosted: 'https://pub.example.com', version: ^1.0.0 }
  oil: { git: { url: 'https://github.com/acme/oil.git', ref: main, path: packages/oil } }
  glue: { git: 'file:///etc' }
  inner: { path: packages/inner }
  away: { path: ../away }
  replaced: ^1.0.0
dev_dependencies:
  flutter_test: { sdk: flutter }
  file_test: ^3.0.0
`;
const lock = `
packages:
  saw: { dependency: direct main, source: hosted, version: "2.1.0", description: { name: saw } }
  wood: { dependency: transitive, source: hosted, version: "9.0.0", description: { name: wood } }
  vise: { dependency: direct main, source: hosted, version: "1.0.7", description: { name: vise } }
  oil: { dependency: direct main, source: git, version: "0.3.0", description: { url: "https://github.com/acme/oil.git", resolved-ref: ${commit} } }
  replaced: { dependency: direct overridden, source: path, version: "1.0.0", description: { path: ../replaced } }
  file_test: { dependency: direct dev, source: hosted, version: "3.1.0", description: { name: file_test } }
`;

test('pubspec.lock gives versions and commits, without packages of the SDK, of folders and of other packages', () => {
  const texts = { 'pubspec.yaml': manifest, 'pubspec.lock': lock };
  expect(listTexts('pub', texts)).toEqual([
    'chisel@',
    'file_test@3.1.0 dev',
    'oil@',
    'plane@1.2.3+4',
    'saw@2.1.0',
    'vise@1.0.7',
  ]);
  const { name, dependencies, refused } = readTexts('pub', texts);
  expect(name).toBe('mill');
  expect(dependencies.find((one) => one.name === 'oil')?.git).toEqual({
    url: 'https://github.com/acme/oil.git',
    commit,
  });
  expect(refused.map(({ entry }) => entry)).toEqual(['glue', 'away']);
});

test('members of a workspace have the versions of its lock file, and are no dependencies of each other', () => {
  const texts = {
    'pubspec.yaml': 'name: all\nworkspace: [app, packages/*]\n',
    'pubspec.lock': lock,
    'app/pubspec.yaml': 'name: app\ndependencies: { saw: any, tools: ^1.0.0 }\n',
    'packages/tools/pubspec.yaml': 'name: tools\ndependencies: { vise: any }\n',
    'other/pubspec.yaml': 'name: other\ndependencies: { file_test: any }\n',
  };
  expect(listTexts('pub', texts)).toEqual(['saw@2.1.0', 'vise@1.0.7']);
});

test('packages of Melos have their own lock files, without those that it ignores', () => {
  const texts = {
    'pubspec.yaml': 'name: all\ndev_dependencies: { melos: 6.3.3 }\n',
    'melos.yaml': "name: all\npackages: [packages/**]\nignore: ['**/old']\n",
    'packages/app/pubspec.yaml': 'name: app\ndependencies: { saw: any }\n',
    'packages/app/pubspec.lock': lock,
    'packages/old/pubspec.yaml': 'name: old\ndependencies: { chisel: 1.0.0 }\n',
  };
  expect(listTexts('pub', texts)).toEqual(['melos@6.3.3 dev', 'saw@2.1.0']);
});
