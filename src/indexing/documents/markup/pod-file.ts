// Recognizes Plain Old Documentation, and the programs of Perl that hold it. Code that chooses files does not load their parser for that.

/** Returns whether a file is Plain Old Documentation, the format of Perl's manuals. */
export function isPod(path: string): boolean {
  return /\.pod$/i.test(path);
}

const module = /\.pm$/;
/** A program that a distribution installs, such as `bin/saw` and `script/saw.pl`. */
const program = /^(?:bin|scripts?)\/[\w-]+(?:\.pl)?$/;

/** Returns whether a file is a module or a program of Perl, which can hold its own manual. */
export function isPerl(path: string): boolean {
  return module.test(path) || program.test(path);
}

/** Returns whether a module or a program has a manual. */
export function hasPod(content: string): boolean {
  return /^=(?:head[1-4]|item|method|attr|func)[ \t]/m.test(content);
}

/**
 * Files at the root of a distribution for CPAN: https://metacpan.org/pod/CPAN::Meta::Spec and the settings of Dist::Zilla and Minilla.
 * A `cpanfile` alone is that of an application, whose modules nobody else loads.
 */
const ofDistribution =
  /^(?:dist\.ini|dist\.toml|minil\.toml|Makefile\.PL|Build\.PL|META\.(?:json|yml))$/;

/** A changelog that is a module, as `DBI::Changes` is. */
const changes = /(?:^|\/)(?:Changes|ChangeLog|History|Todo)\.pm$/i;

/**
 * Returns a filter for documents that Pod::Markdown and similar programs make of the manual of a module in the same repository. Most READMEs of
 * CPAN are such documents. They begin with the name of the module, or with a list of their headings.
 */
export function manualCopyFilter(
  paths: readonly string[],
): (path: string, content: Buffer) => boolean {
  const manuals = new Set(paths.filter((path) => isPerl(path) || isPod(path)));
  if (manuals.size === 0) return () => false;
  return (path, content) => {
    if (!/(?:^|\/)README|^docs?\//i.test(path)) return false;
    const [, name = ''] = manualStart.exec(content.toString('latin1', 0, longestStart)) ?? [];
    const names = name.split('::');
    const found = [`lib/${names.join('/')}`, names.at(-1)!];
    return found.some((one) => manuals.has(`${one}.pm`) || manuals.has(`${one}.pod`));
  };
}

const manualStart =
  /^(?:#{1,2} |=head1 |<h1 id="NAME">)NAME\b(?:<\/h1>)?\s{1,9}(?:<p>)?([\w:]{1,200})\s+-/m;
const longestStart = 50_000;
/**
 * Returns a filter for the modules and programs of a distribution for CPAN, as metacpan.org shows them. The modules are below `lib` or at the
 * root. A file `Saw.pod` is the manual of `Saw.pm` beside it. Their content decides whether they are documents.
 */
export function perlFilter(paths: readonly string[]): (path: string) => boolean {
  if (!paths.some((path) => ofDistribution.test(path))) return () => false;
  const manuals = new Set(paths.filter(isPod));
  return (path) => {
    if (changes.test(path)) return false;
    const isInstalled = program.test(path) || (module.test(path) && /^(?:lib\/|[^/]+$)/.test(path));
    return isInstalled && !manuals.has(path.replace(/(?:\.\w+)?$/, '.pod'));
  };
}
