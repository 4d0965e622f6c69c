import { isTestPath } from '../code/excluded-code.ts';
import { notationOf, readConfigurationLines } from './configuration-lines.ts';

// Recognizes commented configuration files. Code that chooses files does not load their parser for that.

/** Values of a chart of Helm. */
const values = /(?:^|\/)values\.ya?ml$/i;
/** Names such as `config.sample.yaml`, `saw.conf.example`, `.env.template`, `app.example.ini`, `defaults.ini` and `.saw.reference.yml`. */
const sample =
  /(?:^|\/)(?=[^/]{1,100}$)(?=[^/]*\.(?:ya?ml|toml|ini|conf|cfg|cnf|cf|env|properties)\b)(?=[^/]*(?:^|[/._-])(?:samples?|examples?|templates?|defaults?|reference|\.dist$)(?:[._-]|$))[^/]+\.(?:ya?ml|toml|ini|conf|cfg|cnf|cf|env|properties|in|samples?|examples?|templates?|defaults?|dist)$/i;
/** Names such as `redis.conf`, at the root and in the folders for them. */
const plain = /^(?:(?:[\w.-]{1,60}\/){0,3}(?:conf|config|etc)\/)?[\w-]{1,60}\.(?:conf|ini|cnf)$/i;
/** Folders of what users write, and of what builds or tests a project. */
const others =
  /(?:^|\/)(?:\.[^/]+|ci|examples?|samples?|demos?|snippets|templates?|hack|scripts?|tools?|contrib|packaging|k8s|kubernetes|manifests|overlays|locales?|i18n|translations?)\//i;
/** Settings of tools for the project itself. */
const ofTools =
  /(?:^|\/)(?:\.?(?:pre-commit|travis|gitlab-ci|editorconfig|codecov|dependabot|renovate|mkdocs|docker-compose|compose|logging|log4j|logback|pytest|tox|setup|phpunit|supervisord?|dist|minil|doxygen)\b)[^/]*$/i;

/** Returns a filter for the files of a repository that can be commented configuration files. Their content decides. */
export function configurationFilter(paths: readonly string[]): (path: string) => boolean {
  const foldersOf = (name: RegExp): Set<string> =>
    new Set(paths.filter((path) => name.test(path)).map((path) => path.replace(name, '')));
  const charts = foldersOf(chart).difference(foldersOf(readmeTemplate));
  const manuals = new Set(paths.flatMap((path) => manual.exec(path)?.[1] ?? []));
  return (path) => {
    if (others.test(path) || ofTools.test(path) || isTestPath(path)) return false;
    if (values.test(path)) return charts.has(path.replace(values, ''));
    return (sample.test(path) || plain.test(path)) && !isInManual(path, manuals);
  };
}

const chart = /(?:^|\/)Chart\.ya?ml$/;
/** From this, helm-docs makes a README with a table of all values. */
const readmeTemplate = /(?:^|\/)README\.md\.gotmpl$/;
/** A page that describes a configuration file, such as `man/saw.conf.5` and `doc/saw.conf.rst`. */
const manual = /(?:^|\/)([^/.]{1,60})\.conf\.(?:5(?:\.\w{1,5})?|rst|adoc|md|scd|pod)(?:\.in)?$/i;

/** Returns whether a manual page describes a file: `saw.conf.5` describes `saw.conf.example`. One is enough for `example.conf`. */
function isInManual(path: string, manuals: ReadonlySet<string>): boolean {
  const [, name] = /(?:^|\/)([^/.]{1,60})\.conf\b/i.exec(path) ?? [];
  if (name === undefined) return false;
  return manuals.has(name) || (manuals.size > 0 && /^(?:sample|example|default)s?$/i.test(name));
}

/** Minimum number of settings with a comment, and minimum share of comments. Other files have too little text. */
const fewestSettings = 10;
const leastComments = 0.25;

/** Returns whether a configuration file describes its settings, and no page beside it was made of the descriptions. */
export function isCommentedConfiguration(path: string, content: string): boolean {
  if (manifest.test(content) || publishedFile.test(content)) return false;
  const lines = readConfigurationLines(content.split('\n'), notationOf(path));
  const filled = lines.filter(({ kind }) => kind !== 'blank');
  const remarks = filled.filter(({ kind }) => kind === 'comment');
  if (remarks.length < filled.length * leastComments) return false;
  let described = 0;
  let published = 0;
  for (const [at, { key, kind }] of filled.entries()) {
    const before = filled[at - 1];
    if (kind === 'section' || key === '' || before?.kind !== 'comment' || before.isOff) continue;
    described += 1;
    if (publishedComment.test(before.text)) published += 1;
  }
  return described >= fewestSettings && published < described / 2;
}

/** A resource of Kubernetes, and services of Compose. */
const manifest = /^(?:apiVersion: *\S|services:[ \t]*$)/m;
/** What helm-tool reads to make a README: https://github.com/cert-manager/helm-tool. */
const publishedFile = /^[ \t]*# \+docs:/m;
/** What helm-docs and the generator of Bitnami write into a table: https://github.com/norwoodj/helm-docs, https://github.com/bitnami/readme-generator-for-helm. */
const publishedComment = /^\s*#+ (?:-- |@(?:param|section|default|schema|skip|extra)\b)/;
