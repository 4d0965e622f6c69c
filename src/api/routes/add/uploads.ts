import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createUploadCheck, uploadFileName, uploadWords } from '../../../libraries/add/upload.ts';
import { invalid } from '../../../libraries/add/submission.ts';
import { LecternError } from '../../../base/errors.ts';
import type { Parser } from '../../../libraries/parser.ts';
import { maxDescriptionBytes } from '../../../indexing/sources/openapi/check-description.ts';
import { readForm } from '../../../transfer/read-form.ts';
import type { Call, Route } from '../../route.ts';
import type { Submitted } from './submit.ts';
import { submitUpload, type UploadPorts } from './submit-upload.ts';

/** Bytes of a form besides its file. */
const maxForm = 100_000;

/** What the routes of uploads need besides the stores that other routes use. */
export interface UploadRoutePorts extends Omit<UploadPorts, 'uploads'> {
  parser: Parser;
  transfer: Pick<UploadPorts, 'uploads'> & {
    /** Folder for what is on its way. */
    workDir: string;
  };
}

/** POST /api/v2/add/openapi-upload and /api/parse-openapi-upload: a description that is sent as a file. */
export function uploadRoutes({
  transfer,
  parser,
  ...ports
}: UploadRoutePorts): Record<string, Route> {
  const check = createUploadCheck(parser);

  async function take(
    call: Call,
    titleField: Parameters<typeof uploadWords>[1],
  ): Promise<Submitted> {
    const { caller, signal } = call;
    const folder = await mkdtemp(join(transfer.workDir, 'upload-'));
    try {
      const file = join(folder, 'description');
      const form = await receive(call, file);
      const fileName = uploadFileName(form.fileName);
      const words = uploadWords(form.fields, titleField);
      const facts = await check({ file, fileName }, signal);
      const { uploads } = transfer;
      const received = { ...words, file, fileName, facts };
      return await submitUpload({ ...ports, uploads }, received, { caller, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  return {
    addOpenapiUpload: {
      async handle(call) {
        const { library, existed } = await take(call, 'libraryTitle');
        const { id } = library.spec;
        const done = existed ? replacedWords : 'was added and is queued for indexing';
        return { json: { libraryName: id, message: `Library ${id} ${done}.` } };
      },
    },
    parseOpenapiUpload: {
      async handle(call) {
        const { library, existed } = await take(call, 'projectTitle');
        const { metadata, spec } = library;
        const message = existed ? `Parse queued: ${spec.id} ${replacedWords}.` : 'Parse queued';
        const queueId = Number(metadata.resourceVersion);
        return { status: 202, json: { message, project: spec.id, queueId, position: null } };
      },
    },
  };
}

const replacedWords = 'was there already, and its file was replaced';

async function receive({ stream, headers, signal }: Call, file: string) {
  if (!stream) throw new Error('An upload is a request over HTTP');
  if (Number(headers['content-length'] ?? 0) > maxDescriptionBytes + maxForm) throw tooLarge();
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw invalid('The upload cannot be read: send multipart/form-data with the file openapiFile.');
  }
  const wanted = {
    what: 'The upload',
    file: 'openapiFile',
    maxBytes: maxDescriptionBytes,
    tooLarge,
  };
  return readForm({ stream, headers }, wanted, { file, signal });
}

function tooLarge(): LecternError {
  const message = `An API description may have ${maxDescriptionBytes / 1_000_000} MB at most; send it in parts, each a library of its own.`;
  return new LecternError('payload_too_large', 413, message);
}
