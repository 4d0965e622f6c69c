import type { PageObjectResponse } from '@notionhq/client';
import type { PageBlock } from '../../documents/pages/block.ts';

/** The columns that are read, as the API gives them; each type has its own. */
interface Column {
  type: string;
  rich_text?: { plain_text: string }[];
  number?: number | null;
  checkbox?: boolean;
  url?: string | null;
  select?: { name: string } | null;
  status?: { name: string } | null;
  multi_select?: { name: string }[];
  date?: { start: string; end: string | null } | null;
  formula?: { type: string; string?: string | null };
}

/** What a row of a database says in its columns, as a list before its text. Columns about people are left out. */
export function rowBlocks({ parent, properties, id }: PageObjectResponse): PageBlock[] {
  if (parent.type !== 'data_source_id' && parent.type !== 'database_id') return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const value = (readers.get(property.type)?.(property) ?? '').replace(/\s+/g, ' ').trim();
    if (value === '') return [];
    const texts = [
      { type: 'text', plain_text: `${name}:`, annotations: { bold: true } },
      { type: 'text', plain_text: ` ${value}` },
    ];
    return [{ id, type: 'bulleted_list_item', content: { rich_text: texts } }];
  });
}

const readers: ReadonlyMap<string, (column: Column) => string> = new Map<
  string,
  (column: Column) => string
>([
  ['rich_text', (column) => (column.rich_text ?? []).map((text) => text.plain_text).join('')],
  ['number', ({ number }) => number?.toString() ?? ''],
  ['checkbox', ({ checkbox }) => (checkbox ? 'yes' : 'no')],
  ['url', ({ url }) => url ?? ''],
  ['select', ({ select }) => select?.name ?? ''],
  ['status', ({ status }) => status?.name ?? ''],
  ['multi_select', (column) => (column.multi_select ?? []).map(({ name }) => name).join(', ')],
  ['date', ({ date }) => [date?.start, date?.end].filter(Boolean).join(' to ')],
  ['formula', ({ formula }) => formula?.string ?? ''],
]);
