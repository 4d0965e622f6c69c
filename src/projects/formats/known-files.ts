import type { Ecosystem } from '../dependency.ts';

const byName = new Map<string, Ecosystem>([
  ['package.json', 'npm'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'npm'],
  ['pnpm-workspace.yaml', 'npm'],
  ['.yarnrc.yml', 'npm'],
  ['yarn.lock', 'npm'],
  ['bun.lock', 'npm'],
  ['pyproject.toml', 'pypi'],
  ['uv.lock', 'pypi'],
  ['poetry.lock', 'pypi'],
  ['pdm.lock', 'pypi'],
  ['pylock.toml', 'pypi'],
  ['Pipfile', 'pypi'],
  ['Pipfile.lock', 'pypi'],
  ['go.mod', 'go'],
  ['go.work', 'go'],
  ['Cargo.toml', 'cargo'],
  ['Cargo.lock', 'cargo'],
  ['pom.xml', 'maven'],
  ['gradle.lockfile', 'maven'],
  ['Gemfile', 'rubygems'],
  ['gems.rb', 'rubygems'],
  ['Gemfile.lock', 'rubygems'],
  ['gems.locked', 'rubygems'],
  ['composer.json', 'packagist'],
  ['composer.lock', 'packagist'],
  ['packages.lock.json', 'nuget'],
  ['Directory.Packages.props', 'nuget'],
  ['Directory.Build.props', 'nuget'],
  ['pubspec.yaml', 'pub'],
  ['pubspec.lock', 'pub'],
  ['melos.yaml', 'pub'],
  ['mix.exs', 'hex'],
  ['mix.lock', 'hex'],
]);

const byForm: readonly (readonly [form: RegExp, ecosystem: Ecosystem])[] = [
  [/\.(?:cs|fs|vb)proj$/i, 'nuget'],
  [/(?:^|\/)gradle\/[^/]+\.versions\.toml$/, 'maven'],
  [/\.gradle(?:\.kts)?$|(?:^|\/)gradle\.properties$/, 'maven'],
  [/(?:^|\/)(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]*)?\.(?:txt|in)$/i, 'pypi'],
  [/(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/i, 'pypi'],
];

/** Returns the ecosystem of a file that declares or locks dependencies; undefined for any other file. */
export function ecosystemOf(path: string): Ecosystem | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return byName.get(name) ?? byForm.find(([form]) => form.test(path))?.[1];
}

/** Returns whether a file is a lock file. Lock files can be large. */
export function isLockFile(path: string): boolean {
  return /(?:[.-]lock(?:\.json|\.yaml)?|shrinkwrap\.json|gradle\.lockfile|gems\.locked|pylock\.toml)$/.test(
    path,
  );
}
