import type { Ecosystem } from '../dependency.ts';

const maxName = 214;
const maxVersion = 128;

/** Names by the grammar of each index. No name has a space, begins with a dash, or leads to another path of the index. */
const grammars: Record<Ecosystem, RegExp> = {
  npm: /^(?:@[a-z0-9~][a-z0-9~._-]*\/)?[a-z0-9~][a-z0-9~._-]*$/i,
  pypi: /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i,
  go: /^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)+(?:\/[a-z0-9_~][a-z0-9._~-]*)*$/i,
  cargo: /^[a-z][a-z0-9_-]{0,63}$/i,
  maven: /^[a-z0-9_][a-z0-9_.-]*:[a-z0-9_][a-z0-9_.-]*$/i,
  rubygems: /^[a-z0-9_][a-z0-9_.-]*$/i,
  packagist: /^[a-z0-9]+(?:[_.-][a-z0-9]+)*\/[a-z0-9]+(?:(?:[_.]|--?)[a-z0-9]+)*$/i,
  nuget: /^\w+(?:[.-]\w+)*$/i,
  pub: /^[a-z_]\w*$/i,
  hex: /^[a-z]\w*$/,
};

/** Returns whether a text is a package name of the ecosystem. */
export function isName(ecosystem: Ecosystem, name: string): boolean {
  return name.length <= maxName && !name.includes('..') && grammars[ecosystem].test(name);
}

/** Returns whether a text can be a version: one word, without a leading dash. */
export function isVersion(text: string): boolean {
  return text.length <= maxVersion && /^[a-z0-9_@][a-z0-9_.+!~@:/-]*$/i.test(text);
}

/** Returns a PyPI name as its index writes it (PEP 503). */
export function normalPythonName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}

/** Returns whether a group of dependencies serves development by its name. */
export function isDevGroup(name: string): boolean {
  return /^(?:dev|develop|development|tests?|testing|lint|linting|docs?|documentation|typing|types|type-check|typecheck|ci|qa|benchmarks?|release)$/i.test(
    name.replaceAll('_', '-').replace(/[-.](?:dev|requirements|deps|dependencies)$/i, ''),
  );
}
