import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf, RunError } from '../errors.ts';
import { decodeText } from '../sources/http/charset.ts';
import { checkDescription } from '../sources/openapi/check-description.ts';
import type { SourceFacts } from '../sources/source.ts';

/** A file to look at. */
export interface CheckWorkerData {
  file: string;
  /** What messages call it. */
  fileName: string;
}

/** What it says about itself, or what is wrong with it. */
export type CheckWorkerAnswer = { facts: SourceFacts } | { mistake: string };

const { file, fileName } = workerData as CheckWorkerData;
parentPort?.postMessage(answer());

function answer(): CheckWorkerAnswer {
  try {
    return { facts: checkDescription(fileName, decodeText(readFileSync(file))) };
  } catch (error) {
    if (error instanceof RunError) return { mistake: error.message };
    return { mistake: `${fileName} cannot be read: ${messageOf(error)}` };
  }
}
