import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, RunError } from '../base/errors.ts';

/** The folder of the built-in model; its README.md describes how it was made. */
export const builtInModelDir = fileURLToPath(
  new URL('../../models/all-minilm-l6-v2', import.meta.url),
);

/** Facts about a model that are available without loading it. */
export interface ModelFacts {
  id: string;
  dimensions: number;
  window: number;
  /** Files in the model's folder. */
  files: { documents: string; queries: string };
}

const documentsFile = 'model.onnx';

/** Reads a model folder's `config.json` and `checksums.txt`. Throws RunError('ModelFailed') that names what is missing. */
export async function readModelFacts(modelDir: string): Promise<ModelFacts> {
  const checksums = await read(modelDir, 'checksums.txt');
  const config = parseConfig(await read(modelDir, 'config.json'));
  const checksum = /^([0-9a-f]{8})[0-9a-f]{56} {2}model\.onnx$/m.exec(checksums)?.[1];
  if (!config || !checksum) {
    throw new RunError(
      'ModelFailed',
      `The model folder ${modelDir} is incomplete: config.json needs model, dimensions and window, checksums.txt a line for model.onnx`,
      { retry: 'never' },
    );
  }
  const { model, dimensions, window, queries = documentsFile } = config;
  const id = `${model.toLowerCase()}-int8@${checksum}`;
  return { id, dimensions, window, files: { documents: documentsFile, queries } };
}

async function read(modelDir: string, name: string): Promise<string> {
  try {
    return await readFile(join(modelDir, name), 'utf8');
  } catch (error) {
    throw new RunError(
      'ModelFailed',
      `The model folder ${modelDir} has no readable ${name}: ${messageOf(error)}`,
      { cause: error, retry: 'never' },
    );
  }
}

interface Config {
  model: string;
  dimensions: number;
  window: number;
  /** File of the model for questions. Absent: that for documents. */
  queries?: string | undefined;
}

function parseConfig(text: string): Config | undefined {
  try {
    const config: Record<string, unknown> | null = JSON.parse(text);
    const { model, dimensions, window, queries } = config ?? {};
    if (typeof model !== 'string' || !isCount(dimensions) || !isCount(window)) return undefined;
    if (queries !== undefined && typeof queries !== 'string') return undefined;
    return { model, dimensions, window, queries };
  } catch {
    return undefined;
  }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0;
}
