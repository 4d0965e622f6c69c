import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * Whether a GitHub or npm token ends in its checksum: the CRC-32 of what is between prefix and checksum, in base 62, six
 * digits (github.blog, "Behind GitHub's new authentication token formats", 2021).
 */
export function endsInChecksum(body: string): boolean {
  return body.slice(-6) === checksum(body.slice(0, -6));
}

/** The six characters that end a token with this body. */
export function checksum(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let place = 0; place < 6; place += 1) {
    text = digits[rest % 62]! + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
