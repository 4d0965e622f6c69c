import { join } from 'node:path';
import { inScratchFolder } from '../../../base/scratch-folder.ts';
import {
  createUploadCheck,
  uploadFileName,
  uploadWords,
  uploadId,
  type UploadWords,
} from '../../../libraries/add/upload.ts';
import { invalid } from '../../../libraries/add/submission.ts';
import { LecternError } from '../../../base/errors.ts';
import type { Parser } from '../../../libraries/parser.ts';
import { maxDescriptionBytes } from '../../../indexing/sources/openapi/check-description.ts';
import { readForm } from '../../../transfer/read-form.ts';
import type { Exchange, Routes } from '../../route.ts';
import { duplicate, type AddPorts, type Submitted } from './submit.ts';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Caller } from '../../../identity/access/caller.ts';
import { maySee, refuseUnlessReplaceable } from '../../../identity/access/visibility.ts';
import { specMistake } from '../../../libraries/library/validate.ts';
import {
  isUploaded,
  keyOf,
  resourceName,
  type Library,
  type LibrarySpec,
} from '../../../resources/library.ts';
import type { SourceFacts } from '../../../indexing/sources/source-facts.ts';
import type { UploadStore } from '../../../store/uploads.ts';
import { isRead, storeUpload, uploadOf } from '../../../transfer/uploads.ts';
import { holderOf, type IdPorts } from '../find-library.ts';

/** Maximum bytes of a form without its file. */
const maxForm = 100_000;

/** Dependencies of the upload routes besides the stores of other routes. */
export interface UploadRoutePorts extends Omit<UploadPorts, 'uploads'> {
  parser: Parser;
  transfer: Pick<UploadPorts, 'uploads'> & {
    /** Scratch folder for uploads in progress. */
    workDir: string;
  };
}

/** POST /api/v2/add/openapi-upload and /api/parse-openapi-upload: add an API description that is sent as a file. */
export function uploadRoutes({
  transfer,
  parser,
  ...ports
}: UploadRoutePorts): Routes<'addOpenapiUpload' | 'parseOpenapiUpload'> {
  const check = createUploadCheck(parser);

  async function take(
    call: Exchange,
    titleField: Parameters<typeof uploadWords>[1],
  ): Promise<Submitted> {
    const { caller, signal } = call;
    return inScratchFolder(transfer.workDir, 'upload-', async (folder) => {
      const file = join(folder, 'description');
      const form = await receive(call, file);
      const fileName = uploadFileName(form.fileName);
      const words = uploadWords(form.fields, titleField);
      const facts = await check({ file, fileName }, signal);
      const { uploads } = transfer;
      const received = { ...words, file, fileName, facts };
      return await submitUpload({ ...ports, uploads }, received, { caller, signal });
    });
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

const replacedWords = 'already existed; its file was replaced';

async function receive({ stream, headers, signal }: Exchange, file: string) {
  if (!stream) throw new Error('An upload is a request over HTTP');
  if (Number(headers['content-length'] ?? 0) > maxDescriptionBytes + maxForm) throw tooLarge();
  if (!/^multipart\/form-data\s*;/i.test(headers['content-type'] ?? '')) {
    throw invalid('Unreadable upload: send multipart/form-data with the file openapiFile.');
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
  const message = `An API description may have at most ${maxDescriptionBytes / 1_000_000} MB; give Lectern the URL of a larger one, or split it.`;
  return new LecternError('payload_too_large', message);
}

interface UploadPorts extends IdPorts {
  registry: Pick<AddPorts['registry'], 'get' | 'find' | 'create' | 'patch'>;
  uploads: Pick<UploadStore, 'put' | 'delete'>;
}

/** A validated API description. */
export interface ReceivedUpload extends UploadWords {
  /** Path of the received file. */
  file: string;
  fileName: string;
  facts: SourceFacts;
}

/**
 * Creates the Library of an uploaded description, or replaces the upload of an existing one. Throws LecternError:
 * - duplicate_repo: the id is taken by another kind of library, or `force` is not set.
 * - forbidden: the caller may not replace the upload.
 * - search_failed: the store is unavailable.
 */
export async function submitUpload(
  ports: UploadPorts,
  received: ReceivedUpload,
  { caller, signal }: { caller: Caller; signal: AbortSignal },
): Promise<Submitted> {
  const id = uploadId(received, received.facts, received.fileName);
  const existing = await holderOf(ports, id, caller);
  if (existing) refuseUnlessReplaced(existing, received, caller);
  const name = `${resourceName(id)}-${randomBytes(8).toString('hex')}`;
  const spec = specOf(id, received, { caller, name, sha256: await hashOf(received.file) });
  const { uploads, registry } = ports;
  const limits = { maxBytes: maxDescriptionBytes, signal };
  await storeUpload(uploads, name, createReadStream(received.file), limits);
  try {
    let before: string | undefined;
    const library = existing
      ? await registry.patch(keyOf(existing.metadata), (current) => {
          before = uploadOf(current.spec);
          return { spec: replaced(current.spec, spec) };
        })
      : await registry.create({ metadata: { name: resourceName(id) }, spec });
    // An old upload that cannot be deleted only costs space.
    if (before !== undefined) await uploads.delete(before).catch(() => undefined);
    return { library, existed: existing !== undefined };
  } catch (error) {
    const key = existing ? keyOf(existing.metadata) : resourceName(id);
    if (!(await isRead(registry, key, name))) await uploads.delete(name).catch(() => undefined);
    throw error;
  }
}

function specOf(
  id: string,
  { title, description, fileName }: ReceivedUpload,
  { caller, name, sha256 }: { caller: Caller; name: string; sha256: string },
): LibrarySpec {
  const spec: LibrarySpec = {
    id,
    ...(title && { title }),
    ...(description && { description }),
    // Everyone may read the library; its teamspace determines who may replace it.
    teamspace: caller.teamspace,
    source: { openapi: { upload: { name, sha256, fileName } } },
  };
  const mistake = specMistake(spec);
  if (mistake !== undefined) throw invalid(`${mistake}.`);
  return spec;
}

/** Keeps the settings that the upload does not replace. */
function replaced(before: LibrarySpec, { title, description, source }: LibrarySpec): LibrarySpec {
  return { ...before, ...(title && { title }), ...(description && { description }), source };
}

function refuseUnlessReplaced(existing: Library, { force }: UploadWords, caller: Caller): void {
  const { metadata, spec } = existing;
  const { id } = spec;
  if (!maySee(caller, existing)) throw duplicate(`The id ${id} is taken. Choose another title.`);
  if (metadata.deletionTimestamp) {
    throw duplicate(`Library ${id} is being deleted. Send the file again after that.`);
  }
  if (!isUploaded(existing)) {
    throw duplicate(`Library ${id} already exists with another source. Delete it first.`);
  }
  if (!force) {
    throw duplicate(
      `Library ${id} already exists. Replace its file with \`force\`, or choose another title.`,
    );
  }
  refuseUnlessReplaceable(caller, existing);
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}
