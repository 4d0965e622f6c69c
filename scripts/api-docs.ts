// Writes the table of operations in docs/reference/http.md from the OpenAPI document.
import { readFile, writeFile } from 'node:fs/promises';
import { methods, type OperationObject } from '../src/api/description.ts';
import { loadDescription, publishedDescription } from '../src/api/load-description.ts';

const page = 'docs/reference/http.md';
const begin = '<!-- prettier-ignore-start -->';
const end = '<!-- prettier-ignore-end -->';

/** Replaces the text between the markers of the page. Throws an error that names an operation without a summary. */
export async function writeOperations(): Promise<void> {
  const text = await readFile(page, 'utf8');
  const before = text.slice(0, text.indexOf(begin));
  const after = text.slice(text.indexOf(end));
  await writeFile(page, `${before}${begin}\n\n${table()}\n\n${after}`);
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
