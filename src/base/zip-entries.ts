import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import { messageOf } from './errors.ts';

/** Maximum compression ratio. Text rarely exceeds 10; a higher ratio than this suggests an attempt to fill the disk. */
const maxRatio = 200;
/** Smaller files may have any ratio. */
const minBomb = 1_000_000;

/** Decodes the name of a file. If yauzl decoded names, one invalid name would make it refuse the whole zip. */
export function entryName(entry: yauzl.Entry): string {
  const { generalPurposeBitFlag: flags, extraFields } = entry;
  const raw = entry.fileNameRaw;
  return yauzl.getFileNameLowLevel(flags, raw, extraFields, true);
}

/** Returns why a file must not be unpacked; undefined if it may be. `maxBytes` limits its unpacked size. */
export function entryMistake(
  entry: yauzl.Entry,
  name: string,
  maxBytes: number,
): string | undefined {
  const misplaced = yauzl.validateFileName(name);
  if (misplaced !== null) return `its path is outside the bundle (${misplaced})`;
  if (entry.isEncrypted()) return 'it is encrypted';
  if (entry.uncompressedSize > maxBytes) return `it has more than ${maxBytes} bytes`;
  const ratio = entry.uncompressedSize / Math.max(1, entry.compressedSize);
  if (ratio > maxRatio && entry.uncompressedSize > minBomb) {
    return `its compression ratio is over ${maxRatio}`;
  }
  return undefined;
}

/** A file of a zip cannot be unpacked. */
export class Unpacking extends Error {}

/** Yields the content of a file. Throws Unpacking, also for a wrong checksum, and the signal's reason. */
export async function* unpacked(
  zip: yauzl.ZipFile,
  entry: yauzl.Entry,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  try {
    const stream = await zip.openReadStreamPromise(entry);
    let sum = 0;
    for await (const piece of stream as AsyncIterable<Uint8Array>) {
      signal.throwIfAborted();
      sum = crc32(piece, sum);
      yield piece;
    }
    if (sum !== entry.crc32) throw new Error('its checksum (CRC-32) differs');
  } catch (error) {
    signal.throwIfAborted();
    throw new Unpacking(messageOf(error), { cause: error });
  }
}
