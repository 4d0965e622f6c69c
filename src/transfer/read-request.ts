import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { LecternError } from '../base/errors.ts';
import { limitBytes } from '../base/http/bounded-body.ts';
import { formFlag } from '../base/form-flag.ts';
import { maxImportBytes } from './max-import.ts';
import { readBundle } from './read-bundle.ts';
import { readForm } from './read-form.ts';
import { stageBody, type StagedBody, type StageOptions } from './stage-body.ts';

/** Maximum bytes of a form besides its bundle. */
const maxForm = 100_000;

/** An unread request. */
export interface ImportRequest {
  stream: Readable;
  headers: IncomingHttpHeaders;
}

/**
 * Reads the libraries of an import request: a JSON body, or a form with a bundle. Writes the body to a file first, because a zip is
 * read from its end, and so that processing does not slow down the sender. Throws LecternError for other bodies.
 */
export async function readRequest(
  { stream, headers }: ImportRequest,
  options: StageOptions,
): Promise<StagedBody> {
  const type = headers['content-type'] ?? '';
  if (Number(headers['content-length'] ?? 0) > maxImportBytes + maxForm) throw tooLarge();
  if (/^application\/json\s*(;|$)/i.test(type)) {
    const file = join(options.workDir, `body-${randomUUID()}.json`);
    // Keeps the connection for the response.
    const body = limitBytes(stream.iterator({ destroyOnReturn: false }), maxImportBytes, tooLarge);
    const { signal } = options;
    await pipeline(body, createWriteStream(file, { mode: 0o600 }), { signal });
    return stageBody(createReadStream(file), 'libraries', options);
  }
  if (!/^multipart\/form-data\s*;/i.test(type)) {
    throw invalid('send application/json, or multipart/form-data with the file bundleFile');
  }
  const file = join(options.workDir, `bundle-${randomUUID()}.zip`);
  const wanted = { what: 'The import', file: 'bundleFile', maxBytes: maxImportBytes, tooLarge };
  const { fields } = await readForm({ stream, headers }, wanted, { ...options, file });
  const force = formFlag(fields, 'force');
  const staged = await readBundle(file, options);
  return { ...staged, force };
}

function invalid(why: string): LecternError {
  return new LecternError('validation_error', `The import cannot be read: ${why}.`);
}

function tooLarge(): LecternError {
  const message = `An import may have at most ${maxImportBytes / 1_000_000} MB; split it into several.`;
  return new LecternError('payload_too_large', message);
}
