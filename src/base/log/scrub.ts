import { mayHoldSecret } from '../secrets/mask-secrets.ts';
import { secretPattern } from '../secrets/secret-formats.ts';

/** Replaces a secret in a line. */
export const censor = '***';

/** Shorter secrets would match parts of ordinary words. */
const shortestSecret = 8;

/** Patterns of secrets. No match contains a quote or a backslash, so JSON stays valid. */
const forms: readonly (readonly [form: RegExp, put: string])[] = [
  // The part of a URL before its host: https://user:password@host.
  [/(\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'\\]{1,500}@/gi, `$1${censor}@`],
  [
    /([?&](?:[a-z_-]{0,20}(?:token|secret|password|api_?key|signature)|key|sig)=)[^&\s"'\\#]{1,2000}/gi,
    `$1${censor}`,
  ],
  [/\b(Bearer|Basic) +[\w.~+/-]{16,8000}={0,2}/gi, `$1 ${censor}`],
  // API keys of any prefix: the id names the key, the rest is the secret.
  [/([0-9a-f]{16}_)[A-Za-z0-9_-]{43,128}/g, `$1${censor}`],
  [/(-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----)[^-"]{1,16000}/g, `$1${censor}`],
];

/**
 * Returns a function that replaces secrets in log lines: the given values, plain or escaped as JSON or in a URL, and
 * text that has the form of a credential. Ignores values of fewer than 8 characters.
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
  // The longest first, so that a secret that starts with another one is replaced whole.
  const ordered = [...new Set(texts)].sort((a, b) => b.length - a.length);
  return ordered.length > 0
    ? new RegExp(ordered.map((text) => RegExp.escape(text)).join('|'), 'g')
    : undefined;
}
