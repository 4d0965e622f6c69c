import { gitPart, type GitPart } from './git-dependency.ts';
import { pathIn } from './paths.ts';
import type { LockedPython } from './python-lock.ts';
import type { Reading } from './reading.ts';
import { gitReason, outsideReason } from './reasons.ts';

/** A requirement of Python, by PEP 508 or as pip writes it. */
export type Requirement =
  | { kind: 'index'; name: string; range: string }
  /** `version`: that of the tag which it names; '' without one. */
  | { kind: 'git'; name: string; git: GitPart; version: string }
  /** A package of the project itself. */
  | { kind: 'own' }
  | { kind: 'refused'; reason: string };

const maxLength = 2_000;
const named = /^([a-z0-9][\w.-]*)\s*(?:\[[^\]]*\])?\s*(.*)$/is;

/** Parses one requirement. `folder`: where paths begin. */
export function parseRequirement(text: string, folder: string): Requirement {
  if (text.length > maxLength) return refused('it is longer than a requirement can be');
  const plain = text.split(/\s;|;\s/, 1)[0]!.trim();
  if (/^(?:\.{0,2}[/\\]|\.{1,2}(?:\[|$)|~|[a-z]:[\\/]|[\w.-]+\/|file:)/i.test(plain)) {
    return localRequirement(plain, folder);
  }
  if (/^(?:git|https?|hg|svn|bzr|ssh)[+:]/i.test(plain)) return urlRequirement('', plain, folder);
  const [, name, rest = ''] = named.exec(plain) ?? [];
  if (name === undefined) return refused('it is not a requirement of Python');
  if (rest.startsWith('@')) return urlRequirement(name, rest.slice(1).trim(), folder);
  const range = rest
    .split(';', 1)[0]!
    .replace(/^\((.*)\)\s*$/, '$1')
    .trim();
  return /^(?:[<>=!~]{1,3}\s*\w[\w.*+!-]*\s*(?:,\s*|$))*$/.test(range)
    ? { kind: 'index', name, range }
    : refused('its version has a form that is not known');
}

/** Returns the version that a range pins with `==`; '' for other ranges. */
export function pinnedPython(range: string): string {
  return /^={2,3}\s*(\d[\w.+!-]*)$/.exec(range)?.[1] ?? '';
}

/** Returns the version of a tag such as `v1.4.0`; '' for other text, such as the name of a branch or a commit. */
export function versionOfTag(tag = ''): string {
  return /^v?(\d{1,6}(?:\.\d{1,6}){1,3}[\w.-]{0,30})$/.exec(tag)?.[1] ?? '';
}

/** Returns the requirement for a path, inside or outside of the project. */
export function localRequirement(path: string, folder: string): Requirement {
  const plain = path.replace(/^file:(?:\/\/)?/i, '').replace(/\[[^\]]*\]$/, '');
  const inside = pathIn(folder, plain.split('#', 1)[0]!);
  if (inside === undefined) return refused(outsideReason);
  return /\.(?:whl|zip|tar\.gz|tgz)$/i.test(inside)
    ? refused('it is an archive, not a package of the index')
    : { kind: 'own' };
}

function urlRequirement(name: string, url: string, folder: string): Requirement {
  if (/^file:/i.test(url)) return localRequirement(url, folder);
  if (!/^git\+/i.test(url)) return refused('it is an archive at a URL, not a package of the index');
  const [address = '', fragment = ''] = url.split('#', 2);
  const [, repository = '', reference] =
    /^(.*?:\/\/(?:[^/@]*@)?[^@]*)(?:@([^@]*))?$/.exec(address) ?? [];
  const git = gitPart(repository, reference);
  if (!git) return refused(gitReason);
  const version = versionOfTag(reference);
  return { kind: 'git', name: name || nameIn(repository, fragment), git, version };
}

function nameIn(repository: string, fragment: string): string {
  const egg = /(?:^|&)egg=([\w.-]+)/.exec(fragment)?.[1];
  return egg ?? /([\w.-]+?)(?:\.git)?\/?$/.exec(repository)?.[1] ?? '';
}

/** Adds a requirement of the index or of a repository. `locked`: what a lock file names for it. */
export function addRequirement(
  reading: Reading,
  entry: {
    requirement: Requirement & { kind: 'index' | 'git' };
    dev: boolean;
    file: string;
    locked?: LockedPython | undefined;
  },
): void {
  const { requirement, dev, file, locked } = entry;
  const range = requirement.kind === 'index' ? requirement.range : '';
  const declared =
    requirement.kind === 'git' ? requirement : { git: undefined, version: pinnedPython(range) };
  const git = locked?.git ?? declared.git;
  const version = locked?.version || declared.version;
  const candidates = locked?.candidates;
  reading.add({ name: requirement.name, version, candidates, range, dev, file, git });
}

function refused(reason: string): Requirement {
  return { kind: 'refused', reason };
}
