import { createClient, type ClientOptions } from '../client/client.ts';
import type { BenchmarkReport } from '../../search/benchmark.ts';
import { printJson, printLine } from './output.ts';

/** `lectern benchmark <library>`: shows the questions of a library's benchmark, and which it answers. */
export async function benchmarkLibrary(
  id: string,
  options: ClientOptions & { json?: boolean },
): Promise<void> {
  const report = await createClient(options).json<BenchmarkReport>('/api/v1/benchmark', {
    query: { id },
  });
  if (options.json) {
    printJson(report);
    return;
  }
  for (const { rank, kind, question, path } of report.questions) {
    printLine(`${String(rank ?? '-').padStart(3)}  ${kind.padEnd(7)}  ${question}  (${path})`);
  }
  printLine(`score ${report.score} over ${report.questions.length} questions`);
}
