import type { LibrarySpec } from '../../resources/library.ts';
import { isPlainText } from '../../resources/plain-text.ts';
import { joinName } from '../../resources/source-name.ts';
import type { SourceFacts } from '../../indexing/sources/source-facts.ts';
import { formFlag } from '../../base/form-flag.ts';
import { invalid } from './submission.ts';
import { RunError } from '../../base/errors.ts';
import type { Parser } from '../parser.ts';
import { descriptionEnding } from '../../indexing/documents/openapi/description-ending.ts';
import { descriptionMs } from '../../indexing/sources/openapi/description-facts.ts';

/** Fields of an upload form besides its file. */
export interface UploadWords {
  title?: string;
  description?: string;
  /** Replaces the library of an earlier upload. */
  force: boolean;
}

const lengths = { title: 200, description: 1000 } as const;

/**
 * Parses the fields of an upload form. `titleField` is the endpoint's name for the title. Throws
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

/** Returns a file name without characters that could mislead. Throws LecternError('validation_error') if it is not JSON or YAML. */
export function uploadFileName(given: string): string {
  const name = given.replaceAll(/[\p{Cc}\p{Cf}/\\#?]+/gu, '_').trim();
  if (descriptionEnding.test(name) && name.length <= 200) return name;
  throw invalid(
    `Field "openapiFile" must be a file whose name ends in .json, .yaml or .yml and has at most 200 characters, not ${JSON.stringify(name.slice(0, 50))}.`,
  );
}

/** Returns the id `/docs/<name>`. The name comes from the given title, else from the description's title, else from the file name. */
export function uploadId(
  { title }: Pick<UploadWords, 'title'>,
  facts: Pick<SourceFacts, 'title'>,
  fileName: string,
): LibrarySpec['id'] {
  const candidates = [title, facts.title, fileName.replace(descriptionEnding, '')];
  const names = candidates.map((text) => joinName([(text ?? '').replaceAll(/\s+-+\s+/g, ' ')]));
  return `/docs/${names.find(Boolean)?.replaceAll('.', '_') ?? 'api'}`;
}

/** The path of an uploaded file, and its name in messages. */
interface UploadedFile {
  file: string;
  fileName: string;
}

/** Checks that a file is an API description. Throws LecternError('validation_error') with the mistake. */
type CheckUpload = (file: UploadedFile, signal: AbortSignal) => Promise<SourceFacts>;

/** Creates a check that runs in a parser process, so that a hostile file can neither block the main thread nor exhaust its memory. */
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
