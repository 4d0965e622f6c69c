import { isPlaceholder, isKeyMaterial, livePrefix, secretPattern } from './secret-formats.ts';

/** Replaces a credential. */
const mask = '[masked]';

/** A text without credentials, and the number of credentials that it had. */
export interface MaskedText {
  text: string;
  masked: number;
}

// Beginnings of all known credentials. Most texts contain none of them.
const hint =
  /A[KS]IA|gh[pousr]_|npm_|github_pat_|gl[a-z]{2,5}-|xox[abeoprs]-|hooks\.slack|k_live_|whsec_|AIza|GOCSPX-|\bsk-|\bhf_|\bSG\.|pypi-|\beyJ|PRIVATE KEY|ecret|ECRET/;

const awsSecret =
  /(aws_?secret_?(?:access_?)?key(?:_id)?["']?\s{0,5}[:=]\s{0,5}["']?)([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi;
const keyBegin = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** Maximum length of a private key, armored and escaped. */
const longestKey = 16_000;

/** Returns whether a text can hold a secret. A quick test that is false for most texts. */
export function mayHoldSecret(text: string): boolean {
  return hint.test(text);
}

/**
 * Replaces credentials that look valid with `[masked]`: formats of well-known issuers (by checksum or randomness),
 * unexpired JSON Web Tokens and private keys. Keeps placeholders and examples, and the prefix of each credential, so that
 * a reader knows its kind. Pure: `now` decides which tokens have expired.
 */
export function maskSecrets(text: string, now: Date): MaskedText {
  if (!mayHoldSecret(text)) return { text, masked: 0 };
  let masked = 0;
  const put = (prefix: string): string => {
    masked += 1;
    return prefix + mask;
  };
  const withoutTokens = maskKeys(text, put).replace(secretPattern, (whole, ...rest: unknown[]) => {
    const prefix = livePrefix(rest as (string | undefined)[], now);
    return prefix === undefined ? whole : put(prefix);
  });
  const safe = withoutTokens.replace(awsSecret, (whole, name: string, body: string) =>
    isPlaceholder(body, 4.2) ? whole : put(name),
  );
  return { text: safe, masked };
}

/** Masks private keys and keeps their BEGIN and END lines. */
function maskKeys(text: string, put: (prefix: string) => string): string {
  let safe = '';
  let done = 0;
  for (const { 0: begin, index } of text.matchAll(keyBegin)) {
    const start = index + begin.length;
    if (index < done) continue;
    const end = text.indexOf('-----', start);
    const stop = end === -1 ? text.length : end;
    const body = text.slice(start, Math.min(stop, start + longestKey));
    if (!isKeyMaterial(body)) continue;
    const edge = /^(?:\\n|\s)*/.exec(body)?.[0] ?? '';
    const tail = end === -1 ? '' : (/(?:\\n|\s)*$/.exec(body.slice(-20))?.[0] ?? '');
    safe += put(text.slice(done, start) + edge) + tail;
    done = start + body.length;
  }
  return safe + text.slice(done);
}
