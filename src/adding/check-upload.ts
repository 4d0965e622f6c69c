import { extname } from 'node:path';
import type { SourceFacts } from '../sources/source.ts';
import type { CheckWorkerAnswer, CheckWorkerData } from './check-worker.ts';
import { answerOfWorker } from '../worker-answer.ts';
import { invalid } from './submission.ts';

/** Milliseconds that a look at a file may take: a large one in YAML takes ten seconds of a core. */
const checkMs = 60_000;
/** YAML takes some 80 bytes for each of the file's while it is read. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

// Sources run as .ts, the published package as .js.
const workerFile = new URL(`./check-worker${extname(import.meta.url)}`, import.meta.url);

/** Looks whether a file is an API description. Throws LecternError('validation_error') that says what is wrong. */
export type CheckUpload = (file: CheckWorkerData, signal: AbortSignal) => Promise<SourceFacts>;

/**
 * A check in a thread of its own, so that the main thread goes on answering; one file at a time, so that many of them
 * take no more memory than one.
 */
export function createUploadCheck(): CheckUpload {
  let last: Promise<unknown> = Promise.resolve();
  return async (file, signal) => {
    const turn = last.then(async () => {
      signal.throwIfAborted();
      return check(file, AbortSignal.any([signal, AbortSignal.timeout(checkMs)]));
    });
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function check(file: CheckWorkerData, signal: AbortSignal): Promise<SourceFacts> {
  const options = { data: file, resourceLimits, signal };
  try {
    const answer = await answerOfWorker<CheckWorkerAnswer>(workerFile, options);
    if (answer && 'facts' in answer) return answer.facts;
    const mistake = answer?.mistake ?? tooLarge(file.fileName);
    throw invalid(`Field "openapiFile": ${mistake.replace(/\.$/, '')}.`);
  } catch (error) {
    if (signal.aborted && signal.reason?.name === 'TimeoutError') {
      throw invalid(`Field "openapiFile": ${tooLarge(file.fileName)}.`);
    }
    throw error;
  }
}

function tooLarge(fileName: string): string {
  return `${fileName} takes too much memory or time to read; send it as JSON, or in parts`;
}
