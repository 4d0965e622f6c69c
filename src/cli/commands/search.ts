import { createClient, type ClientOptions } from '../client/client.ts';
import { formatCount, formatTable, printJson, printLine } from './output.ts';

interface SearchResponse {
  results: {
    id: string;
    title: string;
    description: string;
    totalSnippets: number;
    versions: string[];
  }[];
}

/** `lectern search <name>`: prints the libraries that match a name, best first. */
export async function search(
  libraryName: string,
  options: ClientOptions & { json?: boolean; query?: string },
): Promise<void> {
  const answer = await createClient(options).json<SearchResponse>('/api/v2/libs/search', {
    query: { libraryName, query: options.query ?? libraryName },
  });
  if (options.json) {
    printJson(answer);
    return;
  }
  const rows = answer.results.map(({ id, title, totalSnippets, description }) => [
    id,
    title,
    formatCount(totalSnippets),
    description.length > 80 ? `${description.slice(0, 79)}…` : description,
  ]);
  printLine(formatTable(['ID', 'TITLE', 'SNIPPETS', 'DESCRIPTION'], rows));
}
