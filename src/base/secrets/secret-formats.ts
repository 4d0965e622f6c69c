import { endsInChecksum } from './checksums.ts';
import { entropy, isPlaceholder } from './placeholder.ts';

/** The form of one kind of credential. */
interface SecretFormat {
  /** Its constant beginning, then its random part; JavaScript source without capturing groups. */
  prefix: string;
  body: string;
  /** Whether a random part of this form is a credential that may work. */
  isLive: (body: string, now: Date) => boolean;
}

const random = (leastEntropy: number) => (body: string) => !isPlaceholder(body, leastEntropy);
const checked = (body: string): boolean => endsInChecksum(body) && !isPlaceholder(body, 3);

// Prefixes, lengths and alphabets are those the issuers publish, or that their tokens show where they publish none. Keys
// for test systems (sk_test_) are documentation, and so are ids that are no secret.
const formats: readonly SecretFormat[] = [
  // AWS: base 32 after four letters that name the kind of key.
  { prefix: '(?:AKIA|ASIA)', body: '[A-Z2-7]{16}(?![A-Za-z0-9])', isLive: random(3) },
  // GitHub and npm: a checksum tells a token from what only looks like one.
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

/** Group 1 is the prefix of format 0, group 2 its body, and so on. A credential does not begin within a word. */
export const secretPattern = new RegExp(
  `(?<![A-Za-z0-9_])(?:${formats.map(({ prefix, body }) => `(${prefix})(${body})`).join('|')})`,
  'g',
);

/** The prefix of a match of `secretPattern` that may work as a credential; undefined for what is documentation. */
export function livePrefix(groups: readonly (string | undefined)[], now: Date): string | undefined {
  const at = formats.findIndex((_, format) => groups[format * 2] !== undefined);
  const [prefix, body] = [groups[at * 2], groups[at * 2 + 1]];
  if (prefix === undefined || body === undefined) return undefined;
  return formats[at]!.isLive(body, now) ? prefix : undefined;
}

/** A token that has not expired. One that never does is nearly always an example, save a service account's. */
function isLiveJwt(body: string, now: Date): boolean {
  const claims = claimsOf(body.split('.')[1] ?? '');
  if (!claims || /john doe|jane doe|example|1234567890/i.test(JSON.stringify(claims))) return false;
  if (claims.exp === undefined) return claims.iss === 'kubernetes/serviceaccount';
  return typeof claims.exp === 'number' && claims.exp * 1000 > now.getTime();
}

function claimsOf(part: string): { exp?: unknown; iss?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the lines between BEGIN and END hold a key: base 64 of at least that of an elliptic curve's. */
export function isKeyMaterial(lines: string): boolean {
  if (/\.\.\.|…|[<*]|example|your/i.test(lines)) return false;
  const letters = lines.replace(/^[\w-]+: .*$/gm, '').replace(/\\[nr]|[^A-Za-z0-9+/=]/g, '');
  return letters.length >= 60 && entropy(letters) >= 4.5;
}
