import { createClient, type ClientOptions } from '../client/client.ts';
import { printLine } from './output.ts';

interface AskOptions extends ClientOptions {
  json?: boolean;
  fast?: boolean;
  tokens?: string;
  /** Name of a project, whose versions answer. */
  project?: string;
}

/** `lectern ask <library> <question>`: prints the answer as a model receives it, or as JSON. */
export async function ask(libraryId: string, query: string, options: AskOptions): Promise<void> {
  const answer = await createClient(options).text('/api/v2/context', {
    query: {
      libraryId,
      query,
      type: options.json ? 'json' : 'txt',
      fast: options.fast ? 'true' : undefined,
      tokens: options.tokens,
      project: options.project,
    },
  });
  printLine(answer.trimEnd());
}
