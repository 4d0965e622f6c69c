import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../../../base/errors.ts';
import type { GitLocation } from './location.ts';
import { ignoreMissing } from '../../../base/ignore-missing.ts';

/**
 * Credentials by the keys of a Secret. The keys are those of Flux's GitRepository: `username` and `password`,
 * `bearerToken`, `identity` and `known_hosts` for ssh. Wikis and workspaces have `wiki.*` and `pages.*`.
 */
export type SecretData = Readonly<Record<string, string>>;

/** The credentials for one server. They are never part of a message, an argument or a URL. */
export type GitAccess =
  | { kind: 'basic'; username: string; password: string }
  | { kind: 'bearer'; token: string }
  | { kind: 'ssh'; identity: string; knownHosts: string };

const keys = ['username', 'password', 'bearerToken', 'identity', 'known_hosts'] as const;
type Key = (typeof keys)[number];

/** Keys of the wiki integration. */
const integrationKeys = ['siteUrl', 'cloudId', 'email', 'token'].map((field) => `wiki.${field}`);
const files = [...keys, ...integrationKeys, 'pages.token'];

/** Reads a Secret that is mounted into a Pod: a folder with one file for each key. */
export async function readCredentials(folder: string): Promise<SecretData> {
  const held = await Promise.all(
    files.map(async (key) => [key, await readFile(join(folder, key), 'utf8').catch(ignoreMissing)]),
  );
  return Object.fromEntries(held.filter(([, value]) => value !== undefined)) as SecretData;
}

/**
 * Returns the credentials for the location's server: the given ones, or those in the URL. Undefined if there are none, and
 * for local paths. Throws RunError('AccessDenied') with the keys to set if the given credentials do not fit.
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

/** Returns a value without the line feed that editors and `echo` add. */
function line(secret: SecretData, key: Key): string | undefined {
  return secret[key]?.replace(/\r?\n$/, '');
}

function denied(what: string): RunError {
  return new RunError('AccessDenied', `the credentials do not fit: ${what}`);
}

/** Returns the Authorization header; undefined for ssh. */
export function authorization(access: GitAccess): string | undefined {
  if (access.kind === 'ssh') return undefined;
  if (access.kind === 'bearer') return `Bearer ${access.token}`;
  const { username, password } = access;
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/**
 * Returns an ssh command that uses only this key, and connects only to a server with a known host key. Writes key and
 * hosts to a new folder inside `folder`, which the caller removes. `pinned` restricts the connection to a checked address.
 */
export async function sshCommand(
  { identity, knownHosts }: Extract<GitAccess, { kind: 'ssh' }>,
  folder: string,
  pinned: readonly string[],
): Promise<string> {
  const files = await mkdtemp(join(folder, 'ssh-'));
  const [key, hosts] = [join(files, 'identity'), join(files, 'known_hosts')];
  // OpenSSH reads no key without a final line feed, nor with carriage returns.
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

/** Returns an ssh command that uses no key. */
export function keylessSsh(pinned: readonly string[]): string {
  return sshWith(['IdentityFile=/dev/null', ...pinned]);
}

/** ssh finds the user's home folder without HOME, so its configuration and agent are turned off one by one. */
function sshWith(options: readonly string[]): string {
  const always = ['BatchMode=yes', 'IdentitiesOnly=yes', 'IdentityAgent=none'];
  const given = [...always, ...options].flatMap((option) => ['-o', quoted(option)]);
  return ['ssh', '-F', '/dev/null', ...given].join(' ');
}

/** Quotes a word for the shell in which git runs the command. */
function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
