import { createClient, type ClientOptions } from '../client/client.ts';
import { printJson, printLine } from './output.ts';

/** `lectern delete <library>`: deletes a library, its snippets and vectors. */
export async function deleteLibrary(
  id: string,
  options: ClientOptions & { json?: boolean },
): Promise<void> {
  const answer = await createClient(options).json<{ message: string }>('/api/v1/library', {
    method: 'DELETE',
    query: { id },
  });
  if (options.json) printJson(answer);
  else printLine(answer.message);
}
