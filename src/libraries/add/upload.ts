import type { LibrarySpec } from '../../resources/library.ts';
import { isPlainText } from '../../resources/plain-text.ts';
import { joinName } from '../../indexing/sources/source-name.ts';
import type { SourceFacts } from '../../indexing/sources/source-facts.ts';
import { formFlag } from '../../base/form-flag.ts';
import { invalid } from './submission.ts';
import { RunError } from '../../base/errors.ts';
import type { Parser } from '../parser.ts';
import { descriptionMs } from '../../indexing/sources/openapi/description-facts.ts';

/** What a form says of the library whose file it brings. */
export interface UploadWords {
  title?: string;
  description?: string;
  /** What an upload has made before is replaced. */
  force: boolean;
}

const fileNames = /\.(json|ya?ml)$/i;
const lengths = { title: 200, description: 1000 } as const;

/**
 * Reads the fields of a form besides its file; `titleField` is what the endpoint calls the title. Throws
 * LecternError('validation_error') that names the field.
 */
export function uploadWords(
  fields: Readonly<Record<string, string>>,
  titleField: 'libraryTitle' | 'projectTitle',
): UploadWords {
  const known = ['openapiFile', titleField, 'description', 'force'];
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const named = JSON.stringify(unknown.slice(0, 50));
    throw invalid(`The form has the unknown field ${named}; known are ${known.join(', ')}.`);
  }
  const title = words(fields[titleField], titleField, lengths.title);
  const description = words(fields['description'], 'description', lengths.description);
  return {
    ...(title && { title }),
    ...(description && { description }),
    force: formFlag(fields, 'force'),
  };
}

function words(text: string | undefined, field: string, most: number): string | undefined {
  const trimmed = text?.trim();
  if (trimmed === undefined || trimmed === '') return undefined;
  if (trimmed.length > most) {
    throw invalid(`Field "${field}" must have at most ${most} characters, not ${trimmed.length}.`);
  }
  if (/\p{Cc}/u.test(trimmed) || !isPlainText(trimmed)) {
    throw invalid(`Field "${field}" must not contain control or bidirectional characters.`);
  }
  return trimmed;
}

/** The name of a file that may be sent, as answers show it. Throws LecternError('validation_error') for another. */
export function uploadFileName(given: string): string {
  const name = given.replaceAll(/[\p{Cc}\p{Cf}/\\#?]+/gu, '_').trim();
  if (fileNames.test(name) && name.length <= 200) return name;
  throw invalid(
    `Field "openapiFile" must be a file whose name ends in .json, .yaml or .yml and has at most 200 characters, not ${JSON.stringify(name.slice(0, 50))}.`,
  );
}

/** `/docs/<name>`: by the title that the sender gives, or else the description's own, or else the name of its file. */
export function uploadId(
  { title }: Pick<UploadWords, 'title'>,
  facts: Pick<SourceFacts, 'title'>,
  fileName: string,
): LibrarySpec['id'] {
  const candidates = [title, facts.title, fileName.replace(fileNames, '')];
  const names = candidates.map((text) => joinName([(text ?? '').replaceAll(/\s+-+\s+/g, ' ')]));
  return `/docs/${names.find(Boolean)?.replaceAll('.', '_') ?? 'api'}`;
}

/** A file to look at, and what messages call it. */
interface UploadedFile {
  file: string;
  fileName: string;
}

/** Looks whether a file is an API description. Throws LecternError('validation_error') that says what is wrong. */
type CheckUpload = (file: UploadedFile, signal: AbortSignal) => Promise<SourceFacts>;

/** A check by a parser, so that the main thread goes on answering and a file that takes too much is refused. */
export function createUploadCheck(parser: Parser): CheckUpload {
  return async (file, signal) => {
    try {
      return await parser.run('uploadedDescription', file, { signal, limitMs: descriptionMs });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof RunError)) throw error;
      throw invalid(`Field "openapiFile": ${mistakeOf(error, file).replace(/\.$/, '')}.`);
    }
  };
}

function mistakeOf({ reason, message }: RunError, { fileName }: UploadedFile): string {
  if (reason === 'Malformed') return message;
  return `${fileName} takes too much memory or time to read; send it as JSON, or split it`;
}
