import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startCpuClock } from '../../../test/support/cpu-seconds.ts';
import { compileName, compilePath as compileSegments, segmentsOf } from './path-glob.ts';

function compilePath(pattern: string): (path: string) => boolean {
  const matches = compileSegments(pattern);
  return (path) => matches(segmentsOf(path));
}

describe('compilePath', () => {
  test.each([
    ['docs', 'docs/a.md', true],
    ['docs', 'src/docs/a.md', false],
    ['./docs', 'docs/deep/a.md', true],
    ['/docs/', 'docs/a.md', true],
    ['docs/old', 'docs/old/a.md', true],
    ['docs/old', 'docs/older/a.md', false],
    ['**/dist', 'dist/a.md', true],
    ['**/dist', 'a/b/dist/c/d.md', true],
    ['docs/**/internal', 'docs/internal/a.md', true],
    ['docs/**/internal', 'docs/a/b/internal/c.md', true],
    ['docs/**/internal', 'internal/a.md', false],
    ['src/**/*.test.js', 'src/a/b.test.js', true],
    ['src/**/*.test.js', 'src/a/b.js', false],
    ['packages/*/docs', 'packages/core/docs/a.md', true],
    ['packages/*/docs', 'packages/core/x/docs/a.md', false],
    ['i18n/{de,fr}*', 'i18n/fr-CA/a.md', true],
    ['i18n/{de,fr}*', 'i18n/es/a.md', false],
    ['Docs/OLD', 'docs/old/a.md', true],
    ['a?c', 'abc/x.md', true],
    ['**', 'any/thing.md', true],
    ['', 'any/thing.md', false],
  ])('%s over %s is %s', (pattern, path, expected) => {
    expect(compilePath(pattern)(path)).toBe(expected);
  });
});

describe('compileName', () => {
  test.each([
    ['*.test', 'core.test', true],
    ['*.test', 'tests', false],
    ['*archive*', 'the-archives', true],
    ['CHANGELOG.md', 'changelog.md', true],
    ['[x]', 'x', false],
    ['a*b*c', 'axbybzc', true],
  ])('%s over %s is %s', (pattern, name, expected) => {
    expect(compileName(pattern)(name)).toBe(expected);
  });

  test('answers at once for a pattern that takes a regular expression for ever', () => {
    const matches = compileName(`${'*a'.repeat(100)}*b`);
    const cpuSeconds = startCpuClock();
    expect(matches('a'.repeat(4000))).toBe(false);
    expect(cpuSeconds()).toBeLessThan(2);
  });
});

const segment = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '-', 'ü'),
  minLength: 1,
  maxLength: 5,
});
const path = fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));

describe('any pattern', () => {
  test('takes every text without throwing', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 255 }), fc.string({ maxLength: 300 }), (pattern, text) => {
        expect(typeof compilePath(pattern)(text)).toBe('boolean');
        expect(typeof compileName(pattern)(text)).toBe('boolean');
      }),
    );
  });

  test('made of many ** answers at once', () => {
    const matches = compilePath(`${'**/a/'.repeat(50)}b`);
    const cpuSeconds = startCpuClock();
    expect(matches('a/'.repeat(1000))).toBe(false);
    expect(cpuSeconds()).toBeLessThan(2);
  });

  test('that is a path without wildcards matches itself and everything below it', () => {
    fc.assert(
      fc.property(path, path, (folder, file) => {
        fc.pre(folder.split('/').some((part) => part !== '.'));
        expect(compilePath(folder)(folder)).toBe(true);
        expect(compilePath(folder)(`${folder}/${file}`)).toBe(true);
      }),
    );
  });

  test('behind **/ matches at every depth', () => {
    fc.assert(
      fc.property(path, segment, (folder, name) => {
        fc.pre(name !== '.');
        expect(compilePath(`**/${name}`)(`${folder}/${name}/file.md`)).toBe(true);
      }),
    );
  });
});
