import { isObject, parsedJson } from '../json.ts';
import { crc32 } from 'node:zlib';

/** The form of one kind of credential. */
interface SecretFormat {
  /** Constant beginning and random part, as regular expressions without capturing groups. */
  prefix: string;
  body: string;
  /** Returns whether a random part can belong to a valid credential. */
  isLive: (body: string, now: Date) => boolean;
}

const random = (leastEntropy: number) => (body: string) => !isPlaceholder(body, leastEntropy);
const checked = (body: string): boolean => endsInChecksum(body) && !isPlaceholder(body, 3);

// Prefixes, lengths and alphabets are those that issuers publish, or that their tokens show. Keys of test systems
// (sk_test_) count as documentation, and so do ids that are not secret.
const formats: readonly SecretFormat[] = [
  // AWS: base 32 after four letters that name the kind of key.
  { prefix: '(?:AKIA|ASIA)', body: '[A-Z2-7]{16}(?![A-Za-z0-9])', isLive: random(3) },
  // GitHub and npm: a checksum distinguishes tokens from texts of the same form.
  { prefix: 'gh[pousr]_', body: '[A-Za-z0-9]{36}(?![A-Za-z0-9])', isLive: checked },
  { prefix: 'npm_', body: '[A-Za-z0-9]{36}(?![A-Za-z0-9])', isLive: checked },
  { prefix: 'github_pat_', body: '[A-Za-z0-9]{22}_[A-Za-z0-9]{59}', isLive: random(4) },
  {
    prefix: 'gl(?:pat|dt|rt|ptt|ft|agent|soat|cbt)-',
    body: '[\\w-]{20,300}(?:\\.[0-9a-z]{2}\\.[0-9a-z]{7})?',
    isLive: random(3.5),
  },
  {
    prefix: 'xox[abeoprs]-',
    body: '(?:\\d{8,14}-){1,3}[A-Za-z0-9]{24,40}',
    isLive: (body) => random(3.5)(body.slice(body.lastIndexOf('-') + 1)),
  },
  {
    prefix: 'hooks\\.slack\\.com/services/',
    body: 'T[A-Z0-9]{8,12}/B[A-Z0-9]{8,12}/[A-Za-z0-9]{24}',
    isLive: (body) => random(3.5)(body.slice(-24)),
  },
  { prefix: '[rs]k_live_', body: '[A-Za-z0-9]{24,250}', isLive: random(3.5) },
  { prefix: 'whsec_', body: '[A-Za-z0-9+/]{32,64}', isLive: random(4) },
  { prefix: 'AIza', body: '[\\w-]{35}(?![\\w-])', isLive: random(4) },
  { prefix: 'GOCSPX-', body: '[\\w-]{28}(?![\\w-])', isLive: random(3.5) },
  // OpenAI: every key holds its name in base 64.
  {
    prefix: 'sk-(?:proj-|svcacct-|admin-)?',
    body: '[\\w-]{20,100}T3BlbkFJ[\\w-]{20,100}',
    isLive: random(4),
  },
  { prefix: 'sk-ant-(?:api|admin|oat)\\d\\d-', body: '[\\w-]{80,120}', isLive: random(4.5) },
  { prefix: 'hf_', body: '[A-Za-z]{34}(?![A-Za-z0-9])', isLive: random(4) },
  { prefix: 'SG\\.', body: '[\\w-]{22}\\.[\\w-]{43}(?![\\w-])', isLive: random(4.5) },
  { prefix: 'pypi-AgEIcHlwaS5vcmc', body: '[\\w-]{50,200}', isLive: random(4) },
  // JSON Web Tokens: three parts in base 64; the first two are JSON objects.
  {
    prefix: 'eyJ',
    body: '[\\w-]{10,2000}\\.eyJ[\\w-]{10,8000}\\.[\\w-]{20,2000}',
    isLive: isLiveJwt,
  },
];

/** Matches all formats. Group 1 is the prefix of format 0, group 2 its body, and so on. A match does not begin within a word. */
export const secretPattern = new RegExp(
  `(?<![A-Za-z0-9_])(?:${formats.map(({ prefix, body }) => `(${prefix})(${body})`).join('|')})`,
  'g',
);

/** Returns the prefix of a match of `secretPattern` that can be a valid credential; undefined for an example. */
export function livePrefix(groups: readonly (string | undefined)[], now: Date): string | undefined {
  const at = formats.findIndex((_, format) => groups[format * 2] !== undefined);
  const [prefix, body] = [groups[at * 2], groups[at * 2 + 1]];
  if (prefix === undefined || body === undefined) return undefined;
  return formats[at]!.isLive(body, now) ? prefix : undefined;
}

/** Returns whether a token has not expired. A token without expiry is an example, except for a service account's. */
function isLiveJwt(body: string, now: Date): boolean {
  const claims = claimsOf(body.split('.')[1] ?? '');
  if (!claims || /john doe|jane doe|example|1234567890/i.test(JSON.stringify(claims))) return false;
  if (claims.exp === undefined) return claims.iss === 'kubernetes/serviceaccount';
  return typeof claims.exp === 'number' && claims.exp * 1000 > now.getTime();
}

function claimsOf(part: string): { exp?: unknown; iss?: unknown } | undefined {
  const value = parsedJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isObject(value) ? value : undefined;
}

/** Returns whether the lines between BEGIN and END hold a key: base 64 of at least the length of an elliptic curve's key. */
export function isKeyMaterial(lines: string): boolean {
  if (/\.\.\.|…|[<*]|example|your/i.test(lines)) return false;
  const letters = lines.replace(/^[\w-]+: .*$/gm, '').replace(/\\[nr]|[^A-Za-z0-9+/=]/g, '');
  return letters.length >= 60 && entropy(letters) >= 4.5;
}

/** Words, and repeated characters, that mark a credential as an example. */
const madeUp =
  /example|sample|dummy|fake|placeholder|redacted|masked|your|change[-_]?me|secret[-_]?(?:key|here)|token[-_]?here|foobar|(.)\1{4}|(?:xy|ab){3}/i;

/** Rows of the keyboard and the alphabet. Real credentials do not contain long parts of them. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'asdfghjkl'];
/** Length of a part of a row that occurs by chance in one of a million credentials. */
const rowLength = 6;

/**
 * Returns whether a text in the form of a credential is an example: it contains such a word, counts up, repeats itself,
 * or has too few different characters to be random. `body` is the part after the prefix.
 */
export function isPlaceholder(body: string, leastEntropy: number): boolean {
  return madeUp.test(body) || holdsRow(body.toLowerCase()) || entropy(body) < leastEntropy;
}

function holdsRow(text: string): boolean {
  for (let at = 0; at + rowLength <= text.length; at += 1) {
    const piece = text.slice(at, at + rowLength);
    if (rows.some((row) => row.includes(piece))) return true;
  }
  return false;
}

/** Returns the Shannon entropy of a text, in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Returns whether a GitHub or npm token ends in its checksum: the CRC-32 of the text between prefix and checksum, as six
 * digits in base 62 (github.blog, "Behind GitHub's new authentication token formats", 2021).
 */
function endsInChecksum(body: string): boolean {
  return body.slice(-6) === checksum(body.slice(0, -6));
}

/** Returns the checksum of a token with this body: six characters. */
export function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < 6; place += 1) {
    text = digits[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
