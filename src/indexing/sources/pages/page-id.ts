import { RunError } from '../../../base/errors.ts';

const dashed = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;
const bare = /[0-9a-f]{32}(?![0-9a-f])/i;

/** Returns a page's id as Notion's API writes it: in lower case with dashes. */
export function canonicalPageId(id: string): string {
  const digits = id.replaceAll('-', '').toLowerCase();
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Returns the id of a page by its URL or its id. Throws RunError('InvalidSource') if there is none. */
export function pageIdIn(text: string): string {
  const path = (URL.parse(text)?.pathname ?? text).slice(0, 2000);
  const found = dashed.exec(path)?.[0] ?? bare.exec(path)?.[0];
  if (found) return canonicalPageId(found);
  throw new RunError(
    'InvalidSource',
    `${JSON.stringify(text.slice(0, 100))} names no page; expected a page's URL, which ends in 32 hexadecimal digits`,
  );
}
