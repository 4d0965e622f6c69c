import { extname } from 'node:path';
import { RunError } from '../../errors.ts';
import { answerOfWorker } from '../../worker-answer.ts';
import { HttpClient } from '../http/client.ts';
import { describeUrl, parseHttpUrl } from '../http/http-url.ts';
import { acceptDescription } from '../openapi/open-openapi.ts';
import { idleMs, limits, type Look, type LookOptions } from './found.ts';
import type { OpenapiWorkerAnswer, OpenapiWorkerData } from './openapi-worker.ts';

// Sources run as .ts, the published package as .js.
const workerFile = new URL(`./openapi-worker${extname(import.meta.url)}`, import.meta.url);
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32 };

/** Looks at an API description: title, version and how many operations it has. Throws RunError. */
export async function lookAtOpenapi(
  url: string,
  { allowedRanges, signal }: LookOptions,
): Promise<Look> {
  const client = new HttpClient({ allowedRanges, requestTimeoutMs: idleMs });
  try {
    const response = await client.get(parseHttpUrl(url), {
      signal,
      maxBytes: limits.maxDocumentBytes,
      accept: acceptDescription,
    });
    const where = describeUrl(response.url);
    const data: OpenapiWorkerData = { where, content: response.text() };
    // Large YAML takes seconds of a core.
    const answer = await answerOfWorker<OpenapiWorkerAnswer>(workerFile, {
      data,
      resourceLimits,
      signal,
    });
    if (!answer) return { found: { url: response.url.href }, failure: tooLarge(where) };
    if ('mistake' in answer) throw new RunError('Malformed', answer.mistake);
    return { found: { url: response.url.href, ...answer.told } };
  } finally {
    await client.close();
  }
}

function tooLarge(where: string): NonNullable<Look['failure']> {
  return { reason: 'TooLarge', message: `${where} takes too much memory to look at` };
}
