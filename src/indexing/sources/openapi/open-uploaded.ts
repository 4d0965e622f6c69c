import { createHash } from 'node:crypto';
import { RunError } from '../../../base/errors.ts';
import type { DescriptionUpload } from '../../../resources/library.ts';
import { decodeText } from '../../../base/http/charset.ts';
import type { Snapshot, SourceOptions } from '../source.ts';
import { maxDescriptionBytes } from './check-description.ts';
import { descriptionMs } from './description-facts.ts';
import { oneDocument } from './one-document.ts';

/**
 * Opens an API description that somebody has sent: one document, whose revision is its hash. Throws RunError('NotFound')
 * where the upload is not there, and 'Malformed' for another file than the Library names.
 */
export async function openUploadedOpenapi(
  { name, sha256, fileName }: DescriptionUpload,
  { uploads, parser, signal }: Pick<SourceOptions, 'uploads' | 'parser' | 'signal'>,
): Promise<Snapshot> {
  const stored = await uploads?.open(name);
  if (!stored) {
    const message = `The upload ${name} is not in the store of uploads; send ${fileName} again`;
    throw new RunError('NotFound', message);
  }
  const body = await bytesOf(stored, signal);
  if (createHash('sha256').update(body).digest('hex') !== sha256) {
    const message = `The upload ${name} is not the file ${fileName} that this Library was made of; send it again`;
    throw new RunError('Malformed', message);
  }
  const content = decodeText(body);
  const input = { where: fileName, text: content };
  const facts = await parser.run('description', input, { signal, limitMs: descriptionMs });
  return oneDocument({ path: fileName, content, hash: sha256, facts });
}

async function bytesOf(stored: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stored) {
    signal.throwIfAborted();
    bytes += piece.length;
    if (bytes > maxDescriptionBytes) {
      throw new RunError('TooLarge', `The upload has more than ${maxDescriptionBytes} bytes`);
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
