/** Words, and runs of one character, by which documentation marks a credential as made up. */
const madeUp =
  /example|sample|dummy|fake|placeholder|redacted|masked|your|change[-_]?me|secret[-_]?(?:key|here)|token[-_]?here|foobar|(.)\1{4}|(?:xy|ab){3}/i;

/** Rows of the keyboard and the alphabet, from which nobody draws a real credential. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiop', 'asdfghjkl'];
/** So many neighbours in a row come up by chance in one of a million credentials. */
const rowLength = 6;

/**
 * Whether what has the form of a credential is there to show the form: it says so, counts up, repeats itself, or holds too
 * few different characters to have been drawn at random. `body` is the part after its prefix.
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

/** Bits a character of a text holds by the frequencies of its characters (Shannon). */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
