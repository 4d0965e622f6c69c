import iconv from 'iconv-lite';

// The HTML standard looks for a declaration in the first 1024 bytes; real pages put scripts before it.
const declarationBytes = 4096;

/**
 * Decodes a text body by, in this order: its byte order mark, the charset of Content-Type, the declaration of HTML or
 * XML inside it, UTF-8 if it is valid UTF-8, and windows-1252, which gives every byte a meaning.
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
  // A declaration that could be read byte by byte cannot be one of UTF-16: the standard reads those as UTF-8.
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
  // Browsers read Latin-1 as its superset windows-1252, and pages count on it.
  return /^(iso-?8859-?1|latin1|us-ascii|ascii)$/i.test(charset) ? 'windows-1252' : charset;
}
