import iconv from 'iconv-lite';

// The HTML standard looks for a declaration in the first 1024 bytes; real pages put scripts before it.
const declarationBytes = 4096;

/**
 * Decodes a text body. Uses the first of: its byte order mark, the charset of Content-Type, its HTML or XML declaration,
 * UTF-8 if the body is valid UTF-8, and windows-1252, which decodes every byte.
 */
export function decodeText(body: Buffer, contentType = ''): string {
  const charset = markOf(body) ?? named(contentType) ?? declared(body) ?? guessed(body);
  return iconv.decode(body, charset);
}

function markOf(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8';
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  return undefined;
}

function named(contentType: string): string | undefined {
  return supported(/charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1]);
}

function declared(body: Buffer): string | undefined {
  const head = body.toString('latin1', 0, declarationBytes);
  const meta = /<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i.exec(head);
  const xml = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)/i.exec(head);
  const charset = supported((xml ?? meta)?.[1]);
  // A declaration that is readable as Latin-1 is not UTF-16. The HTML standard reads such a body as UTF-8.
  return charset?.toLowerCase().startsWith('utf-16') ? 'utf-8' : charset;
}

function guessed(body: Buffer): string {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

function supported(charset: string | undefined): string | undefined {
  if (!charset || !iconv.encodingExists(charset)) return undefined;
  // Browsers decode Latin-1 as its superset windows-1252, and pages rely on it.
  return /^(iso-?8859-?1|latin1|us-ascii|ascii)$/i.test(charset) ? 'windows-1252' : charset;
}
