import { gitPartOf, type GitPart } from './git-dependency.ts';
import { pathIn } from './paths.ts';
import { gitReason, outsideReason } from './reasons.ts';

/** What a version in package.json, or a resolution in a lock file, stands for. */
export type NpmTarget =
  | { kind: 'registry'; name?: string; range: string }
  | { kind: 'git'; git: GitPart }
  /** A package of the project itself. */
  | { kind: 'own' }
  | { kind: 'refused'; reason: string };

const maxSpec = 2_000;
const registryRange = /^(?!-)[\w.*^~<>=| ,+-]*$/;
const gitForms =
  /^(?:git[+:]|git@|ssh:)|^(?:git\+)?https?:\/\/(?:[^/]*@)?(?:[^#?]*\.git(?:#|$)|(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org)\/[^/]+\/[^/#]+(?:#|$))|#commit=/i;
const hosts = new Map([
  ['github', 'https://github.com/'],
  ['gitlab', 'https://gitlab.com/'],
  ['bitbucket', 'https://bitbucket.org/'],
]);

/** Classifies a version of a package, as npm, pnpm, Yarn and Bun write it. `folder`: where its manifest is. */
export function npmTarget(spec: string, folder: string): NpmTarget {
  const text = spec.trim();
  if (text.length > maxSpec) return refused('its version is longer than a version can be');
  const [, protocol = '', rest = ''] = /^([a-z]+):(.*)$/is.exec(text) ?? [];
  const byProtocol = protocols.get(protocol.toLowerCase());
  if (byProtocol) return byProtocol(rest, folder);
  const host = hosts.get(protocol.toLowerCase());
  if (host !== undefined) return gitTarget(host + rest);
  if (/^(?:\.{0,2}\/|~\/|[a-z]:[\\/]|\.{1,2}$)/i.test(text)) return localTarget(text, folder);
  return archiveCommit(text) ?? gitTargetOf(text) ?? indexTarget(text);
}

function gitTargetOf(text: string): NpmTarget | undefined {
  if (gitForms.test(text)) return gitTarget(text);
  return /^\w[\w-]*\/[\w.-]+(?:#.*)?$/.test(text)
    ? gitTarget(`https://github.com/${text}`)
    : undefined;
}

function indexTarget(text: string): NpmTarget {
  if (/^https?:/i.test(text)) {
    return refused('it is an archive at a URL, not a package of the index');
  }
  return registryRange.test(text)
    ? { kind: 'registry', range: text }
    : refused('its version has a form that is not known');
}

const local = (rest: string, folder: string): NpmTarget => localTarget(rest, folder);

const protocols = new Map<string, (rest: string, folder: string) => NpmTarget>([
  ['workspace', () => ({ kind: 'own' })],
  ['link', local],
  ['file', local],
  ['portal', local],
  ['npm', (rest, folder) => aliasTarget(rest, folder)],
  ['patch', (rest, folder) => patchTarget(rest, folder)],
  ['jsr', () => refused('it is a package of JSR, which has an index of its own')],
  ['exec', () => refused('it is a program that makes a package')],
  ['gist', () => refused('it is a gist, not a package of the index')],
]);

function aliasTarget(rest: string, folder: string): NpmTarget {
  const at = rest.indexOf('@', 1);
  // Yarn writes `npm:^1.2.3` for a version of the same name.
  if (at === -1 && /^[\d^~<>=*vx]/.test(rest)) return { kind: 'registry', range: rest };
  const name = at === -1 ? rest : rest.slice(0, at);
  const range = at === -1 ? '' : rest.slice(at + 1);
  if (/^npm:|^patch:/.test(range)) return npmTarget(range, folder);
  if (!registryRange.test(range)) return refused('the version of its alias has no known form');
  return { kind: 'registry', name, range };
}

/** Yarn writes `patch:name@npm%3A1.2.3#path`. The patched package has the documentation. */
function patchTarget(rest: string, folder: string): NpmTarget {
  const inner = rest.split('#', 1)[0]!.replace(/%3A/gi, ':').replace(/%40/g, '@');
  const at = inner.indexOf('@', 1);
  if (at === -1 || inner.slice(at + 1).startsWith('patch:'))
    return refused('its patch is not known');
  return npmTarget(inner.slice(at + 1), folder);
}

/** pnpm locks a Git dependency as an archive of its commit: https://codeload.github.com/owner/repo/tar.gz/commit. */
function archiveCommit(text: string): NpmTarget | undefined {
  const match =
    /^https:\/\/codeload\.github\.com\/([\w-]+\/[\w.-]+)\/tar\.gz\/([0-9a-f]{40})$/.exec(text) ??
    /^github\.com\/([\w-]+\/[\w.-]+)\/([0-9a-f]{40})$/.exec(text);
  return match ? gitTarget(`https://github.com/${match[1]}#${match[2]}`) : undefined;
}

function gitTarget(text: string): NpmTarget {
  const git = gitPartOf(text);
  return git ? { kind: 'git', git } : refused(gitReason);
}

function localTarget(path: string, folder: string): NpmTarget {
  const plain = path.replace(/^\/\/(?=\.)/, '').split('#', 1)[0]!;
  if (pathIn(folder, plain) === undefined) return refused(outsideReason);
  return /\.(?:tgz|tar\.gz|tar)$/i.test(plain)
    ? refused('it is an archive, not a package of the index')
    : { kind: 'own' };
}

function refused(reason: string): NpmTarget {
  return { kind: 'refused', reason };
}
