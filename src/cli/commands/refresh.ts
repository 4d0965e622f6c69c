import { createClient, type ClientOptions } from '../client/client.ts';
import { followRun } from './follow.ts';
import { printJson, printLine } from './output.ts';

interface RefreshOptions extends ClientOptions {
  json?: boolean;
  wait?: boolean;
}

/** `lectern refresh <library>`: requests a run. `--wait` waits until the run ends. */
export async function refresh(libraryName: string, options: RefreshOptions): Promise<void> {
  const client = createClient(options);
  const answer = await client.json<{ message: string }>('/api/v1/refresh', {
    method: 'POST',
    body: { libraryName },
  });
  if (options.json) printJson(answer);
  else printLine(answer.message);
  if (options.wait) await followRun(client, libraryName, options);
}
