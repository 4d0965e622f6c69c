/**
 * Returns a version in a form that is equal for all ways to write it: `v1.2.3`, `1_2_3`, `1.2.3.RELEASE`, `1.2.3+build` and
 * `0:1.2.3` become `1.2.3`; `1.0rc1` and `1.0.0-rc.1` become `1-rc.1`; zeros at the end go. Pure.
 */
export function commonVersion(text: string): string {
  const [numbers = '', ...rest] = splitVersion(text);
  const parts = numbers.split('.').map((part) => part.replace(/^0+(?=\d)/, ''));
  while (parts.length > 1 && parts.at(-1) === '0') parts.pop();
  return [parts.join('.'), ...rest].join('-');
}

/** Compares two versions of `commonVersion`. A pre-release is before its release. */
export function compareVersions(a: string, b: string): number {
  const [numbersA, preA] = split(a);
  const [numbersB, preB] = split(b);
  const byNumbers = collator.compare(padded(numbersA), padded(numbersB));
  if (byNumbers !== 0) return byNumbers;
  if (preA === undefined || preB === undefined)
    return Number(preB !== undefined) - Number(preA !== undefined);
  return collator.compare(preA, preB);
}

/** Returns the first number of a version. */
export function majorOf(version: string): string {
  return /^\d+/.exec(version)?.[0] ?? '';
}

const collator = new Intl.Collator('en', { numeric: true });

function split(version: string): [string, string | undefined] {
  const at = version.indexOf('-');
  return at === -1 ? [version, undefined] : [version.slice(0, at), version.slice(at + 1)];
}

/** Adds zeros, so that 1.2 is before 1.2.1. */
function padded(numbers: string): string {
  return [...numbers.split('.'), '0', '0', '0', '0'].slice(0, 4).join('.');
}

/** Names of pre-releases, as PEP 440, Maven and semver write them. */
const pre: Readonly<Record<string, string>> = {
  a: 'alpha',
  alpha: 'alpha',
  b: 'beta',
  beta: 'beta',
  c: 'rc',
  rc: 'rc',
  cr: 'rc',
  pre: 'rc',
  preview: 'rc',
};

/** Returns the numbers, and the pre-release if there is one. */
function splitVersion(text: string): string[] {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/^\d+!|^\d+:/, '')
    .replace(/\+.*$/, '')
    .replace(/^v(?=\d)/, '')
    .replace(/[.-](?:release|final|ga|jre|incompatible)$/, '');
  const [, numbers = '', rest = ''] = /^(\d+(?:[._-]\d+)*)(.*)$/.exec(plain) ?? [];
  const name = /^[._-]?([a-z]+)[._-]?(\d*)(.*)$/.exec(rest);
  const told = name
    ? [`${pre[name[1]!] ?? name[1]}.${name[2] || '0'}${name[3]}`]
    : rest === ''
      ? []
      : [rest.replace(/^[._-]/, '')];
  return [numbers.replaceAll(/[_-]/g, '.'), ...told];
}
