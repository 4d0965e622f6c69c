import { parentPort, workerData } from 'node:worker_threads';
import { field, objectOf } from '../../documents/openapi/json-values.ts';
import { listOperations } from '../../documents/openapi/operations.ts';
import { createResolve } from '../../documents/openapi/refs.ts';
import { messageOf, RunError } from '../../errors.ts';
import { readWithFacts } from '../openapi/description-facts.ts';
import type { Found } from './found.ts';

/** A description, and what messages call it. */
export interface OpenapiWorkerData {
  where: string;
  content: string;
}

/** What a description tells, or what is wrong with it. */
export type OpenapiWorkerAnswer =
  { told: Pick<Found, 'title' | 'description' | 'version' | 'operations'> } | { mistake: string };

const maxVersion = 100;

parentPort?.postMessage(answer(workerData as OpenapiWorkerData));

function answer({ where, content }: OpenapiWorkerData): OpenapiWorkerAnswer {
  try {
    const { root, facts } = readWithFacts(where, content);
    const version = field(objectOf(field(root, 'info')), 'version');
    const isVersion = typeof version === 'string' || typeof version === 'number';
    return {
      told: {
        ...(facts.title && { title: facts.title }),
        ...(facts.description && { description: facts.description }),
        ...(isVersion && { version: String(version).slice(0, maxVersion) }),
        operations: listOperations(root, createResolve(root)).length,
      },
    };
  } catch (error) {
    if (error instanceof RunError) return { mistake: error.message };
    return { mistake: `${where} cannot be read: ${messageOf(error)}` };
  }
}
