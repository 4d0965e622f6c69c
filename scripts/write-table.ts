import { readFile, writeFile } from 'node:fs/promises';

const begin = '<!-- prettier-ignore-start -->';
const end = '<!-- prettier-ignore-end -->';

/** Writes a table between the markers of a page. */
export async function writeTable(page: string, table: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const before = text.slice(0, text.indexOf(begin));
  const after = text.slice(text.indexOf(end));
  await writeFile(page, `${before}${begin}\n\n${table}\n\n${after}`);
}
