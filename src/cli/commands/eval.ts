import { readFile } from 'node:fs/promises';
import { askAll, type EvalOptions } from '../eval/ask.ts';
import { formatMetrics } from '../eval/format.ts';
import { measure } from '../eval/metrics.ts';
import { parseQuestions } from '../eval/questions.ts';
import { createClient, type ClientOptions } from '../client/client.ts';
import { CommandError, exitCodes } from '../client/command-error.ts';
import { printJson, printLine } from './output.ts';

/** `lectern eval <questions.json>`: how well the running server answers questions whose headings are known. */
export async function evaluate(
  file: string,
  options: ClientOptions & EvalOptions & { json?: boolean },
): Promise<void> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new CommandError(exitCodes.usage, `Cannot read ${file}`, { cause });
  });
  const judged = await askAll(createClient(options), parseQuestions(text, file), options);
  const metrics = measure(judged);
  if (options.json) printJson(metrics);
  else printLine(formatMetrics(metrics));
}
