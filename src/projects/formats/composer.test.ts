import { expect, test } from 'vitest';
import { listTexts, readTexts } from '../../../test/doubles/project-texts.ts';

const commit = 'e'.repeat(40);
const manifest = JSON.stringify({
  name: 'acme/shop',
  require: {
    php: '^8.2',
    'ext-json': '*',
    'composer-runtime-api': '^2',
    'Laravel/Framework': '^11.0',
    'acme/branch': 'dev-main',
    'acme/inner': '*',
    'acme/away': '*',
    '-x/y': '1',
  },
  'require-dev': { 'phpunit/phpunit': '11.2.0' },
});

test('composer.lock gives versions, branches and no platform', () => {
  const lock = JSON.stringify({
    packages: [
      {
        name: 'laravel/framework',
        version: 'v11.9.2',
        source: { type: 'git', url: 'https://github.com/laravel/framework.git', reference: commit },
      },
      {
        name: 'acme/branch',
        version: 'dev-main',
        source: { type: 'git', url: 'https://github.com/acme/branch.git', reference: commit },
      },
      { name: 'acme/inner', version: 'dev-main', dist: { type: 'path', url: 'packages/inner' } },
      { name: 'acme/away', version: 'dev-main', dist: { type: 'path', url: '../away' } },
    ],
    'packages-dev': [{ name: 'phpunit/phpunit', version: '11.2.1' }],
  });
  const texts = { 'composer.json': manifest, 'composer.lock': lock };
  expect(listTexts('packagist', texts)).toEqual([
    'acme/branch@',
    'laravel/framework@v11.9.2',
    'phpunit/phpunit@11.2.1 dev',
  ]);
  const { name, dependencies, refused } = readTexts('packagist', texts);
  expect(name).toBe('acme/shop');
  expect(dependencies.find((one) => one.name === 'acme/branch')?.git).toEqual({
    url: 'https://github.com/acme/branch.git',
    commit,
  });
  expect(dependencies.find((one) => one.name === 'laravel/framework')?.source).toEqual({
    url: 'https://github.com/laravel/framework.git',
    commit,
  });
  expect(refused.map(({ entry }) => entry)).toEqual(['acme/away', '-x/y']);
});

test('composer.json alone gives exact versions', () => {
  expect(listTexts('packagist', { 'composer.json': manifest })).toContain(
    'phpunit/phpunit@11.2.0 dev',
  );
});
