import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RunError } from '../../../base/errors.ts';
import { safelyDecoded } from '../../../base/http/http-url.ts';

/** The location of a repository. `url` and `path` have no credentials, so messages can contain them. */
export type GitLocation =
  | { kind: 'http'; url: string; hostname: string; port: string; credentials?: Credentials }
  | { kind: 'ssh'; url: string; hostname: string }
  | { kind: 'local'; path: string };

interface Credentials {
  username: string;
  password: string;
}

/**
 * Parses the URL of a Git source. Throws RunError('InvalidSource') for every other form: Git's transport helpers (`ext::`)
 * run commands, and git reads a text with a leading dash as an option.
 */
export function parseLocation(text: string, allowLocal: boolean): GitLocation {
  const trimmed = text.trim().replace(/^git\+(?=https?:|ssh:)/i, '');
  const location = isSafe(trimmed) ? recognize(trimmed, allowLocal) : undefined;
  if (location) return location;
  const local = allowLocal
    ? 'a local path'
    : "a local path (only in the operator's own manifest or command line)";
  throw new RunError(
    'InvalidSource',
    `${describe(trimmed)} is not a Git URL that can be read; expected https://host/path, ssh://user@host/path, user@host:path or ${local}`,
  );
}

function isSafe(text: string): boolean {
  return text.length <= 2000 && !/^-|^[\w+.-]*::|\p{Cc}/u.test(text);
}

function recognize(text: string, allowLocal: boolean): GitLocation | undefined {
  if (/^https?:\/\//i.test(text)) return httpLocation(text);
  if (/^ssh:\/\//i.test(text)) return sshLocation(text);
  const scp = /^(?<user>\w[\w.-]*)@(?<host>[a-z\d][\w.-]*):(?<path>[^-/:][^:]*|\/[^/].*)$/i.exec(
    text,
  );
  if (scp) return { kind: 'ssh', url: text, hostname: scp.groups?.['host'] ?? '' };
  return allowLocal ? localLocation(text) : undefined;
}

function httpLocation(text: string): GitLocation | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || url.search || url.hash || url.pathname === '/') return undefined;
  const { hostname, port, protocol } = url;
  const credentials = credentialsOf(url);
  url.username = '';
  url.password = '';
  return {
    kind: 'http',
    url: url.href,
    hostname,
    port: port || (protocol === 'https:' ? '443' : '80'),
    ...(credentials && { credentials }),
  };
}

function credentialsOf({ username, password }: URL): Credentials | undefined {
  if (!username && !password) return undefined;
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    throw new RunError(
      'InvalidSource',
      'the credentials in the URL are not percent-encoded as a URL needs; expected for instance %40 for @',
    );
  }
}

function sshLocation(text: string): GitLocation | undefined {
  const url = URL.parse(text);
  if (!url?.hostname || url.search || url.hash || url.pathname.length < 2) return undefined;
  const dashed = [url.username, url.hostname, url.pathname.slice(1)].some((part) =>
    safelyDecoded(part).startsWith('-'),
  );
  if (dashed) return undefined;
  // ssh would ignore the password, and a message could show it.
  url.password = '';
  return { kind: 'ssh', url: url.href, hostname: url.hostname };
}

function localLocation(text: string): GitLocation | undefined {
  if (/^file:\/\//i.test(text)) return fileLocation(text);
  // A text with a colon that does not begin as a path is a wrong URL or ssh address.
  const isPath = /^(?:\.{0,2}|~)\//.test(text) || /^[^:]+$/.test(text);
  const path = text.replace(/^~(?=\/|$)/, homedir());
  return isPath ? { kind: 'local', path: resolve(path) } : undefined;
}

function fileLocation(text: string): GitLocation | undefined {
  try {
    return { kind: 'local', path: fileURLToPath(text) };
  } catch {
    return undefined;
  }
}

/** Returns the text for a message, with escaped control characters and without credentials. */
function describe(text: string): string {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return JSON.stringify(withoutCredentials(shown));
}

/** Removes `user:secret@` from every URL in a text. */
export function withoutCredentials(text: string): string {
  return text.replace(/([a-z][a-z\d+.-]*:\/\/)[^\s/?#]*@/gi, '$1');
}
