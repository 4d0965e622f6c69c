import { flat } from '../../../../test/support/sections.ts';
import type { ParsedDocument } from '../document.ts';
import { parseHtml } from './html.ts';

/** Parses a page. */
export async function parse(content: string): Promise<ParsedDocument> {
  return parseHtml({ path: 'https://docs.example.org/page', format: 'html', content, hash: '' });
}

/** Returns all text of a page, code in «». */
export async function pageText(content: string): Promise<string> {
  return flat(await parse(content));
}

/** Returns all text of an article. */
export async function articleText(content: string): Promise<string> {
  return pageText(`<main>${content}</main>`);
}
