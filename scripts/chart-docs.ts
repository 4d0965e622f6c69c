// Writes the table of values in charts/lectern/README.md from the comments of values.yaml ("# -- description").
import { readFile } from 'node:fs/promises';
import { isMap, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import { writeTable } from './write-table.ts';

interface Value {
  path: string;
  default: string;
  meaning: string;
}

/** Writes the table of the README. Throws an error that names a value without a comment. */
export async function writeChartValues(chart = 'charts/lectern'): Promise<void> {
  const document = parseDocument(await readFile(`${chart}/values.yaml`, 'utf8'));
  if (!isMap(document.contents)) throw new Error(`${chart}/values.yaml is not a map of values`);
  const values = valuesOf(document.contents, '', document.commentBefore ?? '');
  await writeTable(`${chart}/README.md`, table(values));
}

/** Returns the commented values of a map in their order. The keys of a map without a comment describe it. */
function valuesOf(map: YAMLMap, prefix: string, leading: string): Value[] {
  return map.items.flatMap((item, index) => {
    const key = item.key as Scalar<string>;
    const path = `${prefix}${key.value}`;
    // The parser gives the comment before a map's first key to the map or, at the top, to the document.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore || leading : '');
    const meaning = /^ -- (.*)$/.exec(comment.split('\n').at(-1)!)?.[1];
    if (meaning) return [{ path, default: shown(item.value), meaning }];
    if (isMap(item.value) && item.value.items.length > 0)
      return valuesOf(item.value, `${path}.`, '');
    throw new Error(`values.yaml: ${path} has no comment that begins with "# -- "`);
  });
}

function shown(value: unknown): string {
  const text = JSON.stringify(value).replaceAll('"', '').replaceAll(',', ', ');
  return text === '' ? '' : `\`${text}\``;
}

function table(values: Value[]): string {
  const rows = values.map((value) => {
    const cells = [`\`${value.path}\``, value.default, value.meaning];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  });
  return ['| value | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

if (import.meta.main) await writeChartValues();
