import { mayHoldSecret } from '../secrets/mask-secrets.ts';
import { secretPattern } from '../secrets/secret-formats.ts';

/** What stands for a secret that was taken out of a line. */
export const censor = '***';

/** Shorter ones would be found in words that have nothing to do with them. */
const shortestSecret = 8;

/** What gives a secret away wherever it stands; no match begins, ends or holds a quote or a backslash, so JSON stays JSON. */
const forms: readonly (readonly [form: RegExp, put: string])[] = [
  // The part of a URL before its host: https://user:password@host.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'\\]{1,500}@/gi, `$1${censor}@`],
  [
    /([?&](?:[a-z_-]{0,20}(?:token|secret|password|api_?key|signature)|key|sig)=)[^&\s"'\\#]{1,2000}/gi,
    `$1${censor}`,
  ],
  [/\b(Bearer|Basic) +[\w.~+/-]{16,8000}={0,2}/gi, `$1 ${censor}`],
  // API keys of whatever prefix: the id names the key, what follows is the secret.
  [/([0-9a-f]{16}_)[A-Za-z0-9_-]{43,128}/g, `$1${censor}`],
  [/(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[^-"]{1,16000}/g, `$1${censor}`],
];

/**
 * Takes secrets out of log lines: these values as they are and as JSON writes them, and what has the form of a credential.
 * Values of fewer than 8 characters are left alone.
 */
export function createScrubber(secrets: readonly string[]): (line: string) => string {
  const known = knownPattern(secrets);
  return (line) => {
    let safe = known ? line.replace(known, censor) : line;
    for (const [form, put] of forms) safe = safe.replace(form, put);
    return mayHoldSecret(safe) ? safe.replace(secretPattern, censor) : safe;
  };
}

function knownPattern(secrets: readonly string[]): RegExp | undefined {
  const texts = secrets
    .filter(({ length }) => length >= shortestSecret)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  // The longest first: one that begins with another must not leave its end behind.
  const ordered = [...new Set(texts)].sort((a, b) => b.length - a.length);
  return ordered.length > 0
    ? new RegExp(ordered.map((text) => RegExp.escape(text)).join('|'), 'g')
    : undefined;
}
