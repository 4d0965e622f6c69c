import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import type { GitLocation } from './location.ts';
import { ignoreMissing } from '../../../base/ignore-missing.ts';

/**
 * Credentials as a Secret holds them, by the keys that Flux's GitRepository reads too: `username` and `password`,
 * `bearerToken`, `identity` and `known_hosts` for ssh; `wiki.*` and `pages.*` of those sources.
 */
export type SecretData = Readonly<Record<string, string>>;

/** What one server is shown. Never part of a message, an argument or a URL. */
export type GitAccess =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; token: string }
  | { kind: 'ssh'; identity: string; knownHosts: string };

const keys = ['username', 'password', 'bearerToken', 'identity', 'known_hosts'] as const;
type Key = (typeof keys)[number];

/** Keys of what is read with an integration rather than by Git. */
const integrationKeys = ['siteUrl', 'cloudId', 'email', 'token'].map((field) => `wiki.${field}`);
const files = [...keys, ...integrationKeys, 'pages.token'];

/** Reads a folder of files named as the keys are: a Secret mounted into a Pod. */
export async function readCredentials(folder: string): Promise<SecretData> {
  const held = await Promise.all(
    files.map(async (key) => [key, await readFile(join(folder, key), 'utf8').catch(ignoreMissing)]),
  );
  return Object.fromEntries(held.filter(([, value]) => value !== undefined)) as SecretData;
}

/**
 * What the location's server is shown: given credentials before those in the URL. Undefined when there are none, and
 * for local paths. Throws RunError('AccessDenied') that names the keys when credentials were given and do not fit.
 */
export function accessFor(location: GitLocation, secret?: SecretData): GitAccess | undefined {
  if (location.kind === 'local') return undefined;
  if (secret) return location.kind === 'ssh' ? sshAccess(secret) : httpAccess(secret);
  const { credentials } = location.kind === 'http' ? location : {};
  return credentials && { kind: 'basic', ...credentials };
}

function httpAccess(secret: SecretData): GitAccess {
  const token = line(secret, 'bearerToken');
  if (token !== undefined) {
    if (/^[\x21-\x7e]+$/.test(token)) return { kind: 'bearer', token };
    throw denied('bearerToken holds characters that a header cannot have');
  }
  const [username, password] = [line(secret, 'username'), line(secret, 'password')];
  if (username !== undefined && password !== undefined) {
    return { kind: 'basic', username, password };
  }
  if (username !== undefined) throw denied('username is there, but password is missing');
  if (password !== undefined) throw denied('password is there, but username is missing');
  throw denied('an http or https URL needs username and password, or bearerToken');
}

function sshAccess(secret: SecretData): GitAccess {
  const { identity, known_hosts: knownHosts } = secret;
  if (identity && knownHosts) return { kind: 'ssh', identity, knownHosts };
  throw denied(
    identity
      ? "identity is there, but known_hosts with the server's host key is missing (ssh-keyscan prints it)"
      : 'an ssh URL needs identity (a private key) and known_hosts',
  );
}

/** Files and `echo` end in a line feed that is no part of the value. */
function line(secret: SecretData, key: Key): string | undefined {
  return secret[key]?.replace(/\r?\n$/, '');
}

function denied(what: string): RunError {
  return new RunError('AccessDenied', `the credentials do not fit: ${what}`);
}

/** The header an HTTP server is shown; undefined for ssh. */
export function authorization(access: GitAccess): string | undefined {
  if (access.kind === 'ssh') return undefined;
  if (access.kind === 'bearer') return `Bearer ${access.token}`;
  const { username, password } = access;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * The command that shows this key and no other, to a server whose host key is known. Key and hosts are written to a
 * folder of their own inside `folder`, which the caller removes. `pinned` holds the connection to a checked address.
 */
export async function sshCommand(
  { identity, knownHosts }: Extract<GitAccess, { kind: 'ssh' }>,
  folder: string,
  pinned: readonly string[],
): Promise<string> {
  const files = await mkdtemp(join(folder, 'ssh-'));
  const [key, hosts] = [join(files, 'identity'), join(files, 'known_hosts')];
  // OpenSSH reads no key without a line feed at its end, nor with carriage returns.
  await writeFile(key, `${identity.replaceAll('\r\n', '\n').trimEnd()}\n`, { mode: 0o600 });
  await writeFile(hosts, knownHosts, { mode: 0o600 });
  return sshWith([
    `IdentityFile="${key}"`,
    'StrictHostKeyChecking=yes',
    `UserKnownHostsFile="${hosts}"`,
    'GlobalKnownHostsFile=/dev/null',
    ...pinned,
  ]);
}

/** The command that shows no key at all. */
export function keylessSsh(pinned: readonly string[]): string {
  return sshWith(['IdentityFile=/dev/null', ...pinned]);
}

/** ssh looks its user's home folder up by itself, so that its configuration and agent are switched off one by one. */
function sshWith(options: readonly string[]): string {
  const always = ['BatchMode=yes', 'IdentitiesOnly=yes', 'IdentityAgent=none'];
  const given = [...always, ...options].flatMap((option) => ['-o', quoted(option)]);
  return ['ssh', '-F', '/dev/null', ...given].join(' ');
}

/** One word for the shell that git runs the command by. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
