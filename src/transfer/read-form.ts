import { createWriteStream } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { LecternError, messageOf } from '../base/errors.ts';

/** Bytes of one field. */
const maxField = 5_000;
const maxFields = 10;

/** A form with one file, and what is said of one that is not as it should be. */
export interface WantedForm {
  /** What the form is, at the beginning of a sentence. */
  what: string;
  /** Name of the field with the file. */
  file: string;
  /** Bytes of the file. */
  maxBytes: number;
  tooLarge: () => LecternError;
}

/** A form that has arrived; its file is written. */
export interface ReceivedForm {
  /** Name of the file as its sender had it, without folders; '' where there is none. */
  fileName: string;
  /** Fields besides the file, by their names. */
  fields: Readonly<Record<string, string>>;
}

/**
 * Reads a multipart form as it arrives and writes its file, which need not stand behind its fields. Throws LecternError
 * ('validation_error', 'payload_too_large'); then the file is whoever made its folder's to remove.
 */
export async function readForm(
  { stream, headers }: { stream: Readable; headers: IncomingHttpHeaders },
  wanted: WantedForm,
  { file, signal }: { file: string; signal: AbortSignal },
): Promise<ReceivedForm> {
  const { what, maxBytes, tooLarge } = wanted;
  const invalid = (why: string): LecternError =>
    new LecternError('validation_error', 400, `${what} cannot be read: ${why}.`);
  const form = parserOf(headers, maxBytes, invalid);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let written: Promise<void> | undefined;
  let fileName = '';
  let isLarge = false;
  form.on('file', (name, content, info) => {
    if (name !== wanted.file) {
      const named = JSON.stringify(name.slice(0, 50));
      form.destroy(invalid(`the form has a file ${named}; it must be named ${wanted.file}`));
      return;
    }
    fileName = info.filename ?? '';
    content.once('limit', () => {
      isLarge = true;
      // Its parser still writes down that the file was cut.
      process.nextTick(() => form.destroy(tooLarge()));
    });
    written = pipeline(content, createWriteStream(file, { mode: 0o600 }), { signal });
    written.catch((error: Error) => form.destroy(error));
  });
  form.on('field', (name, value, { valueTruncated }) => {
    const named = JSON.stringify(name.slice(0, 50));
    if (valueTruncated) form.destroy(invalid(`its field ${named} has more than ${maxField} bytes`));
    else if (Object.hasOwn(fields, name)) form.destroy(invalid(`it has ${named} twice`));
    else fields[name] = value;
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    form.once(limit, () => form.destroy(invalid('the form has too many fields or files')));
  }
  try {
    // The connection stays for the answer.
    await pipeline(stream.iterator({ destroyOnReturn: false }), form, { signal });
    await written;
  } catch (error) {
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
