import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { LecternError, messageOf } from '../base/errors.ts';

/** Maximum bytes of a field. */
const maxField = 5_000;
const maxFields = 10;

/** The expected form, with one file, and the words of its errors. */
export interface WantedForm {
  /** Name of the form, as the first words of a message. */
  what: string;
  /** Name of the field with the file. */
  file: string;
  /** Maximum bytes of the file. */
  maxBytes: number;
  tooLarge: () => LecternError;
}

/** A form whose file is written. */
export interface ReceivedForm {
  /** The sender's name of the file, without folders. '' if there is none. */
  fileName: string;
  /** Fields besides the file, by name. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Streams a multipart form and writes its file, which may come before or after the fields. Throws
 * LecternError('validation_error' | 'payload_too_large'). The caller must remove the file, also after an error.
 */
export async function readForm(
  { stream, headers }: { stream: Readable; headers: IncomingHttpHeaders },
  wanted: WantedForm,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<ReceivedForm> {
  const { what, maxBytes, tooLarge } = wanted;
  const invalid = (why: string): LecternError =>
    new LecternError('validation_error', `${what} cannot be read: ${why}.`);
  const form = parserOf(headers, maxBytes, invalid);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let written: Promise<void> | undefined;
  let fileName = '';
  let isLarge = false;
  // The types of busboy do not say that a part may have no name. An error that a handler throws can end the process.
  const nameless = (): LecternError => invalid('a part of the form has no name');
  form.on('file', (name: string | undefined, content, info) => {
    // The error of a refused form also reaches its file. Without a listener, it would end the process.
    content.on('error', () => undefined);
    if (name === undefined) return void form.destroy(nameless());
    if (name !== wanted.file) {
      const named = JSON.stringify(name.slice(0, 50));
      form.destroy(invalid(`the form has a file ${named}; it must be named ${wanted.file}`));
      return;
    }
    fileName = info.filename ?? '';
    content.once('limit', () => {
      isLarge = true;
      // busboy still marks the file as truncated after this event.
      process.nextTick(() => form.destroy(tooLarge()));
    });
    written = pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal });
    written.catch((error: Error) => form.destroy(error));
  });
  form.on('field', (name: string | undefined, value, { valueTruncated }) => {
    if (name === undefined) return void form.destroy(nameless());
    const named = JSON.stringify(name.slice(0, 50));
    if (valueTruncated) form.destroy(invalid(`its field ${named} has more than ${maxField} bytes`));
    else if (Object.hasOwn(fields, name)) form.destroy(invalid(`it has ${named} twice`));
    else fields[name] = value;
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.once(limit, () => form.destroy(invalid('the form has too many fields or files')));
  }
  try {
    // Keeps the connection for the response.
    await pipeline(stream.iterator({ destroyOnReturn: false }), form, { signal });
    await written;
  } catch (error) {
    // Otherwise the file could be created after the caller has removed its folder.
    await written?.catch(() => undefined);
    signal.throwIfAborted();
    if (isLarge) throw tooLarge();
    throw error instanceof LecternError ? error : invalid(messageOf(error));
  }
  if (isLarge) throw tooLarge();
  if (!written) throw invalid(`the form has no file ${wanted.file}`);
  return { fileName, fields };
}

function parserOf(
  headers: IncomingHttpHeaders,
  fileSize: number,
  invalid: (why: string) => LecternError,
): busboy.Busboy {
  try {
    const limits = {
      files: 1,
      fields: maxFields,
      parts: maxFields + 1,
      fieldSize: maxField,
      fileSize,
    };
    return busboy({ headers, limits, defParamCharset: 'utf8' });
  } catch (error) {
    throw invalid(messageOf(error));
  }
}
