// Writes the table of operations in docs/reference/http.md from the OpenAPI document.
import { methods, type OperationObject } from '../src/api/description.ts';
import { loadDescription, publishedDescription } from '../src/api/load-description.ts';
import { writeTable } from './write-table.ts';

/** Writes the table of the page. Throws an error that names an operation without a summary. */
export async function writeOperations(): Promise<void> {
  await writeTable('docs/reference/http.md', table());
}

function table(): string {
  const { paths } = publishedDescription(loadDescription());
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const found: (OperationObject & { summary?: string }) | undefined = item[method];
      if (!found) return [];
      const { operationId, summary } = found;
      if (summary === undefined) throw new Error(`The operation ${operationId} has no summary`);
      const who = callersOf(found, path);
      return `| \`${method.toUpperCase()} ${path}\` | ${who} | ${summary.replaceAll('|', '\\|')} |`;
    }),
  );
  return ['| operation | who may | what it does |', '| --- | --- | --- |', ...rows].join('\n');
}

function callersOf(operation: OperationObject, path: string): string {
  const { 'x-access': access, 'x-anonymous': wanted } = operation;
  if (access === 'license') return 'holder of a license';
  if (access !== 'anonymous') return access;
  if (/webhook/.test(path)) return 'Git host with the secret';
  if (wanted === undefined) return 'everybody';
  if (wanted === 'none') return 'everybody, also with `none`';
  const levels = wanted === 'ask' ? '`ask`' : '`search` or `ask`';
  return `member; everybody with ${levels}`;
}
