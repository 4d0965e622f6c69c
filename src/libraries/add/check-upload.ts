import { RunError } from '../../base/errors.ts';
import type { Parser } from '../parser.ts';
import { descriptionMs } from '../../indexing/sources/openapi/description-facts.ts';
import type { SourceFacts } from '../../indexing/sources/source-facts.ts';
import { invalid } from './submission.ts';

/** A file to look at, and what messages call it. */
export interface UploadedFile {
  file: string;
  fileName: string;
}

/** Looks whether a file is an API description. Throws LecternError('validation_error') that says what is wrong. */
export type CheckUpload = (file: UploadedFile, signal: AbortSignal) => Promise<SourceFacts>;

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
  return `${fileName} takes too much memory or time to read; send it as JSON, or in parts`;
}
